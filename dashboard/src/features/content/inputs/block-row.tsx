import { ActionIcon, Group, Menu, Paper, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useContext, useState } from 'react';
import { BlockComments } from '../comments/block-comments.tsx';
import { useShownWhenSought } from '../comments/discussed.ts';
import classes from '../content.module.css';
import type { BlockKind } from '../fields.ts';
import { type Block, summaryOf } from './block.ts';
import { EditingContext } from './editing.ts';
import { MemberInput } from './member-input.tsx';

export type BlockActions = {
  toggle: (id: string, isOpen: boolean) => void;
  add: (kind: BlockKind, at?: number) => void;
  change: (index: number, block: Block) => void;
  move: (from: number, to: number) => void;
  duplicate: (index: number) => void;
  remove: (index: number, name: string) => void;
  drag: (index: number | null) => void;
};

type Props = BlockActions & {
  block: Block;
  /** Undefined: the type no longer has this kind. */
  kind: BlockKind | undefined;
  /** The kinds that may be added. */
  kinds: BlockKind[];
  index: number;
  count: number;
  path: string;
  isOpen: boolean;
  /** The place of the block that is dragged, if any. */
  dragged: number | null;
};

/** A block: a line with its kind and first text, which opens to its fields. */
export const BlockRow = memo(function BlockRow(props: Props) {
  const { block, kind, index, path, dragged, drag, move, change } = props;
  const { errors, locale, readOnly } = useContext(EditingContext);
  const [isOver, setOver] = useState(false);
  const row = useShownWhenSought<HTMLDivElement>(block.id);
  const isWrong = Object.keys(errors).some((at) => at === path || at.startsWith(`${path}.`));
  const isOpen = props.isOpen || isWrong;
  const name = `${kind?.title ?? block.type} ${index + 1}`;
  const isTarget = isOver && dragged !== null && dragged !== index;
  return (
    <Paper
      ref={row}
      withBorder
      role="listitem"
      aria-label={name}
      className={classes.block}
      data-wrong={isWrong || undefined}
      data-target={isTarget ? (dragged < index ? 'below' : 'above') : undefined}
      data-dragged={dragged === index || undefined}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (dragged === null) return;
        event.preventDefault();
        event.stopPropagation();
        drag(null);
        if (dragged !== index) move(dragged, index);
      }}
    >
      <Group gap={2} wrap="nowrap" px={6} py={4}>
        {!readOnly && (
          <span
            className={classes.grip}
            draggable
            aria-hidden
            onDragStart={(event) => {
              event.stopPropagation();
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', name);
              drag(index);
            }}
            onDragEnd={() => drag(null)}
          >
            <IconGripVertical size={16} />
          </span>
        )}
        <UnstyledButton
          onClick={() => props.toggle(block.id, !isOpen)}
          flex={1}
          miw={0}
          py={6}
          px={4}
          aria-expanded={isOpen}
        >
          <Group gap={8} wrap="nowrap">
            <IconChevronDown
              size={15}
              className={classes.chevron}
              data-closed={!isOpen || undefined}
              aria-hidden
            />
            <Text fw={500} size="sm" className={classes.kind}>
              {kind?.title ?? block.type}
            </Text>
            <Text size="sm" c="dimmed" truncate dir="auto" miw={0}>
              {kind && summaryOf(kind.fields, block, locale)}
            </Text>
          </Group>
        </UnstyledButton>
        <BlockComments blockId={block.id} name={name} />
        {!readOnly && <BlockButtons {...props} name={name} />}
      </Group>
      {isOpen && (
        <Stack px="md" pb="md" pt={4}>
          {kind?.fields.map((field) => (
            <MemberInput
              key={field.name}
              field={field}
              path={path}
              holder={block}
              onChange={(value) => change(index, { ...block, [field.name]: value })}
            />
          ))}
          {(kind === undefined || kind.fields.length === 0) && (
            <Text size="sm" c="dimmed">
              {kind === undefined
                ? 'The type no longer has this kind of block.'
                : 'This block has no fields.'}
            </Text>
          )}
          {[errors[path], errors[`${path}.type`], errors[`${path}.id`]].filter(Boolean).map((error, at) => (
            <Text
              key={at === 0 ? 'first' : `more ${at}`}
              size="sm"
              c="var(--mantine-color-error)"
              role="alert"
            >
              {error}
            </Text>
          ))}
        </Stack>
      )}
    </Paper>
  );
});

function BlockButtons(props: Props & { name: string }) {
  const { name, index, count, kinds, move, duplicate, remove, add } = props;
  const icon = (label: string, to: number, Icon: typeof IconArrowUp) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      className={classes.step}
      disabled={to < 0 || to >= count}
      onClick={() => move(index, to)}
    >
      <Icon size={15} />
    </ActionIcon>
  );
  return (
    <Group gap={0} wrap="nowrap">
      {icon(`Move ${name} up`, index - 1, IconArrowUp)}
      {icon(`Move ${name} down`, index + 1, IconArrowDown)}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {kinds.length > 0 && (
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => duplicate(index)}>
              Duplicate
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => remove(index, name)}>
            Remove
          </Menu.Item>
          {kinds.length > 0 && <Menu.Label>Add below</Menu.Label>}
          {kinds.map((kind) => (
            <Menu.Item key={kind.name} onClick={() => add(kind, index + 1)}>
              {kind.title}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
