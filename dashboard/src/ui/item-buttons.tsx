import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Buttons that move an item of a list by one place, or remove it. */
export function ItemButtons(props: {
  /** Names the item for a screen reader. */
  name: string;
  index: number;
  count: number;
  move: (to: number) => void;
  remove: () => void;
  /** A list of so many items keeps them. */
  least?: number;
}) {
  const { name, index, count, move, remove, least = 0 } = props;
  return (
    <Group gap={0} wrap="nowrap">
      <Step label={`Move ${name} up`} disabled={index === 0} act={() => move(index - 1)}>
        <IconArrowUp size={15} />
      </Step>
      <Step label={`Move ${name} down`} disabled={index === count - 1} act={() => move(index + 1)}>
        <IconArrowDown size={15} />
      </Step>
      <Step label={`Remove ${name}`} disabled={count <= least} act={remove}>
        <IconTrash size={15} />
      </Step>
    </Group>
  );
}

const Step = (props: { label: string; disabled: boolean; act: () => void; children: ReactNode }) => (
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

/** The same items in another order. */
export const moved = <T,>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from]!);
