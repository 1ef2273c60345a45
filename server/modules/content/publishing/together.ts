/** Several entries go live or are taken down in one transaction, as if at one moment: what they require may go live with them. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError, type Problem } from '#kernel/errors.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import type { EntryRow, HeldEntry } from '../entries/entries.sql.ts';
import { holdCurrent } from '../entries/holding.ts';
import { codesOf } from '../entries/locale-state.ts';
import { assertThere, outdatedBy } from '../entries/record.ts';
import { loadLocales, readLocales } from '../locales/locales.ts';
import { findLiveTargets } from './live-links.sql.ts';
import { assertShown, referring, type Showing } from './live-links.ts';
import { holdForActing } from './locks.ts';
import type { Moved } from './moved.ts';
import {
  comparePages,
  findPlaces,
  followPages,
  movedOf,
  type Page,
  tellPages,
  warningsOf,
} from './moving.ts';
import { type Going, goLive } from './publishing.ts';
import { assertNotMissed, holdLive, takeDown } from './taking-down.ts';
import { findLiveWithLinks, freeUnique } from './together.sql.ts';

/** `seen`: the version that the caller has read; null: any. */
export type Step = {
  id: string;
  action: 'publish' | 'unpublish';
  locales?: string[] | undefined;
  seen: number | null;
};

export type Brief = Pick<EntryRow, 'id' | 'type' | 'slug' | 'status' | 'version'>;
export type Done = {
  entry: Brief;
  isChanged: boolean;
  warnings: Problem[];
  moved: Moved[];
  shownBy: Showing[];
  /** The surrogate keys of pages that are out of date. */
  outdated: string[];
};
export type Outcome = Done | { error: AppError };

/** `areHeld`: the caller has locked the entries, with others. */
type Together = Pick<Going, 'scheduled' | 'others' | 'broken' | 'follow' | 'releaseId'> & { areHeld?: true };

const READ_AT_ONCE = 20;

/** The outcomes are in the order of the steps. The caller rolls back if one has an error: others may require what it would do. */
export async function actTogether(
  tx: Tx,
  now: Date,
  steps: Step[],
  together: Together,
): Promise<Map<Step, Outcome>> {
  const outcomes = new Map<Step, Outcome>();
  const down: { step: Step; held: HeldEntry }[] = [];
  const idsOf = (some: Step[]) => [...new Set(some.map(({ id }) => id))];
  const publishing = steps.filter(({ action }) => action === 'publish');
  if (!together.areHeld) await holdForActing(tx, steps);
  const places = await findPlaces(tx, idsOf(publishing));
  const pages = new Map<Page, Step>();
  for (const step of steps.filter(({ action }) => action === 'unpublish')) {
    await noting(outcomes, step, async () => {
      const held = await holdLive(tx, now, step.id, step.seen, step.locales);
      const row = await takeDown(tx, now, held, { ...together, locales: step.locales });
      // The values of many entries would not fit into memory.
      down.push({ step, held: { ...held, entry: { ...held.entry, fields: '{}' } } });
      return { ...NOTHING, entry: brief(row), isChanged: true, outdated: outdatedBy(row) };
    });
  }
  await freeUnique(tx, idsOf(publishing.filter(({ locales }) => locales === undefined)));
  for (const step of publishing) {
    await noting(outcomes, step, async () => {
      const held = assertThere(await holdCurrent(tx, now, step.id), 'publish');
      // What a release publishes was reviewed as it is, not as a change of its type makes it.
      assertVersion(step.seen, together.releaseId === undefined ? held.seen : held.entry.version);
      const going: Going = { ...together, locales: step.locales, isOneOfSeveral: true };
      const { row, warnings, page, outdated } = await goLive(tx, now, held, going);
      if (page !== null) pages.set(page, step);
      const isChanged = row.published_at !== held.entry.published_at;
      return { ...NOTHING, entry: brief(row), isChanged, outdated, warnings };
    });
  }
  if (hasFailed(outcomes)) return outcomes;
  await checkPublished(tx, now, outcomes, publishing, together);
  for (const { step, held } of down) {
    await noting(outcomes, step, async (done) => ({
      ...done!,
      shownBy: await assertNotMissed(tx, held, await liveLocalesOf(tx, held), together),
    }));
  }
  if (hasFailed(outcomes)) return outcomes;
  const compared = await comparePages(tx, places, [...pages.keys()]);
  for (const each of compared) {
    const step = pages.get(each.page)!;
    const done = outcomes.get(step) as Done;
    const warnings = [...done.warnings, ...warningsOf(each)];
    outcomes.set(step, { ...done, warnings, moved: movedOf(each) });
  }
  await tellPages(tx, now, compared);
  // The rules of a site stay locked until commit, so they come last.
  if (together.follow) await followPages(tx, now, compared, together.follow);
  return outcomes;
}

const hasFailed = (outcomes: Map<Step, Outcome>) =>
  [...outcomes.values()].some((outcome) => 'error' in outcome);

const NOTHING = { warnings: [], moved: [], shownBy: [] };

export const brief = ({ id, type, slug, status, version }: Brief): Brief => ({
  id,
  type,
  slug,
  status,
  version,
});

/** Errors that one entry has; the database, or the caller's rights, would fail all. */
export const isOfEntry = (error: unknown): error is AppError =>
  error instanceof AppError && [404, 409, 412, 422].includes(error.status);

async function noting(
  outcomes: Map<Step, Outcome>,
  step: Step,
  work: (before: Done | undefined) => Promise<Done>,
): Promise<void> {
  const before = outcomes.get(step);
  if (before !== undefined && 'error' in before) return;
  try {
    outcomes.set(step, await work(before));
  } catch (error) {
    if (!isOfEntry(error)) throw error;
    outcomes.set(step, { error });
  }
}

/** What visitors get of them is read again, because the last of them may be what the first refers to. */
async function checkPublished(
  tx: Tx,
  now: Date,
  outcomes: Map<Step, Outcome>,
  publishing: Step[],
  { others, broken }: Together,
): Promise<void> {
  const locales = await loadLocales(tx);
  const changed = publishing.filter((step) => {
    const outcome = outcomes.get(step)!;
    return 'isChanged' in outcome && outcome.isChanged;
  });
  for (let from = 0; from < changed.length; from += READ_AT_ONCE) {
    const some = changed.slice(from, from + READ_AT_ONCE);
    const rows = await findLiveWithLinks(
      tx,
      some.map(({ id }) => id),
    );
    for (const row of rows) {
      const linked = { id: row.id, ...referring(row) };
      for (const step of some.filter(({ id }) => id === row.id)) {
        await noting(outcomes, step, async (done) => {
          const hidden = await assertShown(tx, linked, locales, now, others, { broken });
          return { ...done!, warnings: [...hidden, ...done!.warnings] };
        });
      }
    }
  }
}

/** The locales in which an entry is live at the end. */
async function liveLocalesOf(tx: Tx, { entry, locales }: HeldEntry): Promise<string[]> {
  const [target] = await findLiveTargets(tx, [entry.id]);
  return target === undefined ? [] : (target.live_locales ?? codesOf(readLocales(locales)));
}
