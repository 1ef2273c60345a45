/** A release is published whole, in one transaction: now, or by a worker at its time. */
import type { Static } from 'typebox';
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { inSavepoint } from '#kernel/db/savepoint.ts';
import { AppError, invalid, type Problem } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import type { Others } from '../entries/references.ts';
import { loadLocales } from '../locales/locales.ts';
import { actTogether, type Done, type Outcome, type Step } from '../publishing/together.ts';
import { rewrittenBy } from './changed-types.ts';
import {
  findReleaseEntries,
  findRewritten,
  notePublished,
  type PublishedLine,
  type ReleaseEntryRow,
} from './release-entries.sql.ts';
import { type PublishedRelease, presentRelease, type ReleasePublishing } from './release-record.ts';
import { holdRelease, type ReleaseFailure, type ReleaseRow, updateRelease } from './releases.sql.ts';
import { assertStatus, auditRelease, holdAt } from './releases.ts';

/** The author of what happens at a set time. */
export const SCHEDULE: Author = { type: 'system', id: null, name: 'schedule' };

const MAX_PROBLEMS = 100;

type Publishing = { by: Author; now: Date; others: Pick<Others, 'findPublic' | 'followMoves'> };
type Wish = Static<typeof ReleasePublishing>;

export async function publishRelease(
  tx: Tx,
  publishing: Publishing,
  id: string,
  { broken, redirects = false }: Wish,
  seen: number | null,
): Promise<PublishedRelease> {
  const held = await holdAt(tx, id, seen);
  if (held.status === 'published') assertStatus(held, 'open', 'publish');
  const row = { ...held, redirects, allows_broken: broken === 'allow' };
  return goLiveTogether(tx, publishing, row, false);
}

/** Publishes a release at its time. Returns false when it was published, changed or deleted meanwhile. */
export async function publishDue(tx: Tx, publishing: Publishing, id: string): Promise<boolean> {
  const row = await holdRelease(tx, id);
  if (!isDue(row, publishing.now)) return false;
  await goLiveTogether(tx, publishing, row, true);
  return true;
}

const isDue = (row: ReleaseRow | undefined, now: Date): row is ReleaseRow =>
  row?.status === 'scheduled' && row.at!.getTime() <= now.getTime();

/** One that cannot be published is open again, with the reason: nothing of it went live, and it is not tried again. */
export async function noteReleaseFailure(tx: Tx, now: Date, id: string, error: unknown): Promise<void> {
  const row = await holdRelease(tx, id);
  if (!isDue(row, now)) return;
  const isOurs = error instanceof AppError;
  const message = isOurs ? error.message : 'It failed for a reason that is in the log.';
  const problems = isOurs && error.code === 'validation_error' ? (error.details as Problem[]) : [];
  const failure: ReleaseFailure = {
    at: row.at!.toISOString(),
    failedAt: now.toISOString(),
    message,
    problems,
  };
  await updateRelease(tx, {
    ...row,
    ...OPEN,
    failure: JSON.stringify(failure),
    version: row.version + 1,
    updated_at: now,
  });
  await auditRelease(tx, SCHEDULE, now, 'failed', row, { reason: message });
}

const OPEN = { status: 'open', at: null } as const;

/** Refuses now a release that would fail at its time, while the caller can correct it. */
export async function scheduleRelease(
  tx: Tx,
  publishing: Publishing,
  id: string,
  { at, broken, redirects = false }: Wish & { at: string },
  seen: number | null,
) {
  const { now, by } = publishing;
  const held = await holdAt(tx, id, seen);
  if (held.status === 'published') assertStatus(held, 'open', 'schedule');
  const time = new Date(at);
  if (time.getTime() <= now.getTime())
    throw invalid([{ path: 'at', code: 'too_small', message: 'must be in the future' }]);
  const row: ReleaseRow = {
    ...held,
    ...{ status: 'scheduled', at: time, redirects, allows_broken: broken === 'allow', failure: null },
    ...{ version: held.version + 1, updated_at: now },
  };
  await rehearse(tx, { ...publishing, now: time }, row);
  await updateRelease(tx, row);
  await auditRelease(tx, by, now, 'scheduled', row, { at: time.toISOString() });
  return presentRelease(row);
}

const UNDO = Symbol('the rehearsal is over');

/** The whole release, which is then undone. */
async function rehearse(tx: Tx, publishing: Publishing, row: ReleaseRow): Promise<void> {
  const work = async (own: Tx) => {
    await goLiveTogether(own, publishing, row, true);
    throw UNDO;
  };
  await inSavepoint(tx, work).catch((error) => {
    if (error !== UNDO) throw error;
  });
}

export async function unscheduleRelease(tx: Tx, by: Author, now: Date, id: string, seen: number | null) {
  const held = await holdAt(tx, id, seen);
  if (held.status === 'open') return presentRelease(held);
  assertStatus(held, 'scheduled', 'unschedule');
  const row: ReleaseRow = { ...held, ...OPEN, version: held.version + 1, updated_at: now };
  await updateRelease(tx, row);
  await auditRelease(tx, by, now, 'unscheduled', row);
  return presentRelease(row);
}

async function goLiveTogether(
  tx: Tx,
  { by, now, others }: Publishing,
  row: ReleaseRow,
  scheduled: boolean,
): Promise<PublishedRelease> {
  const entries = await findReleaseEntries(tx, row.id, (await loadLocales(tx)).default);
  if (entries.length === 0) throw invalid([EMPTY]);
  const steps = new Map(entries.map((entry) => [entry, stepOf(entry)]));
  const outcomes = await actTogether(tx, now, [...steps.values()], {
    ...{ scheduled, others, releaseId: row.id },
    broken: row.allows_broken ? 'allow' : undefined,
    follow: row.redirects ? others.followMoves : undefined,
  });
  const done = entries.map((entry) => ({ ...entry, outcome: outcomes.get(steps.get(entry)!)! }));
  await assertAllDone(tx, done);
  const all = done.map(({ outcome, ...entry }) => ({ ...entry, ...(outcome as Done) }));
  const published: ReleaseRow = {
    ...row,
    ...{ status: 'published', at: null, failure: null, published_at: now },
    ...{ version: row.version + 1, updated_at: now },
  };
  await updateRelease(tx, published);
  await notePublished(tx, row.id, all.map(lineOf));
  const idsOf = (action: ReleaseEntryRow['action']) =>
    all.filter((each) => each.action === action).map(({ id }) => id);
  await publish(tx, now, {
    type: 'content.release.published',
    data: {
      ...{ id: row.id, name: row.name, scheduled, publishedAt: now.toISOString() },
      ...{ published: idsOf('publish'), unpublished: idsOf('unpublish') },
      types: [...new Set(all.map(({ type }) => type))].sort(),
      surrogateKeys: [...new Set(all.flatMap(({ outdated }) => outdated))],
    },
  });
  await auditRelease(tx, by, now, 'published', row, { entries: all.length });
  return { ...presentRelease(published), results: all.map(presentOutcome) };
}

const EMPTY = { path: 'entries', code: 'too_few', message: 'must be at least one: the release is empty' };

/** Only values that go live were reviewed. */
const stepOf = ({ id, action, locales, version }: ReleaseEntryRow): Step => ({
  ...{ id, action, locales: locales ?? undefined },
  seen: action === 'publish' ? version : null,
});

const lineOf = ({
  id,
  action,
  locales,
  added_at,
  type,
  title,
  entry,
}: ReleaseEntryRow & Done): PublishedLine => ({
  ...{ id, action, locales, added_at, type, title },
  slug: entry.slug,
  version: entry.version,
});

const presentOutcome = ({
  action,
  entry,
  isChanged,
  warnings,
  moved,
  shownBy,
}: Done & { action: ReleaseEntryRow['action'] }) => ({
  ...{ action, entry, warnings, moved, shownBy },
  status: isChanged ? ('changed' as const) : ('unchanged' as const),
});

/** Names all that prevents it at once, each by the id of its entry. */
async function assertAllDone(tx: Tx, done: (ReleaseEntryRow & { outcome: Outcome })[]): Promise<void> {
  const isOutdated = ({ outcome }: { outcome: Outcome }) =>
    'error' in outcome && outcome.error.code === 'precondition_failed';
  const rewritten = new Set(await findRewritten(tx, done.filter(isOutdated)));
  const problems = done.flatMap(({ id, type, version, current_version, outcome }): Problem[] => {
    if (!('error' in outcome)) return [];
    const { code, message, details } = outcome.error;
    const path = `entries.${id}`;
    if (rewritten.has(id))
      return [{ path, code: 'changed', message: rewrittenBy(`the type ${type}, or of the locales`) }];
    if (code === 'precondition_failed') {
      const told = `has been saved since it was added: version ${version} was reviewed, and the latest is ${current_version}`;
      return [{ path, code: 'changed', message: told }];
    }
    if (code !== 'validation_error') return [{ path, code, message }];
    return (details as Problem[]).map((each) => ({ ...each, path: `${path}.${each.path}` }));
  });
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}
