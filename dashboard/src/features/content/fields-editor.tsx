import { Button, Collapse, Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ItemButtons, moved } from '../../ui/item-buttons.tsx';
import { FieldOptions } from './field-options.tsx';
import { KINDS, labelOf } from './fields.ts';
import { type DraftField, newField } from './type-draft.ts';

export type FieldsEditorProps = {
  fields: DraftField[];
  onChange: (fields: DraftField[]) => void;
  errors: Record<string, React.ReactNode>;
  /** The path in errors: `fields`, `fields.2.fields`. */
  path: string;
  depth: number;
  /** Something around these fields has a value for each language already. */
  isLocalised?: boolean;
  readOnly: boolean;
};

/** The fields of a type or group, in order; each one opens to show its options. */
export function FieldsEditor(props: FieldsEditorProps) {
  const { fields, onChange, readOnly } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const add = () => {
    const field = newField();
    onChange([...fields, field]);
    setOpened(field.key);
  };
  return (
    <Stack gap="xs">
      {fields.map((field, index) => (
        <FieldRow
          {...props}
          key={field.key}
          field={field}
          index={index}
          isOpen={opened === field.key}
          toggle={() => setOpened(opened === field.key ? null : field.key)}
        />
      ))}
      {!readOnly && (
        <Group>
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
            Add field
          </Button>
        </Group>
      )}
    </Stack>
  );
}

type RowProps = FieldsEditorProps & {
  field: DraftField;
  index: number;
  isOpen: boolean;
  toggle: () => void;
};

function FieldRow(props: RowProps) {
  const { field, index, fields, onChange, toggle, readOnly } = props;
  const path = `${props.path}.${index}`;
  const isWrong = Object.keys(props.errors).some((at) => at === path || at.startsWith(`${path}.`));
  const isOpen = props.isOpen || isWrong;
  const name = field.name === '' ? 'New field' : labelOf(field);
  return (
    <Paper withBorder>
      <Group gap={4} wrap="nowrap" px="sm" py={6}>
        <UnstyledButton onClick={toggle} flex={1} miw={0} aria-expanded={isOpen} py={4}>
          <Group gap="xs" wrap="nowrap">
            <IconChevronDown
              size={15}
              style={{ flex: 'none', transform: isOpen ? undefined : 'rotate(-90deg)' }}
              aria-hidden
            />
            <Group gap="0 8px" miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Text fw={500}>
                <bdi>{name}</bdi>
              </Text>
              <Text size="sm" c="dimmed">
                {describe(field)}
              </Text>
            </Group>
          </Group>
        </UnstyledButton>
        {!readOnly && (
          <ItemButtons
            {...{ name, index, count: fields.length }}
            move={(to) => onChange(moved(fields, index, to))}
            remove={() => onChange(fields.toSpliced(index, 1))}
          />
        )}
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <Stack p="md" pt={4}>
            <FieldOptions
              {...props}
              path={path}
              siblings={fields}
              change={(next) => onChange(fields.with(index, next))}
            />
          </Stack>
        )}
      </Collapse>
    </Paper>
  );
}

const describe = ({ kind, of, required, unique, localised }: DraftField) =>
  [
    kind === 'list' ? `List of ${KINDS[of?.kind ?? 'text'].label.toLowerCase()}` : KINDS[kind].label,
    required && 'required',
    unique && 'unique',
    localised && 'localised',
  ]
    .filter(Boolean)
    .join(', ');
