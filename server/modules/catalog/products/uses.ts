/** Records of other modules that keep a variant from being deleted, such as stock. */
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import type { Variant } from './record.ts';

export type UsedVariant = { id: string; productId: string; sku: string };
/** The number of records that use these variants, and the first ten by name. */
export type Use = (
  tx: Tx,
  variants: UsedVariant[],
) => Promise<{ what: string; count: number; first: string[] }>;
export type Uses = Use[];

/** The caller has locked the product, so that a module that locks it too adds no use meanwhile. */
export async function assertUnused(tx: Tx, uses: Uses, variants: Variant[]): Promise<void> {
  if (variants.length === 0) return;
  const named = variants.map(({ id, product_id, sku }) => ({ id, productId: product_id, sku }));
  const found = [];
  for (const use of uses) found.push(await use(tx, named));
  assertNone('product', found);
}

export function assertNone(what: string, uses: { what: string; count: number; first: string[] }[]): void {
  const usedBy = uses.filter(({ count }) => count > 0);
  if (usedBy.length === 0) return;
  const list = usedBy.map((one) => `${one.count} ${one.what}`).join(', ');
  throw new AppError('in_use', `This ${what} is in use: ${list}. Remove them first.`, { usedBy });
}
