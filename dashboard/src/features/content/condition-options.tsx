import { MultiSelect, Select, SimpleGrid, TagsInput } from '@mantine/core';
import { labelOf } from './fields.ts';
import type { FieldsEditorProps } from './fields-editor.tsx';
import { FieldInput } from './inputs/field-input.tsx';
import { type DraftField, definitionOf, takes } from './type-draft.ts';
import { useTypes } from './use-types.ts';

type Props = Pick<FieldsEditorProps, 'errors' | 'path' | 'readOnly'> & {
  field: DraftField;
  siblings: DraftField[];
  set: (part: Partial<DraftField>) => void;
};

/** Kinds with one plain value, which a condition can be about. */
const ASKED = ['boolean', 'select', 'number', 'text'];
/** Kinds whose default is too long for a form of options. */
const LONG = ['richtext', 'json', 'markdown'];

/** The default of a field, the locales that it is needed in, and when it is shown. */
export function ConditionOptions(props: Props) {
  const { field, siblings, errors, path, readOnly, set } = props;
  const { locales } = useTypes();
  const asked = siblings.filter(
    (one) =>
      one.key !== field.key && one.name !== '' && ASKED.includes(one.kind) && !one.localised && !one.multiple,
  );
  const other = asked.find(({ name }) => name === field.showIf?.field);
  const hasDefault = takes(field.kind, 'default') && !LONG.includes(field.kind);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {hasDefault && (
        <FieldInput
          item={{ ...definitionOf(field), required: false, help: 'What a new one begins with' }}
          label="Default"
          path={`${path}.default`}
          value={field.default}
          onChange={(value) => set({ default: value })}
        />
      )}
      {field.localised && (
        <MultiSelect
          label="Needed in"
          description="Languages without which it is not published"
          readOnly={readOnly}
          error={errors[`${path}.requiredLocales`]}
          data-path={`${path}.requiredLocales`}
          data={[
            ...new Set([
              ...(locales?.locales.map(({ code }) => code) ?? []),
              ...(field.requiredLocales ?? []),
            ]),
          ]}
          value={field.requiredLocales ?? []}
          onChange={(codes) => set({ requiredLocales: codes.length === 0 ? undefined : codes })}
        />
      )}
      {(asked.length > 0 || field.showIf) && (
        <Select
          label="Shown only if"
          description="Another field has a certain value"
          placeholder="Always"
          clearable
          readOnly={readOnly}
          error={errors[`${path}.showIf`] ?? errors[`${path}.showIf.field`]}
          data-path={`${path}.showIf.field`}
          data={asked.map((one) => ({ value: one.name, label: labelOf(one) }))}
          value={field.showIf?.field ?? null}
          onChange={(name) => set({ showIf: name === null ? undefined : conditionOf(asked, name) })}
        />
      )}
      {other && <ConditionValues {...props} other={other} />}
    </SimpleGrid>
  );
}

/** A condition begins with the first value that its field can have. */
function conditionOf(fields: DraftField[], name: string): DraftField['showIf'] {
  const { kind, options = [] } = fields.find((field) => field.name === name)!;
  return { field: name, in: kind === 'boolean' ? [true] : options.slice(0, 1) };
}

function ConditionValues({ field, other, errors, path, readOnly, set }: Props & { other: DraftField }) {
  const values = (field.showIf?.in ?? []).map(String);
  const put = (texts: string[]) =>
    set({
      showIf: {
        field: other.name,
        in: texts.map((text) => wireValue(other, text) as string | number | boolean),
      },
    });
  const common = {
    label: `${labelOf(other)} is`,
    description: 'One of these',
    readOnly,
    error: errors[`${path}.showIf.in`],
    'data-path': `${path}.showIf.in`,
    value: values,
    onChange: put,
  };
  if (other.kind === 'boolean')
    return (
      <Select
        {...common}
        allowDeselect={false}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={values[0] ?? 'true'}
        onChange={(text) => text && put([text])}
      />
    );
  return other.kind === 'select' ? (
    <MultiSelect {...common} data={other.options ?? []} />
  ) : (
    <TagsInput {...common} />
  );
}

const wireValue = ({ kind }: DraftField, text: string): unknown =>
  kind === 'boolean' ? text === 'true' : kind === 'number' ? Number(text) : text;
