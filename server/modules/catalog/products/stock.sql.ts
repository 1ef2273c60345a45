import type { Tx } from '#kernel/db/db.ts';

/** The SKUs of these products. */
export async function findVariantSkus(tx: Tx, ids: string[]): Promise<{ product_id: string; sku: string }[]> {
  const { rows } = await tx.query<{ product_id: string; sku: string }>(
    `select v.product_id, v.sku from unnest($1::uuid[]) as p (id)
     cross join lateral (
       select product_id, sku from variants
       where tenant_id = (select current_tenant()) and product_id = any (array[p.id]) offset 0) v`,
    [ids],
  );
  return rows;
}
