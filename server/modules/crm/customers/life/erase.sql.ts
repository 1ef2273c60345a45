import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { OrderRow } from '../../orders/record.ts';
import type { Person } from '../hooks.ts';

/** The country and region of a delivery matter for taxes and identify no person. */
const KEPT_OF_ADDRESS = ['country', 'countryCode', 'state', 'region'];

/** Those of these orders, locked by the caller, that no erasure has processed. */
export async function withoutErased(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from unnest($1::uuid[]) id where not exists (
       select from order_history h where h.tenant_id = current_tenant() and h.order_id = id and h.action = 'erased')`,
    [ids],
  );
  return rows.map((row) => row.id);
}

/**
 * Removes personal data from orders, which stay for accounting: each gets a next version and a history entry. The caller has
 * locked them.
 */
export async function anonymiseOrders(tx: Tx, by: Author, now: Date, ids: string[]): Promise<void> {
  await tx.query(
    `with held as (
       select id, array_remove(array[
         case when exists (select from json_object_keys(shipping_address) key where key <> all($2)) then 'shippingAddress' end,
         case when exists (select from json_object_keys(billing_address) key where key <> all($2)) then 'billingAddress' end,
         case when customer_note is not null then 'customerNote' end,
         case when internal_note is not null then 'internalNote' end,
         case when metadata is not null then 'metadata' end], null) as fields
       from orders where tenant_id = current_tenant() and id = any($1)
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
    [ids, KEPT_OF_ADDRESS, now, by.type, by.id, by.name],
  );
}

/** Free texts of a history entry, which may name people. */
const WRITTEN = ['reason', 'reference', 'method', 'tracking', 'comment'];

/** Removes free texts from the history; the entries themselves stay. */
export async function anonymiseHistory(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    `update order_history set details = (details::jsonb - $2::text[])::json
     where tenant_id = current_tenant() and order_id = any($1) and details::jsonb ?| $2`,
    [ids, WRITTEN],
  );
}

/**
 * Removes free texts from the orders' events. An event has the time of the history entry it was published with, so each is found
 * by an index, however many others there are.
 */
export async function anonymiseEvents(tx: Tx, ids: string[]): Promise<void> {
  await tx.query(
    `with told as (
       select e.id, e.created_at
       from order_history h
       cross join lateral (
         select id, created_at, data from events
         where tenant_id = current_tenant() and created_at = h.created_at
           and type in ('order.paid', 'order.payment_failed', 'order.fulfilled') offset 0) e
       where h.tenant_id = current_tenant() and h.order_id = any($1) and h.action in ('payment', 'fulfilled')
         and e.data ->> 'id' = h.order_id::text and (e.data ->> 'method' is not null or e.data ->> 'tracking' is not null)
     )
     update events e set data = (
       select json_object_agg(key, case when key in ('method', 'tracking') then 'null' else value end order by place)
       from json_each(e.data) with ordinality as entry (key, value, place))
     from told where e.tenant_id = current_tenant() and e.id = told.id and e.created_at = told.created_at`,
    [ids],
  );
}

/** An order and a history entry as readers see them before the erasure has processed them. */
export const withoutPerson = (order: OrderRow): OrderRow => ({
  ...order,
  shipping_address: keptOf(order.shipping_address),
  billing_address: keptOf(order.billing_address),
  customer_note: null,
  internal_note: null,
  metadata: null,
});

export const withoutWriting = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([key]) => !WRITTEN.includes(key)));

function keptOf(address: string | null): string | null {
  if (address === null) return null;
  const kept = Object.entries(JSON.parse(address)).filter(([key]) => KEPT_OF_ADDRESS.includes(key));
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept));
}

/** By what other modules know the customer, before it is locked. */
export async function findPerson(tx: Tx, id: string): Promise<Person> {
  const { rows } = await tx.query<{ id: string; emails: string[] }>(
    `select id, emails from customers where tenant_id = current_tenant() and id = $1
     union all select id, emails from customers where tenant_id = current_tenant() and merged_into = $1`,
    [id],
  );
  return { ids: rows.map((row) => row.id), emails: rows.flatMap(({ emails }) => emails) };
}

/** The ids of the customers that were merged into this one. */
export async function findMerged(tx: Tx, into: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select id from customers where tenant_id = current_tenant() and merged_into = $1 order by id',
    [into],
  );
  return rows.map((row) => row.id);
}
