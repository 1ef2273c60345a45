/** Items follow the variants of the catalog: a new variant gets one, a renamed SKU keeps its stock, and stock keeps a variant. */
import { type Tx, violates } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { addItems, newItem } from './items.ts';
import { deleteEmptyItems, findStocked, isInventoryOn, renameSkus } from './variant-skus.sql.ts';

export type SkuChanges = {
  /** SKUs of new variants whose units are shipped. */
  made: string[];
  renamed: { from: string; to: string }[];
  /** SKUs of variants that are deleted. */
  gone: string[];
};

/**
 * In the transaction of the variants. Items that are there already stay as they are. An item that never had stock makes room for a
 * renamed one, and goes with its variant.
 */
export async function followSkus(
  tx: Tx,
  now: Date,
  { made, renamed, gone }: SkuChanges,
  assertRoom: AssertRoom,
): Promise<void> {
  const [anew, former] = [new Set(made), new Set(renamed.map(({ from }) => from))];
  const dropped = [
    ...gone.filter((sku) => !anew.has(sku)),
    ...renamed.flatMap(({ to }) => (former.has(to) ? [] : [to])),
  ];
  if (dropped.length > 0) await deleteEmptyItems(tx, dropped);
  if (renamed.length > 0) {
    await renameSkus(tx, now, renamed).catch((error) => {
      if (!violates(error, 'a_sku_is_one_item')) throw error;
      const skus = renamed.map(({ to }) => to);
      throw conflict('One of the new SKUs has stock of its own. Choose another SKU for the variant.', {
        skus,
      });
    });
  }
  if (made.length > 0 && (await isInventoryOn(tx))) {
    const rows = made.toSorted().map((sku) => newItem(now, { sku }));
    await addItems(tx, rows, assertRoom);
  }
}

/** The use that keeps variants from being deleted. */
export async function stockOfVariants(tx: Tx, variants: { sku: string }[]) {
  const stocked = await findStocked(
    tx,
    variants.map(({ sku }) => sku),
  );
  return { what: 'SKUs with stock or reservations', count: stocked.length, first: stocked.slice(0, 10) };
}
