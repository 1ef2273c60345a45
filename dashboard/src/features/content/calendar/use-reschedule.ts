/** Moves what is scheduled to another time: by a dry run first, then upon the version that was seen. */
import { useState } from 'react';
import type { OperationName } from '../../../api.ts';
import { api } from '../../../api.ts';
import { formatMoment } from '../../../ui/formats.ts';
import { useAction } from '../../../ui/use-data.ts';
import { type Item, keyOf, titleOf } from './days.ts';

type Move = { item: Item; at: string };

const CHANGED: OperationName[] = [
  'getContentCalendar',
  'getEntry',
  'listEntries',
  'getRelease',
  'listReleases',
  'getHome',
];

function send({ item, at }: Move, how: { query?: { dryRun: true }; ifMatch?: number }): Promise<unknown> {
  const { kind, id, action, locale, redirects, broken } = item;
  const path = { id };
  if (kind === 'release')
    return api.scheduleRelease({ path, ...how, body: { at, redirects, ...(broken && { broken }) } });
  const times = action === 'publish' ? { at } : { unpublishAt: at };
  return api.scheduleEntry({ path, ...how, body: { ...times, ...(locale && { locales: [locale] }) } });
}

export function useReschedule() {
  /** The item that was moved last; it takes the focus. */
  const [moved, setMoved] = useState<string | null>(null);
  const action = useAction(
    async (move: Move) => {
      await send(move, { query: { dryRun: true } });
      return send(move, { ifMatch: move.item.version });
    },
    {
      invalidates: CHANGED,
      successMessage: (_, { item, at }) => `“${titleOf(item)}” is moved to ${formatMoment(new Date(at))}`,
      undo: (_, { item }) =>
        item.failure === null && Date.parse(item.at) > Date.now()
          ? () => send({ item, at: item.at }, {})
          : undefined,
      showsFailure: true,
      done: (_, { item }) => setMoved(keyOf(item)),
    },
  );
  return {
    moved,
    failure: action.error,
    isMoving: action.isPending,
    move: (item: Item, at: string) => {
      if (!action.isPending && at !== item.at) action.mutate({ item, at });
    },
  };
}

export type Reschedule = ReturnType<typeof useReschedule>;
