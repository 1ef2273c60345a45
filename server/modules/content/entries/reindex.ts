/** Writes the index keys of stored entries again: for locales whose readers have no keys yet. */
import type { Tx } from '#kernel/db/db.ts';
import type { RowChange } from '#kernel/work/row-changes.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Field, Item } from '../fields/field.ts';
import { hasLocales, itemsIn } from '../fields/structure.ts';
import { chainsOf, type Locales, loadLocales, tagOf } from '../locales/locales.ts';
import { assertSettled, type ContentType, readType } from '../types/record.ts';
import type { TypeRow } from '../types/types.sql.ts';
import {
  addReferences,
  type IndexedEntry,
  lockTypes,
  nextIndexed,
  replaceKeys,
  saveSlugs,
} from './reindex.sql.ts';
import { slugOf } from './slugs.ts';
import { type Derived, derive } from './value-index.ts';
import type { Values } from './values.ts';

const AT_ONCE = 100;
/** A batch ends when its entries have more keys; it has at least one entry. */
const KEYS_AT_ONCE = 20_000;

/** True if readers of some locale have no keys yet. */
export function needsKeys(before: Locales, after: Locales): boolean {
  const indexed = new Set(chainsOf(before).map(tagOf));
  return before.default !== after.default || chainsOf(after).some((chain) => !indexed.has(tagOf(chain)));
}

export const anyLocales = (fields: Field[]) => fields.some(hasLocales);

/** Rich text in groups, lists and blocks included. */
const hasRichText = (items: Item[]): boolean =>
  items.some((item) => item.kind === 'richtext' || hasRichText(itemsIn(item)));

/** The types with such fields, which must have no change under way. */
export function typesWith(rows: TypeRow[], concerns: (fields: Field[]) => boolean): ContentType[] {
  return rows.flatMap((row) => {
    const type = readType(row);
    if (!concerns(type.fields)) return [];
    assertSettled(row);
    return [type];
  });
}

/**
 * The transaction must have locked the types. Returns the id of the last entry; null: there are no more. `concerns`: whether
 * entries of a type with these fields are written.
 */
export async function reindex(
  tx: Tx,
  rows: TypeRow[],
  locales: Locales,
  after: string | null,
  concerns: (fields: Field[]) => boolean = anyLocales,
): Promise<string | null> {
  return (await reindexNext(tx, typesWith(rows, concerns), locales, after, AT_ONCE)).reached;
}

/** The place that was reached, null at the end, and the number of entries that were written. */
type Reached = { reached: string | null; count: number };

/** The transaction must have locked the types. */
export async function reindexNext(
  tx: Tx,
  types: ContentType[],
  locales: Locales,
  after: string | null,
  limit: number,
): Promise<Reached> {
  if (types.length === 0) return { reached: null, count: 0 };
  const ids = types.map(({ id }) => id);
  const { entries, isLast } = await nextIndexed(tx, ids, after, limit);
  const some = await deriveFew(types, locales, entries);
  for (const type of types) {
    const own = some.filter(({ entry }) => entry.type_id === type.id);
    for (const stage of ['draft', 'published'] as const) {
      const keyed = own.flatMap((one) => (one[stage] === null ? [] : [{ id: one.entry.id, ...one[stage] }]));
      await replaceKeys(tx, type.id, stage, keyed);
      await addReferences(tx, stage, keyed);
    }
  }
  await saveSlugs(
    tx,
    some.flatMap(({ entry: { id, slug }, slugNow }) => (slugNow === slug ? [] : [{ id, slug: slugNow }])),
  );
  const isEnd = isLast && some.length === entries.length;
  return { reached: isEnd ? null : some.at(-1)!.entry.id, count: some.length };
}

type Reindexed = {
  entry: IndexedEntry;
  draft: Derived | null;
  published: Derived | null;
  slugNow: string | null;
};

/** The keys of the first entries: as many as one statement can write. */
async function deriveFew(
  types: ContentType[],
  locales: Locales,
  entries: IndexedEntry[],
): Promise<Reindexed[]> {
  const slices = new Slices();
  const some: Reindexed[] = [];
  let keys = 0;
  for await (const entry of slices.each(entries)) {
    const type = types.find(({ id }) => id === entry.type_id)!;
    const keysOf = (values: Values, property: string | null) =>
      derive(type.fields, values, property, locales, slices);
    const values: Values = JSON.parse(entry.fields);
    const draft = entry.status === 'deleted' ? null : await keysOf(values, entry.property_id);
    const published =
      entry.published === null ? null : await keysOf(JSON.parse(entry.published), entry.published_property);
    keys += (draft?.index.length ?? 0) + (published?.index.length ?? 0);
    if (keys > KEYS_AT_ONCE && some.length > 0) break;
    some.push({ entry, draft, published, slugNow: slugOf(type, values, locales) });
  }
  return some;
}

/** Writes the words of titles, and all words as they are folded since migration 0084, of entries from before. */
export const wordsOfSites: RowChange = {
  name: 'words of content for sites',
  batch: async (tx, place) =>
    reindex(tx, await lockTypes(tx, 'change'), await loadLocales(tx), place, () => true),
};

/** Adds the keys of fallbacks, and the references of rich text, to entries from before migration 0071. */
export const keysByLocale: RowChange = {
  name: 'keys of content by locale',
  async batch(tx, place) {
    const types = await lockTypes(tx, 'change');
    const concerns = (fields: Field[]) => anyLocales(fields) || hasRichText(fields);
    return reindex(tx, types, await loadLocales(tx), place, concerns);
  },
};
