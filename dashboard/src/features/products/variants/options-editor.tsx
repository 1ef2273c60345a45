import { ActionIcon, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Option } from './grid-values.ts';

const MOST_OPTIONS = 4;

/** The options of a product, such as size or colour. */
export function OptionsEditor(props: {
  options: Option[];
  onChange: (options: Option[]) => void;
  readOnly: boolean;
  error?: ReactNode;
}) {
  const { options, onChange, readOnly } = props;
  const set = (index: number, change: Partial<Option>) =>
    onChange(options.with(index, { ...options[index]!, ...change }));
  return (
    <Stack gap="xs">
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place
        <Group key={index} gap="xs" align="flex-start">
          <TextInput
            aria-label={`Name of option ${index + 1}`}
            data-option={index}
            placeholder="Size"
            w={130}
            maxLength={100}
            readOnly={readOnly}
            value={option.name}
            onChange={(event) => set(index, { name: event.currentTarget.value })}
          />
          <TagsInput
            aria-label={`Values of ${option.name || `option ${index + 1}`}`}
            placeholder={option.values.length === 0 ? 'S, M, L' : undefined}
            flex={1}
            miw={150}
            readOnly={readOnly}
            value={option.values}
            onChange={(values) => set(index, { values })}
          />
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove the option ${option.name || index + 1}`}
              onClick={() => onChange(options.toSpliced(index, 1))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {props.error && (
        <Text size="sm" c="red">
          {props.error}
        </Text>
      )}
      {!readOnly && options.length < MOST_OPTIONS && (
        <Button
          variant="subtle"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange([...options, { name: '', values: [] }]);
            // The field exists after the next render.
            setTimeout(() =>
              document.querySelector<HTMLElement>(`[data-option="${options.length}"]`)?.focus(),
            );
          }}
        >
          {options.length === 0 ? 'Add an option, such as size or colour' : 'Add an option'}
        </Button>
      )}
    </Stack>
  );
}
