/** The stock of SKUs as lists of products show it and filter by it. */
import type { Tx } from '#kernel/db/db.ts';
import { texts } from '#kernel/db/list.ts';

export type StockOfSku = { available: number; state: 'ok' | 'low' | 'depleted' };

/** The tracked ones among these SKUs: the units that are not reserved, at all locations, and the state that was announced last. */
export async function findStockOf(tx: Tx, skus: string[]): Promise<Map<string, StockOfSku>> {
  if (skus.length === 0) return new Map();
  // OFFSET 0 makes the planner look up SKU by SKU, also before the first ANALYZE.
  const { rows } = await tx.query<{ sku: string; available: bigint; state: StockOfSku['state'] }>(
    `select i.sku, i.announced as state, l.available
     from unnest($1::text[]) as asked (sku)
     cross join lateral (
       select id, sku, announced from inventory_items
       where tenant_id = (select current_tenant()) and sku = any (array[asked.sku]) and tracked offset 0) i
     cross join lateral (
       select coalesce(sum(available), 0)::bigint as available from stock_levels
       where tenant_id = (select current_tenant()) and item_id = any (array[i.id]) offset 0) l`,
    [texts(skus, (sku) => sku)],
  );
  return new Map(rows.map(({ sku, state, available }) => [sku, { state, available: Number(available) }]));
}

/** SQL for filters: the SKUs in a state, and whether one SKU is in it. */
export const skusInState = (state: 'low' | 'depleted') => ({
  all: `select sku from inventory_items where tenant_id = (select current_tenant()) and announced = '${state}'`,
  has: (sku: string) => `coalesce((
    select true from inventory_items
    where tenant_id = (select current_tenant()) and sku = any (array[${sku}]) and announced = '${state}' limit 1), false)`,
});
