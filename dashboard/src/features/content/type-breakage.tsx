import { Alert, Anchor, Button, Group, List, Radio, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api.ts';
import { counted } from '../../ui/formats.ts';
import { type ContentType, fieldsOf, labelOf } from './fields.ts';
import { FieldInput } from './inputs/field-input.tsx';
import { placeInWords } from './place.ts';
import { type DraftField, definitionOf, fateOf, type Migration, stepsOf, withFate } from './type-draft.ts';

type Broken = { id: string; slug: string | null; problems: { path: string; message: string }[] };
export type Breakage = { count: number; entries: Broken[] };

/** Returns the details of a refused type change that stored entries do not match. */
export function breakageOf(error: unknown): Breakage | null {
  const details = error instanceof ApiError && error.status === 409 ? error.details : null;
  return details !== null && typeof details === 'object' && 'entries' in (details as object)
    ? (details as Breakage)
    : null;
}

const SHOWN = 5;

/** Shows which values a type change would break and asks for a decision; no value is dropped without one. */
export function TypeBreakage(props: {
  type: ContentType;
  draft: DraftField[];
  breakage: Breakage;
  migration: Migration;
  change: (migration: Migration) => void;
  apply: () => void;
  sending: boolean;
}) {
  const { type, draft, breakage, migration, change } = props;
  const { removed, reshaped, demanded } = stepsOf(fieldsOf(type), draft);
  const { count, entries } = breakage;
  const moves = draft
    .filter(({ was, name }) => was === undefined && name !== '')
    .map((field) => ({ value: field.name, label: `Move them to ${labelOf(field)}` }));
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${counted(count, 'entry does', 'entries do')} not fit this change`}
      role="alert"
    >
      <Stack>
        <List size="sm">
          {entries.slice(0, SHOWN).map(({ id, slug, problems }) => (
            <List.Item key={id}>
              <Anchor component={Link} to={`/content/${id}`} size="sm" underline="always">
                {slug ?? 'An entry'}
              </Anchor>
              : {problems.map(({ path, message }) => `${placeInWords(path, type)} ${message}`).join('; ')}
            </List.Item>
          ))}
        </List>
        <Text size="sm">Nothing was changed. Choose what happens to their values, or undo the change.</Text>
        {removed.map((field) => (
          <Select
            key={field.name}
            label={`Values of ${labelOf(field)}`}
            placeholder="What becomes of them?"
            clearable
            maw={420}
            data={[{ value: 'drop', label: 'Throw them away; revisions keep them' }, ...moves]}
            value={fateOf(field.name, migration)}
            onChange={(fate) => change(withFate(migration, field.name, fate))}
          />
        ))}
        {reshaped.map((field) => (
          <Radio.Group
            key={field.key}
            label={`Values of ${labelOf(field)}, as the new kind`}
            value={migration.convert?.[field.name] ?? ''}
            onChange={(how) =>
              change({ ...migration, convert: { ...migration.convert, [field.name]: how as 'strict' } })
            }
          >
            <Stack gap={4} mt={4}>
              <Radio value="strict" label="Convert them; stop if one cannot be converted" />
              <Radio value="lenient" label="Convert them; drop those that cannot be converted" />
            </Stack>
          </Radio.Group>
        ))}
        {demanded.map((field) => (
          <FieldInput
            key={field.key}
            item={{ ...definitionOf(field), required: false, help: undefined }}
            label={`${labelOf(field)} of entries that have none`}
            path={`migrate.default.${field.name}`}
            value={migration.default?.[field.name]}
            onChange={(value) =>
              change({ ...migration, default: { ...migration.default, [field.name]: value } })
            }
          />
        ))}
        <Group>
          <Button
            size="xs"
            loading={props.sending}
            disabled={Object.keys(migration).length === 0}
            onClick={props.apply}
          >
            Change the type and these values
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
