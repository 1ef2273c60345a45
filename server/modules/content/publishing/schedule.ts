/** The times at which an entry is published and taken down. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, invalid, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { purge } from '../entries/bin.ts';
import { findEntry, type HeldEntry, holdEntry } from '../entries/entries.sql.ts';
import { bringUp, holdCurrent } from '../entries/holding.ts';
import { aboutEntry, assertThere, type Entry, outOfTurn, presentEntry } from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import { isWritable } from '../types/record.ts';
import { assertComplete, goLive, takeDown } from './publishing.ts';
import { type Action, clearSchedule, failSchedule, isStillDue, setSchedule } from './schedule.sql.ts';

export type Times = { at?: string | null; unpublishAt?: string | null };

/** Refuses now an action that would fail at its time, while the caller can correct it. */
export async function scheduleEntry(
  tx: Tx,
  now: Date,
  id: string,
  { at, unpublishAt }: Times,
  seen: number | null,
): Promise<Entry> {
  const problems = problemsOf(now, at, unpublishAt);
  if (problems.length > 0) throw invalid(problems);
  const held = assertThere(await holdCurrent(tx, now, id), 'schedule');
  const { entry } = held;
  assertVersion(seen, held.seen);
  if (at && entry.status === 'published') throw outOfTurn('published', 'publish');
  if (at) assertComplete(held);
  if (!at && unpublishAt && entry.published_version === null && !isToBePublished(held)) {
    throw outOfTurn(entry.status, 'unpublish');
  }
  await settle(tx, entry.id, 'publish', at);
  await settle(tx, entry.id, 'unpublish', unpublishAt);
  const shown = presentEntry((await findEntry(tx, entry.id))!);
  const { publishAt, unpublishAt: until } = shown.schedule;
  if (at) {
    await publish(tx, now, {
      type: 'content.entry.scheduled',
      data: {
        ...aboutEntry(entry),
        ...{ changed: [], publishAt, unpublishAt: until, scheduledAt: now.toISOString() },
      },
    });
  }
  return shown;
}

const isToBePublished = ({ entry }: HeldEntry) => presentEntry(entry).schedule.publishAt !== null;

/** undefined leaves the action as it is, null removes it. */
async function settle(tx: Tx, entryId: string, action: Action, at: string | null | undefined): Promise<void> {
  if (at === null) await clearSchedule(tx, entryId, action);
  else if (at !== undefined) await setSchedule(tx, entryId, action, new Date(at));
}

function problemsOf(now: Date, at: Times['at'], unpublishAt: Times['unpublishAt']): Problem[] {
  const problems: Problem[] = [];
  const wrong = (path: string, message: string) => problems.push({ path, code: 'too_small', message });
  if (at === undefined && unpublishAt === undefined) {
    problems.push({ path: 'at', code: 'required', message: 'is required, or unpublishAt is' });
  }
  if (at && Date.parse(at) <= now.getTime()) wrong('at', 'must be in the future');
  if (unpublishAt && Date.parse(unpublishAt) <= now.getTime()) wrong('unpublishAt', 'must be in the future');
  if (at && unpublishAt && Date.parse(unpublishAt) <= Date.parse(at))
    wrong('unpublishAt', 'must be after at');
  return problems;
}

/** Removes scheduled actions, also those that failed. */
export async function unscheduleEntry(tx: Tx, now: Date, id: string, seen: number | null): Promise<Entry> {
  const { entry, seen: version } = assertThere(await holdCurrent(tx, now, id), 'schedule');
  assertVersion(seen, version);
  await clearSchedule(tx, entry.id);
  return presentEntry({ ...entry, schedule: null });
}

/** Runs a due action. Returns false when it was done or removed meanwhile. */
export async function act(
  tx: Tx,
  now: Date,
  entryId: string,
  action: Action,
  others: Pick<Others, 'findPublic'>,
): Promise<boolean> {
  if (action === 'purge') return purge(tx, entryId);
  const held = await holdEntry(tx, entryId);
  // A change that a program from before runs lets no entry be written; then the action is late.
  if (held === undefined || !isWritable(held.type)) return false;
  if (!(await isStillDue(tx, entryId, action, now))) return false;
  if (action === 'publish') await goLive(tx, now, await bringUp(tx, now, held), { scheduled: true, others });
  else await takeDown(tx, now, held, true);
  return true;
}

/** A failed action stays visible on the entry, with the reason, and is not tried again. */
export async function noteFailure(
  tx: Tx,
  now: Date,
  entryId: string,
  action: Action,
  error: unknown,
): Promise<void> {
  const isOurs = error instanceof AppError;
  await failSchedule(tx, entryId, action, now, {
    message: isOurs ? error.message : 'It failed for a reason that is in the log.',
    problems: isOurs && Array.isArray(error.details) ? error.details : [],
  });
}
