import type { Queryable } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';
import { currencyExponent, fromMinor } from '#kernel/money.ts';
import type { LineRow, OrderRow } from './orders.sql.ts';

export type NewOrder = {
  tenantId: string;
  order: Omit<OrderRow, 'order_number'>;
  lines: LineRow[];
  /** Null: the next number of the tenant. */
  orderNumber: string | null;
  eventId: string;
  /** JSON of the actor: type, id and name. */
  placedBy: string;
};

/** No number although the customer is known: the number is taken. */
export type Placed = { customerKnown: boolean; orderNumber: string | null };

/**
 * There is one way to place orders, and it takes a list: orders, lines and events in one statement, of one tenant or of several.
 * For whom it may write is not its business: row-level security says.
 */
export async function insertOrders(tx: Pick<Queryable, 'query'>, orders: NewOrder[]): Promise<Placed[]> {
  const { rows } = await tx.query<PlacedRow>(INSERT_ORDERS, orderColumns(orders));
  return rows.map(readPlaced);
}

export type PlacedRow = { customer_known: boolean; order_number: string | null };

export const readPlaced = (row: PlacedRow): Placed => ({
  customerKnown: row.customer_known,
  orderNumber: row.order_number,
});

export function orderColumns(orders: NewOrder[]): string[] {
  const lines = orders.flatMap(({ tenantId, order, lines }, index) =>
    lines.map((line) => ({ ...line, tenantId, orderId: order.id, position: index + 1 })),
  );
  return [
    list(orders, (entry) => entry.tenantId),
    list(orders, (entry) => entry.order.id),
    texts(orders, (entry) => entry.orderNumber),
    list(orders, (entry) => entry.order.customer_id),
    list(orders, (entry) => entry.order.channel),
    texts(orders, (entry) => entry.order.property_id),
    list(orders, (entry) => entry.order.currency),
    list(orders, (entry) => String(entry.order.subtotal)),
    list(orders, (entry) => String(entry.order.shipping_total)),
    list(orders, (entry) => String(entry.order.discount_total)),
    list(orders, (entry) => String(entry.order.tax_total)),
    list(orders, (entry) => String(entry.order.total)),
    texts(orders, (entry) => entry.order.shipping_address),
    texts(orders, (entry) => entry.order.billing_address),
    texts(orders, (entry) => entry.order.customer_note),
    texts(orders, (entry) => entry.order.internal_note),
    texts(orders, (entry) => entry.order.metadata),
    list(orders, (entry) => entry.order.created_at.toISOString()),
    texts(orders, (entry) => entry.placedBy),
    list(orders, (entry) => entry.eventId),
    texts(orders, eventData),
    list(lines, (line) => line.position),
    list(lines, (line) => line.tenantId),
    list(lines, (line) => line.orderId),
    list(lines, (line) => line.line),
    texts(lines, (line) => line.sku),
    texts(lines, (line) => line.name),
    list(lines, (line) => String(line.quantity)),
    list(lines, (line) => line.unit_price),
    list(lines, (line) => String(line.amount)),
    list(lines, (line) => (line.tax_amount === null ? null : String(line.tax_amount))),
    list(lines, (line) => line.product_id),
    list(lines, (line) => line.variant_id),
    texts(lines, (line) => line.description),
  ];
}

/** `order.placed` without its number, which only the statement knows. */
function eventData({ order, lines }: NewOrder): string {
  const exponent = currencyExponent(order.currency)!;
  return JSON.stringify({
    id: order.id,
    customerId: order.customer_id,
    channel: order.channel,
    propertyId: order.property_id,
    currency: order.currency,
    subtotal: fromMinor(order.subtotal, exponent),
    shippingTotal: fromMinor(order.shipping_total, exponent),
    discountTotal: fromMinor(order.discount_total, exponent),
    taxTotal: fromMinor(order.tax_total, exponent),
    total: fromMinor(order.total, exponent),
    lineCount: lines.length,
    createdAt: order.created_at,
  });
}

// The counters are taken for the whole list at once, and in one order, so that nobody waits for each other in a circle. Numbers are
// counted back from where the counter stands afterwards. A number someone gave by hand may be in the way: then nothing of that
// order is written; should it be given at this very moment, the unique key refuses the whole list. LIMIT 1 keeps a look-up a look
// into the index: without it, the planner may read all the orders or customers of a tenant that it believes small. After `ready`, every
// part reads from there alone, by position: joining what was inserted would cost as much as inserting it.
export const INSERT_ORDERS = {
  name: 'insert_orders',
  text: `
  with customer as materialized (
    -- Locked as the foreign key will lock them, but before they are judged: nobody is merged or erased in between.
    select c.* from (
      select distinct tenant_id, id from unnest($1::uuid[], $4::uuid[]) as a (tenant_id, id) order by tenant_id, id) asked
    cross join lateral (
      select c.tenant_id, c.id from customers c
      where c.tenant_id = asked.tenant_id and c.id = asked.id and c.merged_into is null and c.erased_at is null
      limit 1 for key share) c
  ),
  input as materialized (
    select o.*, (o.tenant_id, o.customer_id) in (select tenant_id, id from customer) as known
    from unnest(
      $1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::bigint[], $13::json[], $14::json[], $15::text[], $16::text[], $17::json[],
      $18::timestamptz[], $19::json[], $20::uuid[], $21::text[]
    ) with ordinality as o (
      tenant_id, id, given_number, customer_id, channel, property_id, currency, subtotal, shipping_total, discount_total,
      tax_total, total, shipping_address, billing_address, customer_note, internal_note, metadata, created_at, placed_by,
      event_id, event_data, position)
  ),
  counter as (
    insert into order_counters as c (tenant_id, next_number)
    select tenant_id, 1001 + count(*) from input where known and given_number is null group by tenant_id order by tenant_id
    on conflict (tenant_id) do update set next_number = c.next_number + excluded.next_number - 1001
    returning tenant_id, next_number
  ),
  numbered as materialized (
    select i.*, coalesce(i.given_number, (c.next_number
      - row_number() over (partition by i.tenant_id, i.known, i.given_number is null order by i.position desc))::text) as number
    from input i left join counter c on c.tenant_id = i.tenant_id
  ),
  ready as materialized (
    select n.*, n.known and taken is null
      and row_number() over (partition by n.tenant_id, n.number order by n.position) = 1 as is_free
    from numbered n
    left join lateral (
      select true as taken from orders o where o.tenant_id = n.tenant_id and o.order_number = n.number limit 1) o on true
  ),
  placed as (
    insert into orders (
      tenant_id, id, order_number, status, payment_status, customer_id, channel, property_id, currency, subtotal,
      shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
      metadata, created_at, placed_by)
    select tenant_id, id, number, 'placed', 'unpaid', customer_id, channel, property_id, currency, subtotal,
      shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
      metadata, created_at, placed_by
    from ready where is_free
  ),
  lines as (
    insert into order_lines (
      tenant_id, order_id, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description)
    select l.tenant_id, l.order_id, l.line, l.sku, l.name, l.quantity, l.unit_price, l.amount, l.tax_amount,
      l.product_id, l.variant_id, l.description
    from unnest(
      $22::int[], $23::uuid[], $24::uuid[], $25::int[], $26::text[], $27::text[], $28::bigint[], $29::numeric[],
      $30::bigint[], $31::bigint[], $32::uuid[], $33::uuid[], $34::text[]
    ) as l (position, tenant_id, order_id, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id,
      description)
    where (select array_agg(is_free order by position) from ready)[l.position]
  ),
  published as (
    insert into events (tenant_id, id, type, data, created_at)
    select tenant_id, event_id, 'order.placed',
      ('{"orderNumber":' || to_json(number) || ',' || substr(event_data, 2))::json, created_at
    from ready where is_free
  ),
  queued as (
    insert into event_queue (tenant_id, id, at, type, next_at)
    select tenant_id, event_id, created_at, 'order.placed', created_at from ready where is_free
  )
  select known as customer_known, case when is_free then number end as order_number from ready order by position`,
};
