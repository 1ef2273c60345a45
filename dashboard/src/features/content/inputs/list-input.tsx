import { ActionIcon, Button, Group, Input, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import type { Kind } from '../fields.ts';
import { type InputProps, useCommon } from './editing.ts';
import { FieldInput } from './field-input.tsx';

/** The initial values of new items; other kinds start without a value. */
const FRESH: Partial<Record<Kind, unknown>> = { text: '', markdown: '', boolean: false, group: {} };

/** A sorted list of values of one kind. */
export function ListInput(props: InputProps<unknown[]>) {
  const { item, path, value = [], onChange, label } = props;
  const { readOnly, error, description } = useCommon(props);
  const keys = useKeys(value.length);
  const of = item.of ?? { kind: 'text' };
  const put = (next: unknown[]) => onChange(next.length === 0 ? undefined : next);
  const move = (from: number, to: number) => {
    keys.move(from, to);
    put(moved(value, from, to));
  };
  const remove = (index: number) => {
    keys.remove(index);
    put(value.filter((_, other) => other !== index));
  };
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div" data-path={path}>
      <Stack gap="xs" mt={6} role="group" aria-label={label}>
        {value.map((one, index) => (
          <Group key={keys.at(index)} gap={4} wrap="nowrap" align="flex-end">
            <Stack flex={1} gap={0} miw={0}>
              <FieldInput
                item={of}
                label={`${label} ${index + 1}`}
                path={`${path}.${index}`}
                value={one}
                onChange={(next) => put(value.with(index, next ?? FRESH[of.kind] ?? null))}
              />
            </Stack>
            {!readOnly && (
              <Group gap={0} wrap="nowrap" mb={4}>
                <Step
                  label={`Move ${label} ${index + 1} up`}
                  disabled={index === 0}
                  act={() => move(index, index - 1)}
                >
                  <IconArrowUp size={15} />
                </Step>
                <Step
                  label={`Move ${label} ${index + 1} down`}
                  disabled={index === value.length - 1}
                  act={() => move(index, index + 1)}
                >
                  <IconArrowDown size={15} />
                </Step>
                <Step label={`Remove ${label} ${index + 1}`} act={() => remove(index)}>
                  <IconTrash size={15} />
                </Step>
              </Group>
            )}
          </Group>
        ))}
        {!readOnly && (
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => put([...value, FRESH[of.kind] ?? null])}
              disabled={item.maxItems !== undefined && value.length >= item.maxItems}
            >
              Add to {label}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function Step(props: { label: string; disabled?: boolean; act: () => void; children: React.ReactNode }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={props.label}
      disabled={props.disabled}
      onClick={props.act}
    >
      {props.children}
    </ActionIcon>
  );
}

const moved = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, items[from]!);
};

/** Values have no ids, but typed text must stay with its item when the item moves. */
function useKeys(length: number) {
  const keys = useRef<number[]>([]);
  const next = useRef(0);
  while (keys.current.length < length) keys.current.push(next.current++);
  keys.current.length = length;
  return {
    at: (index: number) => keys.current[index]!,
    move: (from: number, to: number) => {
      keys.current = moved(keys.current, from, to);
    },
    remove: (index: number) => {
      keys.current = keys.current.toSpliced(index, 1);
    },
  };
}
