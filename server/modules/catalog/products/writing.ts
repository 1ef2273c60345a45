/** Writes any number of products with their variants in a fixed number of statements, with the events of what really changed. */
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
  try {
    await deleteVariants(
      tx,
      all.flatMap(({ deleted }) => deleted.map(({ id }) => id)),
    );
    await deleteProducts(
      tx,
      all.flatMap(({ isGone, product }) => (isGone ? [product.id] : [])),
    );
    await insertProducts(
      tx,
      kept.flatMap(({ isNew, product }) => (isNew ? [product] : [])),
    );
    await updateProducts(
      tx,
      kept.flatMap(({ isNew, isRowChanged, product }) => (!isNew && isRowChanged ? [product] : [])),
    );
    await deleteHandles(
      tx,
      all.flatMap(({ handles }) => handles.removed),
    );
    await insertHandles(
      tx,
      all.flatMap(({ handles }) => handles.added),
    );
    await updateVariants(
      tx,
      all.flatMap(({ updated }) => updated.map(({ row }) => row)),
    );
    await insertVariants(
      tx,
      all.flatMap(({ inserted }) => inserted),
    );
  } catch (error) {
    throw takenMeanwhile(error);
  }
  await deleteOwnPrices(
    tx,
    all.flatMap(({ prices }) => prices.removed),
  );
  await insertOwnPrices(
    tx,
    all.flatMap(({ prices }) => prices.stored),
  );
  await deleteIndexRows(
    tx,
    all.flatMap(({ index }) => index.removed),
  );
  await insertIndexRows(
    tx,
    all.flatMap(({ index }) => index.added),
  );
  await followSkus?.(tx, now, skuChangesOf(drafts, all));
  await publishAll(
    tx,
    now,
    all.flatMap((settled) => eventsOf(settled, now)),
  );
  return all;
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
