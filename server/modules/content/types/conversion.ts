/**
 * While a change rewrites the entries of a type, rows of the former definition are read through its conversion: readers see the
 * definition in force from its first moment.
 */
import type { Author } from '#kernel/audit.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { stateOf } from '../entries/locale-state.ts';
import type { Field } from '../fields/field.ts';
import type { Live, Locales } from '../locales/locales.ts';
import { convert, type Migration } from './migration.ts';

export type Conversion = {
  phase: 'rewrite';
  before: Field[];
  after: Field[];
  migration: Migration;
  /** Those for which the entries were checked; they do not change meanwhile. */
  locales: Locales;
  /** The author of the change, and so of the revisions that it makes. */
  author: Author;
};
export type RunningChange = Conversion | { phase: 'check' };

export const CHECKING = JSON.stringify({ phase: 'check' } satisfies RunningChange);

/** The rows of an answer name the conversions of a few types. */
const known = new Map<string, RunningChange>();
const MOST_KNOWN = 8;

/** Null unless the change rewrites entries. */
export function readConversion(text: string | null): Conversion | null {
  if (text === null) return null;
  const change: RunningChange = known.get(text) ?? JSON.parse(text);
  if (!known.has(text) && known.size >= MOST_KNOWN) known.clear();
  known.set(text, change);
  return change.phase === 'rewrite' ? change : null;
}

/** A draft says where it is live in its state, if it is; a published row names the locales. */
type Converted = { fields: string; conversion: string | null } & (
  | Pick<EntryRow, 'locale_state' | 'status' | 'published_version'>
  | { live_locales: Live }
);

/** Returns the row with the values that it has under the definition in force. */
export async function inForce<Row extends Converted>(row: Row): Promise<Row> {
  const conversion = readConversion(row.conversion);
  if (conversion === null) return row;
  const [live, stage] =
    'live_locales' in row
      ? [row.live_locales, 'published' as const]
      : [row.published_version === null ? null : stateOf(row).live, 'draft' as const];
  const values = await convert(conversion, JSON.parse(row.fields), live, stage);
  return { ...row, fields: JSON.stringify(values), conversion: null };
}

export async function allInForce<Row extends Converted>(rows: Row[]): Promise<Row[]> {
  if (rows.every(({ conversion }) => conversion === null)) return rows;
  const all: Row[] = [];
  for await (const row of new Slices().each(rows)) all.push(await inForce(row));
  return all;
}
