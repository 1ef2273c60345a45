import type { Tx } from '#kernel/db/db.ts';
import { texts } from '#kernel/db/list.ts';

/** The product that has a SKU, as other modules show it. */
export type ProductOfSku = { id: string; title: string; variantId: string; optionValues: string[] };

/** By SKU; SKUs that no variant has are absent. */
export async function findProductsOfSkus(tx: Tx, skus: string[]): Promise<Map<string, ProductOfSku>> {
  if (skus.length === 0) return new Map();
  // OFFSET 0 makes the planner look up SKU by SKU, also before the first ANALYZE.
  const { rows } = await tx.query<ProductOfSku & { sku: string }>(
    `select v.sku, v.id as "variantId", v.option_values as "optionValues", p.id, p.title
     from unnest($1::text[]) as asked (sku)
     cross join lateral (
       select * from variants where tenant_id = current_tenant() and sku = asked.sku offset 0) v
     cross join lateral (
       select * from products where tenant_id = current_tenant() and id = v.product_id offset 0) p`,
    [texts(skus, (sku) => sku)],
  );
  return new Map(rows.map(({ sku, ...product }) => [sku, product]));
}

/** The variants that are read at most. */
const MAX_READ = 20_000;

/** The SKUs of these products after `after`, in their order. */
export async function findSkusOf(
  tx: Tx,
  productIds: string[],
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ sku: string }>(
    `select sku from (
       select v.sku from unnest($1::uuid[]) as p (id)
       cross join lateral (
         select sku from variants where tenant_id = (select current_tenant()) and product_id = any (array[p.id]) offset 0) v
       limit ${MAX_READ}) read
     where $2::text is null or sku > $2 collate "C" order by sku limit $3`,
    [productIds, after, limit],
  );
  return rows.map(({ sku }) => sku);
}
