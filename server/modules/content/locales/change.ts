/** A change of the locales: readers of each locale find every entry, and no page goes blank unless the caller accepts it. */
import { type Actor, reaches } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, forbidden } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { Slices } from '#kernel/work/slices.ts';
import { pagesChanged } from '../content.events.ts';
import { stateOf } from '../entries/locale-state.ts';
import { lockTypes } from '../entries/reindex.sql.ts';
import { needsKeys, reindex } from '../entries/reindex.ts';
import { saveManyLive } from '../entries/rewrite.sql.ts';
import { type Rewrite, rewriteEntries } from '../entries/rewrite.ts';
import type { Values } from '../entries/values.ts';
import { hasLocales } from '../fields/structure.ts';
import { nextEntries, type StoredEntry } from '../types/migration-run.sql.ts';
import { BEGINNING, type Place, placeAfter, storedOf } from '../types/migration-run.ts';
import { assertSettled, type ContentType, readType } from '../types/record.ts';
import { saveLocales } from './locales.sql.ts';
import {
  chainsOf,
  type Live,
  type Locales,
  loadLocales,
  readWanted,
  tagOf,
  type WantedLocales,
} from './locales.ts';
import {
  copyBlank,
  goesBlank,
  hasValueIn,
  LossCount,
  type Losses,
  liveWithCopies,
  removedLocales,
} from './loss.ts';

/** copy: entries that would go blank get the values that readers see now; allow: they go blank. */
export type Wish = WantedLocales & { blank?: 'copy' | 'allow' };

const AT_ONCE = 250;

/** A removed locale keeps its values; they are shown again once it is back. */
export async function changeLocales(
  tx: Tx,
  by: Actor,
  now: Date,
  { blank, ...wanted }: Wish,
): Promise<Locales & Losses> {
  const after = readWanted(wanted);
  // No entry is saved from here on, so none is indexed for the former locales alone.
  const rows = await lockTypes(tx, 'entries');
  const before = await loadLocales(tx);
  const types = rows.map(readType).filter(({ fields }) => fields.some(hasLocales));
  // Entries of a type that is being changed are converted for the locales for which they were checked.
  if (!isSame(before, after)) rows.forEach(assertSettled);
  const losses = isSame(before, after)
    ? { blank: [], hidden: [] }
    : await findLosses(tx, types, before, after);
  assertAccepted(by, losses, blank);
  await saveLocales(tx, now, { default_locale: after.default, locales: JSON.stringify(after.locales) });
  if (blank === 'copy' && !isSame(before, after)) await copyAll(tx, by, now, types, before, after);
  if (needsKeys(before, after)) {
    for (let at = await reindex(tx, rows, after, null); at !== null; )
      at = await reindex(tx, rows, after, at);
  }
  if (!isSame(before, after)) {
    const typeIds = rows.map(({ id }) => id);
    await publishAll(tx, now, pagesChanged('locales', now, typeIds));
  }
  return { ...after, ...losses };
}

const isSame = (before: Locales, after: Locales) => {
  const tags = (locales: Locales) => chainsOf(locales).map(tagOf).sort().join();
  return before.default === after.default && tags(before) === tags(after);
};

function assertAccepted(by: Actor, losses: Losses, blank: Wish['blank']): void {
  const count = [...losses.blank, ...losses.hidden].reduce((sum, loss) => sum + loss.count, 0);
  if (count === 0) return;
  if (!reaches(by.role, 'admin'))
    throw forbidden('This change hides live content, so it needs the role admin.', {
      role: 'admin',
      ...losses,
    });
  if (blank !== undefined) return;
  throw conflict(
    'Live entries would lose what readers see. Send "blank": "copy" to copy the values that they see now, or "allow".',
    losses,
  );
}

async function* entriesOf(tx: Tx, type: ContentType): AsyncGenerator<StoredEntry[]> {
  for (let from: Place | null = BEGINNING; from !== null; ) {
    const batch = await nextEntries(tx, type.id, from, AT_ONCE);
    yield batch.entries;
    from = placeAfter(batch);
  }
}

async function findLosses(tx: Tx, types: ContentType[], before: Locales, after: Locales): Promise<Losses> {
  const [blank, hidden] = [new LossCount(), new LossCount()];
  const removed = removedLocales(before, after);
  for (const { name, fields, ...type } of types) {
    for await (const entries of entriesOf(tx, { name, fields, ...type })) {
      for await (const { id, slug, published, ...entry } of new Slices().each(entries)) {
        if (published === null) continue;
        const values: Values = JSON.parse(published);
        if (goesBlank(fields, values, stateOf(entry).live, before, after)) blank.add(name, '', slug ?? id);
        for (const locale of removed)
          if (hasValueIn(fields, values, locale)) hidden.add(name, locale, slug ?? id);
      }
    }
  }
  return { blank: blank.all.map(({ locale: _, ...loss }) => loss), hidden: hidden.all };
}

async function copyAll(
  tx: Tx,
  by: Actor,
  now: Date,
  types: ContentType[],
  before: Locales,
  after: Locales,
): Promise<void> {
  for (const type of types) {
    const copy = (values: Values, live: Live) => copyBlank(type.fields, values, live, before, after);
    for await (const entries of entriesOf(tx, type)) {
      const rewrites = await new Slices().map(entries, (entry): Rewrite => {
        const stored = storedOf(entry);
        const published = stored.published === null ? null : copy(stored.published, stateOf(entry).live);
        const next = { draft: copy(stored.draft, null), published };
        return { entry, stored, next, live: liveAfter(entry, before, after) };
      });
      await rewriteEntries(tx, by, now, type, type.fields, after, rewrites);
      const some = rewrites.flatMap(({ entry, live }) => (live ? [{ id: entry.id, live }] : []));
      await saveManyLive(tx, some);
    }
  }
}

/** An entry that is live in some locales is live in those, too, whose readers got a copy. */
const liveAfter = (entry: StoredEntry, before: Locales, after: Locales): Live =>
  entry.published === null ? null : liveWithCopies(stateOf(entry).live, before, after);
