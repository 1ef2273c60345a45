/** Revisions: every save of an entry, with its author; compared, and restored as a new one. */
import type { Tx } from '#kernel/db/db.ts';
import { badRequest, invalid, notFound } from '#kernel/errors.ts';
import { isObject } from '#kernel/http/body/verbatim.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { REPEATED } from '../fields/nested.ts';
import type { Block } from '../fields/structure.ts';
import { readLocales } from '../locales/locales.ts';
import { readType } from '../types/record.ts';
import { findEntry } from './entries.sql.ts';
import { type Saving, saveDraft } from './entries.ts';
import { holdCurrent } from './holding.ts';
import { assertThere, type Entry } from './record.ts';
import { findRevision, listRevisions, type RevisionRow } from './revisions.sql.ts';
import { isSameValue } from './same-value.ts';
import { cleanValues, readValues, type Values } from './values.ts';

export async function loadRevision(tx: Tx, entryId: string, version: number): Promise<RevisionRow> {
  if ((await findEntry(tx, entryId)) === undefined) throw notFound('entry');
  const row = await findRevision(tx, entryId, version);
  if (row === undefined) throw notFound('revision');
  return row;
}

export async function pageOfRevisions(tx: Tx, entryId: string, limit: number, cursor: string | undefined) {
  const before = cursor === undefined ? null : Number(cursor);
  if (before !== null && !Number.isSafeInteger(before))
    throw badRequest('The cursor is not one of this list.');
  if ((await findEntry(tx, entryId)) === undefined) throw notFound('entry');
  const rows = await listRevisions(tx, entryId, limit, before);
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    shown,
    pagination: { limit, hasMore, nextCursor: hasMore ? String(shown.at(-1)!.version) : null },
  };
}

export type Change = { path: string; before: unknown; after: unknown };

/** Compares value by value: inside groups, blocks and locales, but any other list is one value. An absent value is null. */
export function diff(before: Values, after: Values, path = 'fields'): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => compare(before[name] ?? null, after[name] ?? null, `${path}.${name}`));
}

function compare(was: unknown, is: unknown, path: string): Change[] {
  if (isSameValue(was, is)) return [];
  if (isPlain(was) && isPlain(is)) return diff(was, is, path);
  if (areBlocks(was) && areBlocks(is)) return diffBlocks(was, is, path);
  return [{ path, before: was, after: is }];
}

/** Blocks are compared with those of the same id, by their place afterwards, or before if they are gone. */
function diffBlocks(before: Block[], after: Block[], path: string): Change[] {
  const former = new Map(before.map((block) => [block.id, block]));
  const latter = new Set(after.map(({ id }) => id));
  const common = (list: Block[]) => list.map(({ id }) => id).filter((id) => former.has(id) && latter.has(id));
  const [was, is] = [common(before), common(after)];
  return [
    ...(isSameValue(was, is) ? [] : [{ path, before: was, after: is }]),
    ...before.flatMap((block, at) =>
      latter.has(block.id) ? [] : [{ path: `${path}[${at}]`, before: block, after: null }],
    ),
    ...after.flatMap((block, at) => compare(former.get(block.id) ?? null, block, `${path}[${at}]`)),
  ];
}

/** A document of rich text is one value too. */
const isPlain = (value: unknown): value is Values =>
  isObject(value) && !Array.isArray(value) && (value as Values).type !== 'doc';

const areBlocks = (value: unknown): value is Block[] =>
  Array.isArray(value) &&
  value.every((one) => isPlain(one) && typeof one.id === 'string' && typeof one.type === 'string');

export async function compareRevisions(
  tx: Tx,
  entryId: string,
  wantedFrom: number | undefined,
  wantedTo: number | undefined,
): Promise<{ from: number; to: number; changes: Change[] }> {
  const entry = await findEntry(tx, entryId);
  if (entry === undefined) throw notFound('entry');
  const to = wantedTo ?? entry.version;
  const from = wantedFrom ?? Math.max(to - 1, 1);
  const [was, is] = [await loadRevision(tx, entryId, from), await loadRevision(tx, entryId, to)];
  const ofProperty =
    was.property_id === is.property_id
      ? []
      : [{ path: 'propertyId', before: was.property_id, after: is.property_id }];
  return { from, to, changes: [...ofProperty, ...diff(JSON.parse(was.fields), JSON.parse(is.fields))] };
}

/** Restores as a new revision. Leaves out fields that the type no longer has; names values that no longer fit. */
export async function restoreRevision(
  tx: Tx,
  saving: Saving,
  entryId: string,
  version: number,
  seen: number | null,
): Promise<Entry> {
  const held = assertThere(await holdCurrent(tx, saving.now, entryId), 'edit');
  assertVersion(seen, held.seen);
  const revision = await findRevision(tx, entryId, version);
  if (revision === undefined) throw notFound('revision');
  const [type, locales] = [readType(held.type), readLocales(held.locales)];
  const known = new Set(type.fields.map(({ name }) => name));
  const stored = cleanValues(type.fields, JSON.parse(revision.fields));
  const kept = Object.entries(stored).filter(([name]) => known.has(name));
  const { values, problems } = await readValues(
    type.fields,
    locales,
    Object.fromEntries(kept),
    Object.fromEntries(kept),
  );
  const mistakes = problems.filter(({ code }) => code !== REPEATED);
  if (mistakes.length > 0) throw invalid(mistakes);
  const wanted = { ...held.entry, property_id: revision.property_id };
  return saveDraft(tx, saving, wanted, type, locales, values, 'restored', held.entry);
}
