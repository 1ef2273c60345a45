/** The times at which an entry is published and taken down. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, invalid, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { Slices } from '#kernel/work/slices.ts';
import { purge } from '../entries/bin.ts';
import { findEntry, type HeldEntry, holdEntry } from '../entries/entries.sql.ts';
import { bringUp, holdCurrent } from '../entries/holding.ts';
import { codesOf } from '../entries/locale-state.ts';
import { aboutEntry, assertThere, type Entry, outOfTurn, presentEntry } from '../entries/record.ts';
import type { Others } from '../entries/references.ts';
import type { Values } from '../entries/values.ts';
import { readLocales } from '../locales/locales.ts';
import { assertReviewed } from '../review/assert-reviewed.ts';
import { isWritable } from '../types/record.ts';
import { holdForActing } from './locks.ts';
import { findPublished } from './publishing.sql.ts';
import {
  assertComplete,
  assertNamed,
  goLiveAlone,
  isLiveAlready,
  liveWith,
  valuesGoing,
} from './publishing.ts';
import {
  type Action,
  clearSchedule,
  failSchedule,
  isStillDue,
  kindOfAction,
  localeOfAction,
  setSchedule,
} from './schedule.sql.ts';
import { takeDown } from './taking-down.ts';

/** `locales`: those that the times are for; without it the whole entry. */
export type Times = { at?: string | null; unpublishAt?: string | null; locales?: string[] };

/** Refuses now an action that would fail at its time, while the caller can correct it. */
export async function scheduleEntry(
  tx: Tx,
  now: Date,
  id: string,
  { at, unpublishAt, locales: named }: Times,
  seen: number | null,
): Promise<Entry> {
  const problems = problemsOf(now, at, unpublishAt);
  if (problems.length > 0) throw invalid(problems);
  const held = assertThere(await holdCurrent(tx, now, id), 'schedule');
  const { entry } = held;
  assertVersion(seen, held.seen);
  assertNamed(held, named);
  if (at) await assertCanPublish(tx, held, named);
  else if (unpublishAt) assertCanUnpublish(held, named);
  for (const ending of named?.map((code) => `:${code}` as const) ?? ['' as const]) {
    await settle(tx, entry.id, `publish${ending}`, at);
    await settle(tx, entry.id, `unpublish${ending}`, unpublishAt);
  }
  const shown = presentEntry((await findEntry(tx, entry.id))!);
  assertInOrder(shown, named, at ? 'at' : 'unpublishAt');
  if (at) {
    const until = named === undefined ? shown.schedule.unpublishAt : sharedEnd(shown, named);
    const locales = named ?? codesOf(readLocales(held.locales));
    await publish(tx, now, {
      type: 'content.entry.scheduled',
      data: {
        ...aboutEntry(entry),
        ...{ changed: [], locales, publishAt: new Date(at).toISOString(), unpublishAt: until },
        scheduledAt: now.toISOString(),
      },
    });
  }
  return shown;
}

async function assertCanPublish(tx: Tx, held: HeldEntry, named: string[] | undefined): Promise<void> {
  const { entry } = held;
  if (entry.status === 'published' && isLiveAlready(entry, named)) throw outOfTurn('published', 'publish');
  const live = presentEntry(entry).locales;
  const done = named?.filter((code) => live[code]?.status === 'published') ?? [];
  if (done.length > 0)
    throw new AppError(
      'invalid_transition',
      `Cannot publish what is published already in ${done.join(', ')}.`,
      {
        locales: done,
      },
    );
  await assertReviewed(tx, held);
  const stored = entry.published_version === null ? undefined : await findPublished(tx, entry.id);
  const slices = new Slices();
  const before: Values = JSON.parse(stored?.fields ?? '{}');
  await slices.pause();
  const values = await valuesGoing(held, before, named);
  await slices.pause();
  assertComplete(held, values, liveWith(held, named));
}

/** An entry that is neither live nor to be published cannot be taken down. */
function assertCanUnpublish({ entry }: HeldEntry, named: string[] | undefined): void {
  const { schedule, locales } = presentEntry(entry);
  if (schedule.publishAt !== null) return;
  if (named === undefined) {
    const isToCome = Object.values(locales).some(({ publishAt }) => publishAt !== undefined);
    if (entry.published_version === null && !isToCome) throw outOfTurn(entry.status, 'unpublish');
    return;
  }
  const missing = named.filter((code) => locales[code]!.status === 'draft' && !locales[code]!.publishAt);
  if (missing.length === 0) return;
  const message = `Cannot unpublish an entry that is not live in ${missing.join(', ')}.`;
  throw new AppError('invalid_transition', message, { locales: missing });
}

/** What went down before it goes live would stay live for good. Each of the two times may be set alone. */
function assertInOrder(
  { schedule, locales }: Entry,
  named: string[] | undefined,
  path: 'at' | 'unpublishAt',
): void {
  const isWrong = ({ publishAt, unpublishAt }: { publishAt?: string | null; unpublishAt?: string | null }) =>
    publishAt && unpublishAt ? unpublishAt <= publishAt : false;
  const wrong = named?.filter((code) => isWrong(locales[code]!)) ?? [];
  if (wrong.length === 0 && (named !== undefined || !isWrong(schedule))) return;
  const where = wrong.length === 0 ? '' : `: ${wrong.join(', ')}`;
  const message = `must put the time to take down after the time to publish${where}`;
  throw invalid([{ path, code: 'not_allowed', message }]);
}

/** When these locales are taken down, if that is one time. */
function sharedEnd({ locales }: Entry, named: string[]): string | null {
  const ends = new Set(named.map((code) => locales[code]!.unpublishAt ?? null));
  return ends.size === 1 ? [...ends][0]! : null;
}

/** undefined leaves the action as it is, null removes it. */
async function settle(tx: Tx, entryId: string, action: Action, at: string | null | undefined): Promise<void> {
  if (at === null) await clearSchedule(tx, entryId, [action]);
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
  if (action === 'purge') return purge(tx, now, entryId);
  if (kindOfAction(action) === 'publish') await holdForActing(tx, [{ id: entryId, action: 'publish' }]);
  const held = await holdEntry(tx, entryId);
  // A change that a program from before runs lets no entry be written; then the action is late.
  if (held === undefined || !isWritable(held.type)) return false;
  if (!(await isStillDue(tx, entryId, action, now))) return false;
  const locale = localeOfAction(action);
  const going = { scheduled: true, others, locales: locale === undefined ? undefined : [locale] };
  const current = await bringUp(tx, now, held);
  if (kindOfAction(action) === 'publish') await goLiveAlone(tx, now, current, going);
  else await takeDown(tx, now, current, going);
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
