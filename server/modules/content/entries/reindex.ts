/** Writes the index keys of stored entries again: for locales whose readers have no keys yet. */
import type { Tx } from '#kernel/db/db.ts';
import type { RowChange } from '#kernel/work/row-changes.ts';
import { Slices } from '#kernel/work/slices.ts';
import type { Field, Item } from '../fields/field.ts';
import { hasLocales, itemsIn } from '../fields/structure.ts';
import { chainsOf, type Locales, loadLocales, tagOf } from '../locales/locales.ts';
import { assertSettled, readType } from '../types/record.ts';
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
import { derive } from './value-index.ts';

const AT_ONCE = 100;

/** True if readers of some locale have no keys yet. */
export function needsKeys(before: Locales, after: Locales): boolean {
  const indexed = new Set(chainsOf(before).map(tagOf));
  return before.default !== after.default || chainsOf(after).some((chain) => !indexed.has(tagOf(chain)));
}

const anyLocales = (fields: Field[]) => fields.some(hasLocales);

/** Rich text in groups, lists and blocks included. */
const hasRichText = (items: Item[]): boolean =>
  items.some((item) => item.kind === 'richtext' || hasRichText(itemsIn(item)));

/**
 * The transaction must have locked the types. Returns the id of the last entry; null: there are no more. `concerns`: whether
 * entries of a type with these fields are written.
 */
export async function reindex(
  tx: Tx,
  types: TypeRow[],
  locales: Locales,
  after: string | null,
  concerns: (fields: Field[]) => boolean = anyLocales,
): Promise<string | null> {
  const concerned = types
    .map((row) => ({ row, type: readType(row) }))
    .filter(({ type }) => concerns(type.fields));
  if (concerned.length === 0) return null;
  for (const { row } of concerned) assertSettled(row);
  const { entries, isLast } = await nextIndexed(
    tx,
    concerned.map(({ type }) => type.id),
    after,
    AT_ONCE,
  );
  for (const { type } of concerned) {
    const own = entries.filter(({ type_id }) => type_id === type.id);
    if (own.length === 0) continue;
    const slices = new Slices();
    const derived = async (id: string, fields: string, propertyId: string | null) => ({
      id,
      ...(await derive(type.fields, JSON.parse(fields), propertyId, locales, slices)),
    });
    const drafts: Awaited<ReturnType<typeof derived>>[] = [];
    const live: typeof drafts = [];
    for await (const { id, status, published, ...entry } of slices.each(own)) {
      if (status !== 'deleted') drafts.push(await derived(id, entry.fields, entry.property_id));
      if (published !== null) live.push(await derived(id, published, entry.published_property));
    }
    for (const [stage, some] of [
      ['draft', drafts],
      ['published', live],
    ] as const) {
      await replaceKeys(tx, type.id, stage, some);
      await addReferences(tx, stage, some);
    }
    const slug = (entry: IndexedEntry) => slugOf(type, JSON.parse(entry.fields), locales);
    await saveSlugs(
      tx,
      own.flatMap((entry) => (slug(entry) === entry.slug ? [] : [{ id: entry.id, slug: slug(entry) }])),
    );
  }
  return isLast ? null : entries.at(-1)!.id;
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
