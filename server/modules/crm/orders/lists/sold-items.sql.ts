import type { Tx } from '#kernel/db/db.ts';

export type SoldItemRow = { sku: string; name: string; unit_price: string; currency: string; sold_at: Date };

/** The orders and the lines of each that a suggestion reads, however many there are. */
export const LOOK = { orders: 300, lines: 20 };

/** Each SKU of the latest orders with its latest name and price; those whose SKU or name contains the text, latest first. */
export async function findSoldItems(tx: Tx, text: string | null, limit: number): Promise<SoldItemRow[]> {
  const { rows } = await tx.query<SoldItemRow>(
    `with latest as materialized (
       select l.sku, l.name, l.unit_price, o.currency, o.created_at as sold_at
       from (
         select id, currency, created_at from orders where tenant_id = current_tenant()
         order by created_at desc, id desc limit ${LOOK.orders}) o
       cross join lateral (
         select sku, name, unit_price from order_lines
         where tenant_id = current_tenant() and order_id = any (array[o.id])
         order by order_id, line limit ${LOOK.lines}) l
     ),
     sold as (select distinct on (sku) * from latest order by sku, sold_at desc)
     select sku, name, unit_price::text, currency, sold_at from sold
     where $1::text is null or position(lower($1) in lower(sku)) > 0 or position(lower($1) in lower(name)) > 0
     order by sold_at desc, sku limit $2`,
    [text, limit],
  );
  return rows;
}
