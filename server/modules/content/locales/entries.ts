/** Entries in a change of the locales: what their readers would lose, and the copies that prevent it. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Slices } from '#kernel/work/slices.ts';
import { stateOf } from '../entries/locale-state.ts';
import { saveManyLive } from '../entries/rewrite.sql.ts';
import { type Rewrite, rewriteEntries } from '../entries/rewrite.ts';
import type { Values } from '../entries/values.ts';
import type { StoredEntry } from '../types/migration-run.sql.ts';
import { storedOf } from '../types/migration-run.ts';
import type { ContentType } from '../types/record.ts';
import type { Live, Locales } from './locales.ts';
import { copyBlank, goesBlank, hasValueIn, type LossCount, liveWithCopies, removedLocales } from './loss.ts';

export async function noteLosses(
  { blank, hidden }: { blank: LossCount; hidden: LossCount },
  { name, fields }: ContentType,
  entries: StoredEntry[],
  before: Locales,
  after: Locales,
): Promise<void> {
  const removed = removedLocales(before, after);
  for await (const { id, slug, published, ...entry } of new Slices().each(entries)) {
    if (published === null) continue;
    const values: Values = JSON.parse(published);
    if (goesBlank(fields, values, stateOf(entry).live, before, after)) blank.add(name, '', slug ?? id);
    for (const locale of removed)
      if (hasValueIn(fields, values, locale)) hidden.add(name, locale, slug ?? id);
  }
}

/**
 * Before the change, readers see the same with a copy as without. `stored`: the locales whose keys and slugs the entries get. The
 * transaction must have locked the entries.
 */
export async function copyBlanks(
  tx: Tx,
  by: Author,
  now: Date,
  type: ContentType,
  entries: StoredEntry[],
  { before, after, stored: locales }: { before: Locales; after: Locales; stored: Locales },
): Promise<void> {
  const copy = (values: Values, live: Live) => copyBlank(type.fields, values, live, before, after);
  const rewrites = await new Slices().map(entries, (entry): Rewrite => {
    const stored = storedOf(entry);
    const published = stored.published === null ? null : copy(stored.published, stateOf(entry).live);
    const next = { draft: copy(stored.draft, null), published };
    return { entry, stored, next, live: liveAfter(entry, before, after) };
  });
  await rewriteEntries(tx, by, now, type, type.fields, locales, rewrites);
  const some = rewrites.flatMap(({ entry, live }) => (live ? [{ id: entry.id, live }] : []));
  await saveManyLive(tx, some);
}

/** An entry that is live in some locales is live in those, too, whose readers got a copy. */
const liveAfter = (entry: StoredEntry, before: Locales, after: Locales): Live =>
  entry.published === null ? null : liveWithCopies(stateOf(entry).live, before, after);
