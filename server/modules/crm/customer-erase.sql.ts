import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';

/** Where something went matters for taxes and says nothing about a person. */
const KEPT_OF_ADDRESS = ['country', 'countryCode', 'state', 'region'];

/** Orders stay, for the books; answers how many. The caller holds the customer, so no order joins them meanwhile. */
export async function anonymiseOrders(tx: Tx, by: Author, now: Date, customerId: string): Promise<number> {
  const { rowCount } = await tx.query(
    `with held as (
       select id, array_remove(array[
         case when exists (select from json_object_keys(shipping_address) key where key <> all($2)) then 'shippingAddress' end,
         case when exists (select from json_object_keys(billing_address) key where key <> all($2)) then 'billingAddress' end,
         case when customer_note is not null then 'customerNote' end,
         case when internal_note is not null then 'internalNote' end,
         case when metadata is not null then 'metadata' end], null) as fields
       from orders where tenant_id = current_tenant() and customer_id = $1 for update
     ),
     anonymised as (
       update orders o set
         shipping_address = (select json_object_agg(key, value) from json_each(shipping_address) where key = any($2)),
         billing_address = (select json_object_agg(key, value) from json_each(billing_address) where key = any($2)),
         customer_note = null, internal_note = null, metadata = null, version = version + 1, updated_at = $3
       from held where o.tenant_id = current_tenant() and o.id = held.id
       returning o.id, version, status, payment_status, fields
     )
     insert into order_history (
       tenant_id, order_id, version, action, actor_type, actor_id, actor_name, status, payment_status, details, created_at)
     select current_tenant(), id, version, 'erased', $4, $5, $6, status, payment_status, json_build_object('fields', fields), $3
     from anonymised`,
    [customerId, KEPT_OF_ADDRESS, now, by.type, by.id, by.name],
  );
  return rowCount;
}

/** What happened to the orders stays known; what people wrote about it may name someone. */
export async function anonymiseHistory(tx: Tx, customerId: string): Promise<void> {
  await tx.query(
    `update order_history h set details = (h.details::jsonb - '{reason,reference,method,tracking}'::text[])::json
     from orders o
     where o.tenant_id = current_tenant() and o.customer_id = $1 and h.tenant_id = o.tenant_id and h.order_id = o.id`,
    [customerId],
  );
}

/**
 * The same of what their events told. An event has the time of the entry of history it was published with: found by that, one by
 * one, however many others there are.
 */
export async function anonymiseEvents(tx: Tx, customerId: string): Promise<void> {
  await tx.query(
    `with told as (
       select e.id, e.created_at
       from orders o
       join order_history h on h.tenant_id = o.tenant_id and h.order_id = o.id
       cross join lateral (
         select id, created_at, data from events
         where tenant_id = current_tenant() and created_at = h.created_at
           and type in ('order.paid', 'order.payment_failed', 'order.fulfilled') offset 0) e
       where o.tenant_id = current_tenant() and o.customer_id = $1 and h.action in ('payment', 'fulfilled')
         and e.data ->> 'id' = o.id::text and (e.data ->> 'method' is not null or e.data ->> 'tracking' is not null)
     )
     update events e set data = (
       select json_object_agg(key, case when key in ('method', 'tracking') then 'null' else value end order by place)
       from json_each(e.data) with ordinality as entry (key, value, place))
     from told where e.tenant_id = current_tenant() and e.id = told.id and e.created_at = told.created_at`,
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
