import { Group, Paper, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useMemo, useRef } from 'react';
import { directionOf } from '../../ui/direction.ts';
import { PropertySelect } from '../redirects/property-select.tsx';
import {
  blocksOf,
  type ContentType,
  fieldsOf,
  hasLanguages,
  isShown,
  type Locales,
  labelOf,
  localeName,
} from './fields.ts';
import { EditingContext } from './inputs/editing.ts';
import { FieldInput } from './inputs/field-input.tsx';
import type { EntryValues } from './use-entry-form.ts';
import { valueAt, withValue } from './values.ts';

const FEW = 4;

/** One input per field of the type, in its order. Localised fields show one locale at a time. */
export function EntryFields(props: {
  form: UseFormReturnType<EntryValues>;
  type: ContentType;
  locales: Locales;
  locale: string;
  setLocale: (code: string) => void;
  readOnly: boolean;
}) {
  const { form, type, locales, locale, readOnly } = props;
  const fields = fieldsOf(type);
  const blocks = useMemo(() => blocksOf(type), [type]);
  const isMany = hasLanguages(type, locales);
  const { errors } = form;
  const current = useRef(form);
  current.current = form;
  const clear = useCallback((path: string, inside = false) => {
    const { errors: shown, setErrors } = current.current;
    const isGone = (at: string) => at === path || (inside && at.startsWith(`${path}.`));
    const left = Object.entries(shown).filter(([at]) => !isGone(at));
    if (left.length < Object.keys(shown).length) setErrors(Object.fromEntries(left));
  }, []);
  const defaultLocale = locales.default;
  const editing = useMemo(
    () => ({ errors, readOnly, dir: 'auto' as const, locale, isMany, defaultLocale, blocks, clear }),
    [errors, readOnly, locale, isMany, defaultLocale, blocks, clear],
  );
  const localised = useMemo(() => ({ ...editing, dir: directionOf(locale) }), [editing, locale]);
  return (
    <Paper withBorder p="lg" component="section" aria-label="Fields">
      <Stack gap="lg">
        {isMany && <LocaleSwitch {...props} />}
        {fields
          .filter((field) => isShown(field, form.values.fields))
          .map((field) => {
            const place = field.localised ? `${field.name}.${locale}` : field.name;
            const path = `fields.${place}`;
            return (
              // A new key per locale discards half-typed text of another locale.
              <EditingContext key={place} value={field.localised ? localised : editing}>
                <FieldInput
                  item={field}
                  label={field.localised && isMany ? `${labelOf(field)} (${locale})` : labelOf(field)}
                  path={path}
                  value={valueAt(form.values.fields, place)}
                  onChange={(value) => {
                    // Reads the values now, because one rendering may contain two changes.
                    form.setFieldValue('fields', withValue(form.getValues().fields, place, value));
                    form.clearFieldError(path);
                  }}
                />
              </EditingContext>
            );
          })}
        <PropertySelect
          label="Site"
          placeholder="For all sites"
          readOnly={readOnly}
          value={form.values.propertyId}
          onChange={(id) => form.setFieldValue('propertyId', id)}
        />
        {fields.length === 0 && <Text c="dimmed">This type has no fields yet.</Text>}
      </Stack>
    </Paper>
  );
}

function LocaleSwitch(props: { locales: Locales; locale: string; setLocale: (code: string) => void }) {
  const data = props.locales.locales.map(({ code }) => ({ value: code, label: localeName(code) }));
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed" id="locale">
        Language
      </Text>
      {data.length <= FEW ? (
        <SegmentedControl
          size="xs"
          aria-labelledby="locale"
          data={data}
          value={props.locale}
          onChange={props.setLocale}
        />
      ) : (
        <Select
          size="xs"
          aria-labelledby="locale"
          searchable
          allowDeselect={false}
          data={data}
          value={props.locale}
          onChange={(code) => code && props.setLocale(code)}
        />
      )}
    </Group>
  );
}
