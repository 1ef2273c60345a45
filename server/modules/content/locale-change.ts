/** A change of the locales: readers of each locale find every entry, as soon as the change is there. */
import type { Tx } from '#kernel/db/db.ts';
import { lockTypes } from './entry-reindex.sql.ts';
import { needsKeys, reindex } from './entry-reindex.ts';
import { saveLocales } from './locales.sql.ts';
import { type Locales, loadLocales, readWanted, type WantedLocales } from './locales.ts';

/** A removed locale keeps its values; they are shown again once it is back. */
export async function changeLocales(tx: Tx, now: Date, wanted: WantedLocales): Promise<Locales> {
  const after = readWanted(wanted);
  // No entry is saved from here on, so none is indexed for the former locales alone.
  const types = await lockTypes(tx, 'entries');
  const before = await loadLocales(tx);
  await saveLocales(tx, now, { default_locale: after.default, locales: JSON.stringify(after.locales) });
  if (needsKeys(before, after)) {
    for (let at = await reindex(tx, types, after, null); at !== null; )
      at = await reindex(tx, types, after, at);
  }
  return after;
}
