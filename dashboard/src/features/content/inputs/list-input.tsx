import { Box, Button, Group, Input, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { ItemButtons, moved } from '../../../ui/item-buttons.tsx';
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
              <Box mb={4}>
                <ItemButtons
                  name={`${label} ${index + 1}`}
                  {...{ index, count: value.length }}
                  move={(to) => move(index, to)}
                  remove={() => remove(index)}
                />
              </Box>
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
