/** Writes any number of products with their variants in a fixed number of statements, with the events of what really changed. */
import { setImmediate as immediate } from 'node:timers/promises';
import { type Tx, violates } from '#kernel/db/db.ts';
import { conflict, type Problem } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { type Draft, eventsOf, type Settled, settle } from './draft.ts';
import { handleRowsOf } from './index-keys.ts';
import { findHandles, findSkus } from './products.sql.ts';
import type { FollowSkus } from './references.ts';
import {
  deleteHandles,
  deleteIndexRows,
  deleteOwnPrices,
  deleteProducts,
  deleteVariants,
  insertHandles,
  insertIndexRows,
  insertOwnPrices,
  insertProducts,
  insertVariants,
  updateProducts,
  updateVariants,
  upsertIndexRows,
  upsertOwnPrices,
} from './writing.sql.ts';

/**
 * The caller has locked the products. Deletions come first and insertions last, so that a variant can have the SKU that another
 * one of the same request gives up.
 */
export async function writeDrafts(
  tx: Tx,
  now: Date,
  drafts: Draft[],
  followSkus?: FollowSkus,
): Promise<Settled[]> {
  const all = drafts.map((draft) => settle(draft, now));
  const kept = all.filter(({ isGone }) => !isGone);
  const [fresh, former] = [all.filter(({ isNew }) => isNew), all.filter(({ isNew }) => !isNew)];
  await inOrder([
    () => deleteVariants(tx, idsOf(all.flatMap(({ deleted }) => deleted))),
    () => deleteProducts(tx, idsOf(all.flatMap(({ isGone, product }) => (isGone ? [product] : [])))),
    () => insertProducts(tx, productsOf(fresh)),
    () => updateProducts(tx, productsOf(kept.filter(({ isNew, isRowChanged }) => !isNew && isRowChanged))),
    () =>
      deleteHandles(
        tx,
        all.flatMap(({ handles }) => handles.removed),
      ),
    () =>
      insertHandles(
        tx,
        all.flatMap(({ handles }) => handles.added),
      ),
    () =>
      updateVariants(
        tx,
        all.flatMap(({ updated }) => updated.map(({ row }) => row)),
      ),
    () =>
      insertVariants(
        tx,
        all.flatMap(({ inserted }) => inserted),
      ),
    () =>
      deleteOwnPrices(
        tx,
        all.flatMap(({ prices }) => prices.removed),
      ),
    () =>
      insertOwnPrices(
        tx,
        fresh.flatMap(({ prices }) => prices.stored),
      ),
    () =>
      upsertOwnPrices(
        tx,
        former.flatMap(({ prices }) => prices.stored),
      ),
    () =>
      deleteIndexRows(
        tx,
        all.flatMap(({ index }) => index.removed),
      ),
    () =>
      insertIndexRows(
        tx,
        fresh.flatMap(({ index }) => index.added),
      ),
    () =>
      upsertIndexRows(
        tx,
        former.flatMap(({ index }) => index.added),
      ),
  ]);
  await followSkus?.(tx, now, skuChangesOf(drafts, all));
  await publishAll(
    tx,
    now,
    all.flatMap((settled) => eventsOf(settled, now)),
  );
  return all;
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const productsOf = (all: Settled[]) => all.map(({ product }) => product);

/**
 * Sends each statement while the database works on those before it, and lets other work run in between. After a failure the
 * transaction refuses the rest, so the first error is the cause.
 */
async function inOrder(writes: (() => Promise<void>)[]): Promise<void> {
  const sent: Promise<void>[] = [];
  for (const write of writes) {
    sent.push(write());
    sent.at(-1)!.catch(() => {});
    await immediate();
  }
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected') throw takenMeanwhile(outcome.reason);
  }
}

/** Only what is shipped has stock. All variants of a product that becomes physical are new to the inventory. */
function skuChangesOf(drafts: Draft[], all: Settled[]) {
  const former = new Map(drafts.flatMap((draft) => draft.variantsBefore).map(({ id, sku }) => [id, sku]));
  return {
    made: all.flatMap(({ product, variants, inserted }, index) => {
      if (product.kind !== 'physical') return [];
      const isKnown = drafts[index]!.before?.kind === 'physical';
      return (isKnown ? inserted : variants).map(({ sku }) => sku);
    }),
    renamed: all.flatMap(({ updated }) =>
      updated.flatMap(({ row }) => {
        const from = former.get(row.id)!;
        return from === row.sku ? [] : [{ from, to: row.sku }];
      }),
    ),
    gone: all.flatMap(({ deleted }) => deleted.map(({ sku }) => sku)),
  };
}

/** The values that another request took between the check and the write. */
function takenMeanwhile(error: unknown): unknown {
  const taken = Object.entries(TAKEN_MEANWHILE).find(([constraint]) => violates(error, constraint));
  return taken === undefined ? error : conflict(taken[1]);
}

const TAKEN_MEANWHILE = {
  a_sku_is_one_variant:
    'Another request gave one of these SKUs to a variant at this moment. Please try again.',
  a_handle_is_one_product: 'Another request took this handle at this moment. Please try again.',
  no_two_variants_have_the_same_options:
    'Two variants have the same options. Please read them and try again.',
};

/** The SKUs and handles of each draft that a record outside of all drafts has already. */
export async function findTaken(tx: Tx, drafts: Draft[]): Promise<Map<Draft, Problem[]>> {
  const taken = new Map<Draft, Problem[]>();
  const say = (draft: Draft, path: string, what: string) => {
    const problem = { path, code: 'not_unique', message: `is the ${what} already` };
    taken.set(draft, [...(taken.get(draft) ?? []), problem]);
  };
  const given = new Map(drafts.flatMap((draft) => draft.variantsBefore).map(({ id, sku }) => [id, sku]));
  const wanted = drafts.flatMap((draft) =>
    draft.variantsAfter.flatMap((variant, index) =>
      given.get(variant.id) === variant.sku ? [] : [{ draft, index, sku: variant.sku }],
    ),
  );
  if (wanted.length > 0) {
    const found = await findSkus(
      tx,
      wanted.map(({ sku }) => sku),
    );
    const later = new Map(drafts.flatMap((draft) => draft.variantsAfter).map(({ id, sku }) => [id, sku]));
    // A variant among the drafts may give its SKU up.
    const isKept = ({ id, sku }: { id: string; sku: string }) => !given.has(id) || later.get(id) === sku;
    const owners = new Set(found.filter(isKept).map(({ sku }) => sku));
    for (const { draft, index, sku } of wanted) {
      if (owners.has(sku)) say(draft, `variants[${index}].sku`, 'SKU of another variant');
    }
  }
  const handles = drafts.flatMap((draft) =>
    draft.after === null ? [] : handleRowsOf(draft.after).map((row) => ({ draft, row })),
  );
  const found = await findHandles(
    tx,
    handles.map(({ row }) => row.locale),
    handles.map(({ row }) => row.handle),
  );
  for (const { locale, handle, product_id: owner } of found) {
    for (const { draft, row } of handles) {
      if (row.locale !== locale || row.handle !== handle || row.productId === owner) continue;
      const path = locale === '' ? 'handle' : `translations.${locale}.handle`;
      say(draft, path, 'handle of another product');
    }
  }
  return taken;
}

export async function assertNotTaken(tx: Tx, draft: Draft, at = (path: string) => path): Promise<void> {
  const problems = (await findTaken(tx, [draft])).get(draft)?.map((one) => ({ ...one, path: at(one.path) }));
  const [first] = problems ?? [];
  if (first !== undefined) throw conflict(`${first.path}: ${first.message}.`, problems);
}
