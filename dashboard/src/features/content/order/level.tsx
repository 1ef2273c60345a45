import { ActionIcon, Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconGripVertical,
  IconIndentDecrease,
  IconIndentIncrease,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { useList } from '../../../ui/use-data.ts';
import { EntryStatus } from '../entry-status.tsx';
import type { Entry } from '../fields.ts';
import { type Position, positionAfter, type Spot, STEP_OF_KEY, type Step } from './moves.ts';
import classes from './order.module.css';
import { useShared } from './use-moves.ts';

const STEPS: [step: Step, label: (title: string) => string, icon: typeof IconArrowUp][] = [
  ['up', (title) => `Move ${title} up`, IconArrowUp],
  ['down', (title) => `Move ${title} down`, IconArrowDown],
  ['in', (title) => `Move ${title} below the one before`, IconIndentIncrease],
  ['out', (title) => `Move ${title} a level up`, IconIndentDecrease],
];

type Over = 'before' | 'below' | 'after';

/** The entries of one parent, in their order. */
export function Level({ parent, depth }: { parent: Entry | null; depth: number }) {
  const { type, isTree } = useShared();
  const where = isTree ? { where: JSON.stringify({ parent: parent?.id ?? null }) } : {};
  const entries = useList('listEntries', { query: { type, sort: 'position', limit: 100, ...where } });
  const { rows } = entries;
  if (entries.error) return <ErrorNotice error={entries.error} retry={() => void entries.refetch()} />;
  if (entries.isPending) return <Skeleton height={44} my={4} />;
  return (
    <>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" py={8} ps={44 + depth * 24}>
          {parent === null ? 'No entries yet' : 'Nothing is below it'}
        </Text>
      )}
      {rows.length > 0 && (
        <ul className={classes.level}>
          {rows.map((entry) => (
            <Line key={entry.id} spot={{ entry, siblings: rows, parent, isTree }} depth={depth} />
          ))}
        </ul>
      )}
      {entries.hasNextPage && (
        <Button
          size="compact-sm"
          variant="default"
          my={8}
          ms={44 + depth * 24}
          loading={entries.isFetchingNextPage}
          onClick={() => void entries.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

/** An entry: dragged by its grip, moved by its buttons, or by Alt and an arrow. */
function Line({ spot, depth }: { spot: Spot; depth: number }) {
  const { entry, isTree } = spot;
  const { titleOf, mayEdit, step, moved, dragged, drag, move } = useShared();
  const [isOpen, setOpen] = useState(false);
  const [over, setOver] = useState<Over | null>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const title = titleOf(entry);
  useEffect(() => {
    if (moved?.into === entry.id) setOpen(true);
    const line = link.current?.closest('li');
    if (moved?.id === entry.id && !line?.contains(document.activeElement)) link.current?.focus();
  }, [moved, entry.id]);
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = STEP_OF_KEY[event.key];
    if (!event.altKey || wanted === undefined || !mayEdit) return;
    event.preventDefault();
    step(spot, wanted);
  };
  const overOf = ({ clientY, currentTarget }: DragEvent): Over => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const part = (clientY - top) / height;
    if (!isTree) return part < 0.5 ? 'before' : 'after';
    return part < 0.3 ? 'before' : part > 0.7 ? 'after' : 'below';
  };
  const target: Record<Over, Position> = {
    before: { before: entry.id },
    after: { after: entry.id },
    below: { parentId: entry.id, at: 'last' },
  };
  return (
    <li>
      <Group
        gap="xs"
        wrap="nowrap"
        className={classes.line}
        style={{ paddingInlineStart: 8 + depth * 24 }}
        data-over={over ?? undefined}
        data-dragged={dragged?.entry.id === entry.id || undefined}
        onKeyDown={onKeyDown}
        onDragOver={(event) => {
          if (dragged === null || dragged.entry.id === entry.id) return;
          event.preventDefault();
          setOver(overOf(event));
        }}
        onDragLeave={() => setOver(null)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(null);
          if (dragged !== null && dragged.entry.id !== entry.id) move(dragged, target[overOf(event)]);
          drag(null);
        }}
      >
        {mayEdit && (
          <span
            className={classes.grip}
            draggable
            aria-hidden
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', title);
              drag(spot);
            }}
            onDragEnd={() => drag(null)}
          >
            <IconGripVertical size={16} />
          </span>
        )}
        {isTree && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Entries below ${title}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={16} className={classes.chevron} data-open={isOpen || undefined} />
          </ActionIcon>
        )}
        <div className={classes.name}>
          <Anchor
            ref={link}
            component={Link}
            to={`/content/${entry.id}`}
            fw={500}
            c="inherit"
            aria-keyshortcuts={mayEdit ? 'Alt+ArrowUp Alt+ArrowDown' : undefined}
          >
            <bdi>{title}</bdi>
          </Anchor>
          <EntryStatus entry={entry} />
        </div>
        {mayEdit && (
          <Group gap={0} wrap="nowrap">
            {STEPS.filter(([wanted]) => isTree || wanted === 'up' || wanted === 'down').map(
              ([wanted, label, Icon]) => (
                <ActionIcon
                  key={wanted}
                  variant="subtle"
                  color="gray"
                  aria-label={label(title)}
                  title={label(title)}
                  disabled={positionAfter(wanted, spot) === undefined}
                  onClick={() => step(spot, wanted)}
                >
                  <Icon size={16} />
                </ActionIcon>
              ),
            )}
          </Group>
        )}
      </Group>
      {isTree && isOpen && <Level parent={entry} depth={depth + 1} />}
    </li>
  );
}
