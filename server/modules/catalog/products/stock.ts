/** The stock of products in lists; the inventory keeps it by SKU. */
import { type Static, Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, forbidden } from '#kernel/errors.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findVariantSkus } from './stock.sql.ts';

export const STOCK_STATES = ['low', 'depleted'] as const;
export type StockState = (typeof STOCK_STATES)[number];

/** The functions of the inventory; modules.ts passes them in. */
export type Stock = {
  /** SKUs without stock to keep are absent. */
  findStockOf(tx: Tx, skus: string[]): Promise<Map<string, { available: number; state: string }>>;
  skusInState(state: StockState): { all: string; has(sku: string): string };
};

export const ProductStock = NamedObject('ProductStock', {
  available: Type.Integer({ description: 'Units of all variants that are not reserved.' }),
  low: Type.Integer({ description: 'Variants that are low, as last announced by an event.' }),
  depleted: Type.Integer({ description: 'Variants that are sold out, as last announced by an event.' }),
});

/** Stock is for callers that may read the inventory. */
export function assertMayReadStock({ tenant, scopes }: Actor): void {
  if (!tenant.modules.includes('inventory')) {
    const message = 'The module inventory is not active for this tenant.';
    throw new AppError('module_disabled', message, { module: 'inventory' });
  }
  if (!(scopes?.includes('read:inventory') ?? true))
    throw forbidden('Stock needs the scope read:inventory.', { scope: 'read:inventory' });
}

/** The variants of a page of products that are read at most. */
export const MOST_VARIANTS = 20_000;

/** Null: no variant keeps stock. Products beyond the first `MOST_VARIANTS` variants are absent. */
export async function stockOfProducts(
  tx: Tx,
  products: { id: string; variant_count: number }[],
  { findStockOf }: Stock,
) {
  let count = 0;
  const ids: string[] = [];
  for (const { id, variant_count } of products) {
    count += variant_count;
    if (count <= MOST_VARIANTS) ids.push(id);
  }
  const variants = await findVariantSkus(tx, ids);
  const stock = await findStockOf(
    tx,
    variants.map(({ sku }) => sku),
  );
  const found = new Map<string, Static<typeof ProductStock> | null>(ids.map((id) => [id, null]));
  for (const { sku, product_id } of variants) {
    const own = stock.get(sku);
    if (own === undefined) continue;
    const sum = found.get(product_id) ?? { available: 0, low: 0, depleted: 0 };
    found.set(product_id, {
      available: sum.available + own.available,
      low: sum.low + Number(own.state === 'low'),
      depleted: sum.depleted + Number(own.state === 'depleted'),
    });
  }
  return found;
}
