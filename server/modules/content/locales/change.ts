/** A change of the locales: readers of each locale find every entry, and no page goes blank unless the caller accepts it. */
import { type Author, audit } from '#kernel/audit.ts';
import { type Actor, reaches } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, conflict, forbidden } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { pagesChanged } from '../content.events.ts';
import { lockTypes } from '../entries/reindex.sql.ts';
import { anyLocales, needsKeys, reindex, typesWith } from '../entries/reindex.ts';
import { nextEntries, type StoredEntry } from '../types/migration-run.sql.ts';
import { BEGINNING, type Place, placeAfter } from '../types/migration-run.ts';
import { type ContentType, readType } from '../types/record.ts';
import { findTypes } from '../types/types.sql.ts';
import {
  countEntriesOfTypes,
  findLocaleChange,
  type LocaleChangeRow,
  saveLocaleChange,
} from './change.sql.ts';
import { copyBlanks, noteLosses } from './entries.ts';
import { saveLocales } from './locales.sql.ts';
import { chainsOf, type Locales, loadLocales, readWanted, tagOf, type WantedLocales } from './locales.ts';
import { LossCount, type Losses } from './loss.ts';

/** copy: entries that would go blank get the values that readers see now; allow: they go blank. */
export type Wish = WantedLocales & { blank?: 'copy' | 'allow' };
/** `isLossless`: the caller may accept no loss, also none that comes up while a worker prepares the entries. */
export type Prepared = Wish & { isLossless?: boolean };
/** `change`: the locales are those from before, and a worker puts the new ones in force. */
export type Changed = Locales & Losses & { change: LocaleChangeRow | null };

/** The most entries that a request prepares itself: no entry is saved meanwhile. */
export const AT_ONCE = 500;
const READ_AT_ONCE = 250;

/** A removed locale keeps its values; they are shown again once it is back. */
export async function changeLocales(
  tx: Tx,
  by: Actor,
  now: Date,
  wish: Wish,
  rehearsal: boolean,
): Promise<Changed> {
  const after = readWanted(wish);
  const before = await loadLocales(tx);
  if (isSame(before, after) || (await countLocalised(tx, AT_ONCE + 1)) <= AT_ONCE)
    return changeAtOnce(tx, by, now, wish, after);
  return startChange(tx, by, now, wish, { before, after, rehearsal });
}

async function countLocalised(tx: Tx, most: number | null): Promise<number> {
  const types = (await findTypes(tx)).map(readType).filter(({ fields }) => anyLocales(fields));
  const ids = types.map(({ id }) => id);
  return countEntriesOfTypes(tx, ids, most);
}

async function changeAtOnce(tx: Tx, by: Actor, now: Date, wish: Wish, after: Locales): Promise<Changed> {
  // No entry is saved from here on, so none is indexed for the former locales alone.
  const rows = await lockTypes(tx, 'entries');
  await assertNoneUnderWay(tx);
  const before = await loadLocales(tx);
  if (isSame(before, after)) {
    await saveLocales(tx, now, after);
    await noteInAudit(tx, by, now, by.tenant.id, after);
    return { ...after, blank: [], hidden: [], change: null };
  }
  // Entries of a type that is being changed are converted for the locales for which they were checked.
  const types = typesWith(rows, () => true).filter(({ fields }) => anyLocales(fields));
  const losses = await findLosses(tx, types, before, after);
  assertAccepted(by, losses, wish.blank);
  await saveLocales(tx, now, after);
  if (wish.blank === 'copy') {
    for (const type of types)
      for await (const entries of entriesOf(tx, type)) {
        await copyBlanks(tx, by, now, type, entries, { before, after, stored: after });
      }
  }
  if (needsKeys(before, after)) {
    for (let at = await reindex(tx, rows, after, null); at !== null; )
      at = await reindex(tx, rows, after, at);
  }
  await tellInForce(tx, by, now, by.tenant.id, after);
  return { ...after, ...losses, change: null };
}

/**
 * A worker prepares the entries; the locales change when all are. Losses are looked for here, without a lock, for the answer. The
 * worker looks again at each entry.
 */
async function startChange(
  tx: Tx,
  by: Actor,
  now: Date,
  wish: Wish,
  { before, after, rehearsal }: { before: Locales; after: Locales; rehearsal: boolean },
): Promise<Changed> {
  const types = (await findTypes(tx)).map(readType).filter(({ fields }) => anyLocales(fields));
  const losses = await findLosses(tx, types, before, after);
  assertAccepted(by, losses, wish.blank);
  if (rehearsal) return { ...after, ...losses, change: null };
  const total = await countLocalised(tx, null);
  // A save that began before is over, and each later one writes the keys of these locales too.
  typesWith(await lockTypes(tx, 'entries'), () => true);
  await assertNoneUnderWay(tx);
  if (!isSame(await loadLocales(tx), before))
    throw conflict('Another request has just changed the locales. Read them, and send the change again.');
  const wanted = JSON.stringify({ ...wish, isLossless: !mayLose(by) } satisfies Prepared);
  const change: LocaleChangeRow = {
    ...{ tenant_id: by.tenant.id, id: newId(), status: 'preparing', wanted },
    author: JSON.stringify({ type: by.type, id: by.id, name: by.name } satisfies Author),
    ...{ reached_id: null, is_through: false, total, done: 0, losses: JSON.stringify(losses) },
    ...{ reason: null, created_at: now, finished_at: null },
  };
  await saveLocaleChange(tx, change);
  return { ...before, ...losses, change };
}

/** The caller has locked a type, so that no change of the locales begins before its transaction is over. */
export async function assertNoneUnderWay(tx: Tx): Promise<void> {
  const change = await findLocaleChange(tx);
  if (change === undefined || change.finished_at !== null) return;
  throw new AppError(
    'conflict',
    'The locales of content are being changed. Wait until that change is over; entries can be read and written meanwhile.',
    { changeId: change.id },
    { 'retry-after': '5' },
  );
}

export async function tellInForce(
  tx: Tx,
  by: Author,
  now: Date,
  tenantId: string,
  after: Locales,
): Promise<void> {
  const typeIds = (await findTypes(tx)).map(({ id }) => id);
  await publishAll(tx, now, pagesChanged('locales', now, typeIds));
  await noteInAudit(tx, by, now, tenantId, after);
}

const noteInAudit = (
  tx: Tx,
  by: Author,
  now: Date,
  tenantId: string,
  { default: standard, locales }: Locales,
) =>
  audit(tx, by, now, {
    ...{ action: 'content_locales.changed', subjectType: 'content_locales', subjectId: tenantId },
    details: { default: standard, locales },
  });

const isSame = (before: Locales, after: Locales) => {
  const tags = (locales: Locales) => chainsOf(locales).map(tagOf).sort().join();
  return before.default === after.default && tags(before) === tags(after);
};

const mayLose = (by: Actor): boolean => reaches(by.role, 'admin');

function assertAccepted(by: Actor, losses: Losses, blank: Wish['blank']): void {
  if (countOf(losses) === 0) return;
  if (!mayLose(by))
    throw forbidden('This change hides live content, so it needs the role admin.', {
      role: 'admin',
      ...losses,
    });
  if (blank !== undefined) return;
  throw conflict(LOSES, losses);
}

export const LOSES =
  'Live entries would lose what readers see. Send "blank": "copy" to copy the values that they see now, or "allow".';

export const countOf = ({ blank, hidden }: Losses): number =>
  [...blank, ...hidden].reduce((sum, { count }) => sum + count, 0);

async function* entriesOf(tx: Tx, type: ContentType): AsyncGenerator<StoredEntry[]> {
  for (let from: Place | null = BEGINNING; from !== null; ) {
    const batch = await nextEntries(tx, type.id, from, READ_AT_ONCE);
    yield batch.entries;
    from = placeAfter(batch);
  }
}

async function findLosses(tx: Tx, types: ContentType[], before: Locales, after: Locales): Promise<Losses> {
  const losses = { blank: new LossCount(), hidden: new LossCount() };
  for (const type of types)
    for await (const entries of entriesOf(tx, type)) await noteLosses(losses, type, entries, before, after);
  return lossesOf(losses);
}

export const lossesOf = ({ blank, hidden }: { blank: LossCount; hidden: LossCount }): Losses => ({
  blank: blank.all.map(({ locale: _, ...loss }) => loss),
  hidden: hidden.all,
});
