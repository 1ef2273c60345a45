import type { Tx } from '#kernel/db/db.ts';

/** Where something went matters for taxes and says nothing about a person. */
const KEPT_OF_ADDRESS = ['country', 'countryCode', 'state', 'region'];

/** Orders stay, for the books; answers how many. The caller holds the customer, so no order joins them meanwhile. */
export async function anonymiseOrders(tx: Tx, customerId: string): Promise<number> {
  const { rowCount } = await tx.query(
    `update orders set
       shipping_address = (select json_object_agg(key, value) from json_each(shipping_address) where key = any($2)),
       billing_address = (select json_object_agg(key, value) from json_each(billing_address) where key = any($2)),
       customer_note = null, internal_note = null, metadata = null
     where tenant_id = current_tenant() and customer_id = $1`,
    [customerId, KEPT_OF_ADDRESS],
  );
  return rowCount;
}

/** What happened to the orders stays known; what people wrote about it may name someone. */
export async function anonymiseHistory(tx: Tx, customerId: string): Promise<void> {
  await tx.query(
    `update order_history h set details = (h.details::jsonb - '{reason,reference,tracking}'::text[])::json
     from orders o
     where o.tenant_id = current_tenant() and o.customer_id = $1 and h.tenant_id = o.tenant_id and h.order_id = o.id`,
    [customerId],
  );
}

/** Those who were merged into this customer. */
export async function findMerged(tx: Tx, into: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from customers where tenant_id = current_tenant() and merged_into = $1 order by id',
    [into],
  );
  return rows.map((row) => row.id);
}
