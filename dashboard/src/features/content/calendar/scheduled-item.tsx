import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays } from '#shared/time-zone.ts';
import { openDialog } from '../../../ui/dialog.tsx';
import { counted, formatClock, timeZone } from '../../../ui/formats.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { localeName } from '../fields.ts';
import { MomentInput } from '../inputs/time-input.tsx';
import { presets } from '../schedule.tsx';
import classes from './calendar.module.css';
import { type Item, keyOf, onDay, STEPS, titleOf } from './days.ts';
import type { Reschedule } from './use-reschedule.ts';

const wordsOf = ({ kind, action, locale, type, entryCount, failure }: Item): string => {
  const does = failure ? 'was due' : action === 'publish' ? 'goes live' : 'comes down';
  const what = kind === 'release' ? `release of ${counted(entryCount ?? 0, 'entry', 'entries')}` : type;
  return `${does}${locale === null ? '' : ` in ${localeName(locale)}`}, ${what}`;
};

const toneOf = ({ action, failure }: Item) => (failure ? 'bad' : action === 'publish' ? 'good' : 'warn');

/** A scheduled action: a link that is dragged to another day, or moved there by Alt and an arrow. */
export function ScheduledItem(props: {
  item: Item;
  mayEdit: boolean;
  reschedule: Reschedule;
  drag?: (item: Item | null) => void;
}) {
  const { item, mayEdit, reschedule, drag } = props;
  const link = useRef<HTMLAnchorElement>(null);
  const isMoved = reschedule.moved === keyOf(item);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second move of the same item brings it to another day
  useEffect(() => {
    if (isMoved) link.current?.focus();
  }, [isMoved, item.at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined || !mayEdit) return;
    event.preventDefault();
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const days = isRightToLeft && Math.abs(step) === 1 ? -step : step;
    reschedule.move(item, onDay(timeZone(), item.at, addDays(item.day, days)));
  };
  return (
    <li
      className={classes.item}
      data-tone={toneOf(item)}
      draggable={mayEdit && drag !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', titleOf(item));
        drag?.(item);
      }}
      onDragEnd={() => drag?.(null)}
      onKeyDown={onKeyDown}
    >
      <div className={classes.about}>
        <Anchor
          ref={link}
          component={Link}
          to={item.kind === 'release' ? `/content/releases/${item.id}` : `/content/${item.id}`}
          size="sm"
          fw={500}
          draggable={false}
          className={classes.title}
          title={titleOf(item)}
        >
          <bdi>{titleOf(item)}</bdi>
        </Anchor>
        <Text size="xs" c="dimmed" className={classes.words}>
          <time dateTime={item.at}>{formatClock(new Date(item.at))}</time>, {wordsOf(item)}
        </Text>
        {item.failure && (
          <div title={item.failure.message}>
            <StatusBadge tone="bad">Failed</StatusBadge>
          </div>
        )}
      </div>
      {mayEdit && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={drag ? 24 : 36}
          aria-label={`Move ${titleOf(item)}`}
          onClick={() =>
            openDialog(`Move “${titleOf(item)}”`, (close) => <Move {...{ item, reschedule, close }} />)
          }
        >
          <IconCalendarClock size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

function Move({ item, reschedule, close }: { item: Item; reschedule: Reschedule; close: () => void }) {
  const [at, setAt] = useState<string | null>(item.at);
  return (
    <Stack>
      {item.failure && <Text size="sm">It failed at its time: {item.failure.message}</Text>}
      <MomentInput
        label={item.action === 'publish' ? 'Publish at' : 'Take down at'}
        presets={presets()}
        value={at}
        onChange={setAt}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button
          disabled={at === null || at === item.at}
          onClick={() => {
            close();
            reschedule.move(item, at!);
          }}
        >
          Move
        </Button>
      </Group>
    </Stack>
  );
}
