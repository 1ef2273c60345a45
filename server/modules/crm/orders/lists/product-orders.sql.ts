import type { Tx } from '#kernel/db/db.ts';

export type SoldLine = {
  id: string;
  order_number: string;
  status: string;
  currency: string;
  created_at: Date;
  sku: string;
  name: string;
  quantity: bigint;
  unit_price: string;
  variant_id: string | null;
};

export type SoldProduct = { productId: string; variantIds: string[]; skus: string[] };

/**
 * The orders whose lines name the product or one of its variants, or only one of its SKUs, the one that was entered last first, with
 * these lines. `after` is the id of the last order of the page before; one order more than `limit` shows that there is a next page.
 */
export async function findSold(
  tx: Tx,
  { productId, variantIds, skus }: SoldProduct,
  limit: number,
  after: string | null,
): Promise<SoldLine[]> {
  const { rows } = await tx.query<SoldLine>(SOLD, [productId, variantIds, after, limit + 1, skus]);
  return rows;
}

// Each id and SKU is looked up in the order of its index, whatever the statistics say.
const SOLD = {
  name: 'sold_lines_and_skus',
  text: `
    with found as materialized (
      select distinct order_id from (
        (select order_id from order_lines
         where tenant_id = (select current_tenant()) and product_id = any (array[$1::uuid])
           and ($3::uuid is null or order_id < $3)
         group by product_id, order_id order by product_id desc, order_id desc limit $4)
        union all
        select theirs.order_id from unnest($2::uuid[]) as v (id) cross join lateral (
          select order_id from order_lines
          where tenant_id = (select current_tenant()) and variant_id = any (array[v.id]) and ($3::uuid is null or order_id < $3)
          group by variant_id, order_id order by variant_id desc, order_id desc limit $4) theirs
        union all
        select theirs.order_id from unnest($5::text[]) as s (sku) cross join lateral (
          select order_id from order_lines
          where tenant_id = (select current_tenant()) and sku = any (array[s.sku]) and product_id is null and variant_id is null
            and ($3::uuid is null or order_id < $3)
          group by sku, order_id order by sku desc, order_id desc limit $4) theirs) ids
      order by order_id desc limit $4)
    select o.id, o.order_number, o.status, o.currency, o.created_at, l.sku, l.name, l.quantity, l.unit_price::text, l.variant_id
    from found
    join orders o on o.tenant_id = (select current_tenant()) and o.id = any (array[found.order_id])
    join order_lines l on l.tenant_id = o.tenant_id and l.order_id = any (array[found.order_id])
      and (l.product_id = $1 or l.variant_id = any ($2)
        or l.product_id is null and l.variant_id is null and l.sku = any ($5))
    order by o.id desc, l.line`,
};
