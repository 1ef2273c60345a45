/** Scheduled releases with entries of a type that changes: those that the change prevents are named, and open again. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { Slices } from '#kernel/work/slices.ts';
import { stateOf } from '../entries/locale-state.ts';
import { isSameValue } from '../entries/same-value.ts';
import { demandValues, type Values } from '../entries/values.ts';
import type { Live } from '../locales/locales.ts';
import { impactOf } from '../types/impact.ts';
import { convert } from '../types/migration.ts';
import { findStored, type StoredEntry } from '../types/migration-run.sql.ts';
import { type Step, turnOf } from '../types/migration-run.ts';
import { openRelease } from './opening.ts';
import { findScheduledLines, type ScheduledLine } from './release-entries.sql.ts';
import { holdScheduled } from './releases.sql.ts';

export type PreventedRelease = { id: string; name: string; at: string; problems: Problem[] };

/** Lines beyond these are not looked at: their release tells the reason at its time. */
const MAX_LINES = 5_000;
/** Each may have megabytes of values. */
const READ_AT_ONCE = 20;
const MAX_PROBLEMS = 100;

/** Returns the scheduled releases that could not be published after the change, with what prevents each. */
export async function preventedBy(tx: Tx, step: Step): Promise<PreventedRelease[]> {
  const { before, after, migration } = step;
  if (!impactOf(before.fields, after.fields, migration).mustScanEntries) return [];
  const lines = await findScheduledLines(tx, before.id, MAX_LINES);
  const prevented = new Map<string, PreventedRelease>();
  const slices = new Slices();
  for (let from = 0; from < lines.length; from += READ_AT_ONCE) {
    const some = lines.slice(from, from + READ_AT_ONCE);
    const ids = [...new Set(some.map(({ entryId }) => entryId))];
    const stored = new Map((await findStored(tx, ids)).map((entry) => [entry.id, entry]));
    for (const line of some) {
      const problems = await problemsOf(step, stored.get(line.entryId)!, line, slices);
      if (problems.length === 0) continue;
      const { releaseId: id, name, at } = line;
      const told = prevented.get(id) ?? { id, name, at: at.toISOString(), problems: [] };
      prevented.set(id, { ...told, problems: [...told.problems, ...problems].slice(0, MAX_PROBLEMS) });
    }
  }
  return [...prevented.values()];
}

/** A rewritten entry has another version than the reviewed one; another may lack what the type demands now. */
async function problemsOf(
  step: Step,
  entry: StoredEntry,
  line: ScheduledLine,
  slices: Slices,
): Promise<Problem[]> {
  const path = `entries.${entry.id}`;
  await slices.pause();
  const draft: Values = JSON.parse(entry.fields);
  const live = liveWith(entry, line.locales);
  await slices.pause();
  const values = await convert(turnOf(step), draft, live, 'draft');
  await slices.pause();
  if (!isSameValue(values, draft))
    return [{ path, code: 'changed', message: rewrittenBy(`the type ${step.before.name}`) }];
  const demanded = demandValues(step.after.fields, step.locales, values, live);
  return demanded.map((each) => ({ ...each, path: `${path}.${each.path}` }));
}

export const rewrittenBy = (changed: string) =>
  `is rewritten by a change of ${changed}: look at it, and add it again`;

function liveWith(entry: StoredEntry, named: string[] | null): Live {
  if (named === null) return null;
  const live = entry.published === null ? [] : stateOf(entry).live;
  return live && [...new Set([...live, ...named])];
}

/** Opens them, before the entries are rewritten. One that is being published now finds out by itself. */
export async function openPrevented(tx: Tx, by: Author, now: Date, step: Step): Promise<PreventedRelease[]> {
  const prevented = await preventedBy(tx, step);
  const rows = await holdScheduled(
    tx,
    prevented.map(({ id }) => id),
  );
  for (const row of rows) {
    const { problems } = prevented.find(({ id }) => id === row.id)!;
    await openRelease(tx, by, now, row, `The type ${step.before.name} was changed.`, problems);
  }
  return prevented;
}
