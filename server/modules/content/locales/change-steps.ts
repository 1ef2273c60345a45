/**
 * The steps of a change of the locales with many entries. Entries get the keys of the new locales, and copies, while the former are
 * in force; readers see no difference. Then the locales change at once. Slugs of another default, which only editors see, follow.
 */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { lockTypes, nextIndexed, saveSlugs } from '../entries/reindex.sql.ts';
import { anyLocales, needsKeys, reindexNext, typesWith } from '../entries/reindex.ts';
import { slugOf } from '../entries/slugs.ts';
import type { Pace } from '../types/change-steps.ts';
import { countUnchecked, findStored, holdUnchecked, stampEntries } from '../types/migration-run.sql.ts';
import type { ContentType } from '../types/record.ts';
import { findTypes } from '../types/types.sql.ts';
import { type LocaleChangeRow, saveLocaleChange } from './change.sql.ts';
import { countOf, LOSES, lossesOf, type Prepared, tellInForce } from './change.ts';
import { copyBlanks, noteLosses } from './entries.ts';
import { saveLocales } from './locales.sql.ts';
import { type Locales, loadLocales, readWanted } from './locales.ts';
import { LossCount } from './loss.ts';

/** The most entries that are looked at again while no entry can be saved. */
const AGAIN_UNDER_LOCK = 100;
const AGAIN_AT_ONCE = 500;

/** The settings before and after; `stored`: the settings from before, with those that are prepared. */
type Step = { wish: Prepared; before: Locales; after: Locales; stored: Locales };

const localised = (rows: Parameters<typeof typesWith>[0]) => typesWith(rows, anyLocales);

async function readStep(tx: Tx, change: LocaleChangeRow): Promise<Step> {
  const wish: Prepared = JSON.parse(change.wanted);
  const stored = await loadLocales(tx);
  const { next: _, ...before } = stored;
  return { wish, before, after: readWanted(wish), stored };
}

/** Returns whether there may be more to do. */
export async function nextStep(tx: Tx, now: Date, change: LocaleChangeRow, pace: Pace): Promise<boolean> {
  if (change.status === 'finishing') return finishNext(tx, now, change, pace);
  if (!change.is_through) await prepareNext(tx, now, change, pace);
  else await putInForce(tx, now, change);
  return true;
}

async function prepareNext(tx: Tx, now: Date, change: LocaleChangeRow, pace: Pace): Promise<void> {
  const began = performance.now();
  const types = localised(await lockTypes(tx, 'change'));
  const step = await readStep(tx, change);
  const ids = types.map(({ id }) => id);
  const { entries, isLast } = await nextIndexed(tx, ids, change.reached_id, pace.size);
  const isRefused = await settleEntries(
    tx,
    now,
    change,
    step,
    types,
    entries.map(({ id }) => id),
  );
  if (isRefused) return;
  const written = needsKeys(step.before, step.after)
    ? await reindexNext(tx, types, step.stored, change.reached_id, pace.size)
    : { reached: isLast ? null : entries.at(-1)!.id, count: entries.length };
  pace.note(performance.now() - began, written.count);
  await saveLocaleChange(tx, {
    ...change,
    reason: null,
    done: change.done + written.count,
    reached_id: written.reached,
    is_through: written.reached === null,
  });
}

const acceptsLosses = ({ blank, isLossless = false }: Prepared) => blank !== undefined && !isLossless;
/** The entries themselves need no look. */
const isBlind = (wish: Prepared) => acceptsLosses(wish) && wish.blank === 'allow';

/** Refuses the change because of a loss that nobody accepted, or copies. The transaction has locked the entries. */
async function settleEntries(
  tx: Tx,
  now: Date,
  change: LocaleChangeRow,
  { wish, before, after, stored }: Step,
  types: ContentType[],
  ids: string[],
): Promise<boolean> {
  if (isBlind(wish) || ids.length === 0) return false;
  const entries = await findStored(tx, ids);
  const some = types
    .map((type) => ({ type, own: entries.filter(({ type_id }) => type_id === type.id) }))
    .filter(({ own }) => own.length > 0);
  const losses = { blank: new LossCount(), hidden: new LossCount() };
  if (!acceptsLosses(wish))
    for (const { type, own } of some) await noteLosses(losses, type, own, before, after);
  const found = lossesOf(losses);
  if (countOf(found) > 0) {
    const over = { status: 'refused', reason: LOSES, finished_at: now } as const;
    await saveLocaleChange(tx, { ...change, ...over, losses: JSON.stringify(found) });
    return true;
  }
  if (wish.blank !== 'copy') return false;
  const author: Author = JSON.parse(change.author);
  for (const { type, own } of some) await copyBlanks(tx, author, now, type, own, { before, after, stored });
  return false;
}

/** Looks at the entries that were saved meanwhile. The last of them, and the switch, are one transaction that locks all types. */
async function putInForce(tx: Tx, now: Date, change: LocaleChangeRow): Promise<void> {
  const step = await readStep(tx, change);
  const isAgain = !isBlind(step.wish);
  const isFew = !isAgain || (await countSaved(tx, await findTypes(tx))) <= AGAIN_UNDER_LOCK;
  const types = localised(await lockTypes(tx, isFew ? 'entries' : 'change'));
  if (isAgain) {
    for (const type of types) {
      const entries = await holdUnchecked(tx, type.id, AGAIN_AT_ONCE);
      const ids = entries.map(({ id }) => id);
      if (await settleEntries(tx, now, change, step, [type], ids)) return;
      await stampEntries(tx, ids, type.version);
    }
    if (!isFew || (await countSaved(tx, types)) > 0) return;
  }
  const author: Author = JSON.parse(change.author);
  await saveLocales(tx, now, step.after);
  await tellInForce(tx, author, now, change.tenant_id, step.after);
  const isOver = step.before.default === step.after.default;
  await saveLocaleChange(tx, {
    ...{ ...change, reached_id: null },
    ...(isOver ? { status: 'finished', finished_at: now } : { status: 'finishing' }),
  });
}

async function countSaved(tx: Tx, types: { id: string }[]): Promise<number> {
  let count = 0;
  for (const { id } of types) count += await countUnchecked(tx, id, AGAIN_UNDER_LOCK + 1);
  return count;
}

/** Writes the slugs of the new default locale. */
async function finishNext(tx: Tx, now: Date, change: LocaleChangeRow, pace: Pace): Promise<boolean> {
  const began = performance.now();
  const types = localised(await lockTypes(tx, 'change'));
  const locales = await loadLocales(tx);
  const ids = types.map(({ id }) => id);
  const { entries, isLast } = await nextIndexed(tx, ids, change.reached_id, pace.size);
  const slugs = entries.flatMap((entry) => {
    const type = types.find(({ id }) => id === entry.type_id)!;
    const slug = slugOf(type, JSON.parse(entry.fields), locales);
    return slug === entry.slug ? [] : [{ id: entry.id, slug }];
  });
  await saveSlugs(tx, slugs);
  pace.note(performance.now() - began, entries.length);
  const reached = { ...change, reason: null, reached_id: entries.at(-1)?.id ?? null };
  await saveLocaleChange(tx, isLast ? { ...reached, status: 'finished', finished_at: now } : reached);
  return !isLast;
}
