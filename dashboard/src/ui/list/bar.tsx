import { Button, Group, Text } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../formats.ts';
import type { ListResult } from '../use-data.ts';
import classes from './list.module.css';
import { MOST_SELECTED, type Selection } from './use-selection.ts';

/** The line above a list: how many rows there are, or the actions for the selected ones. */
export function Bar(props: {
  list: ListResult<unknown>;
  count: number | undefined;
  order: string | undefined;
  nouns: [one: string, several: string];
  selection: Selection | undefined;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { list, selection } = props;
  const selected = selection?.keys.size ?? 0;
  return (
    <Group
      className={classes.bar}
      justify="space-between"
      gap="xs"
      data-selecting={selected > 0 || undefined}
    >
      {selected > 0 ? (
        <Group gap="xs" role="group" aria-label="Selected rows">
          <Text size="sm" fw={500} role="status">
            {selected} selected{selected === MOST_SELECTED && ', the most at once'}
          </Text>
          {props.actions}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={selection!.clear}>
            Clear selection
          </Button>
        </Group>
      ) : (
        <Group gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {countInWords(list, props.count, props.nouns)}
            {props.order && `, ${props.order}`}
          </Text>
          {list.newRows > 0 && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconArrowUp size={14} aria-hidden />}
              onClick={list.showNewRows}
            >
              {list.newRows} new
            </Button>
          )}
        </Group>
      )}
      {props.children}
    </Group>
  );
}

/** An exact number when it is known, otherwise the least there are. */
function countInWords(
  { rows, hasNextPage, isPending }: ListResult<unknown>,
  count: number | undefined,
  [one, several]: [string, string],
): string {
  if (isPending) return 'Loading …';
  const exact = hasNextPage ? count : rows.length;
  if (exact === 1) return `1 ${one}`;
  if (exact !== undefined) return `${formatNumber(exact)} ${several}`;
  return `More than ${formatNumber(rows.length)} ${several}`;
}
