import type { Tx } from '#kernel/db/db.ts';
import { currencyExponent, fromMinor } from '#kernel/money.ts';
import type { PlaceOrder } from './orders.routes.ts';

export type OrderRow = {
  id: string;
  order_number: string;
  status: string;
  payment_status: string;
  customer_id: string;
  channel: NonNullable<PlaceOrder['channel']> | null;
  property_id: string | null;
  currency: string;
  subtotal: bigint;
  shipping_total: bigint;
  discount_total: bigint;
  tax_total: bigint;
  total: bigint;
  shipping_address: string | null;
  billing_address: string | null;
  customer_note: string | null;
  internal_note: string | null;
  metadata: string | null;
  created_at: Date;
};

export type LineRow = {
  line: number;
  sku: string;
  name: string;
  quantity: bigint;
  unit_price: string;
  amount: bigint;
  tax_amount: bigint | null;
  product_id: string | null;
  variant_id: string | null;
  description: string | null;
};

export type NewOrder = {
  order: Omit<OrderRow, 'order_number'>;
  lines: LineRow[];
  /** Null: the next number of the tenant. */
  orderNumber: string | null;
  eventId: string;
};

/** No number although the customer is known: the number is taken. */
export type Placed = { customerKnown: boolean; orderNumber: string | null };

/** There is one way to place orders, and it takes a list: orders, lines and events of one tenant in one statement. */
export async function insertOrders(tx: Tx, orders: NewOrder[]): Promise<Placed[]> {
  const column = <T>(pick: (entry: NewOrder) => T) => orders.map(pick);
  const lines = orders.flatMap((entry, index) => entry.lines.map((line) => ({ ...line, position: index })));
  const { rows } = await tx.query<{ customer_known: boolean; order_number: string | null }>(INSERT_ORDERS, [
    column((entry) => entry.order.id),
    column((entry) => entry.orderNumber),
    column((entry) => entry.order.customer_id),
    column((entry) => entry.order.channel),
    column((entry) => entry.order.property_id),
    column((entry) => entry.order.currency),
    column((entry) => entry.order.subtotal),
    column((entry) => entry.order.shipping_total),
    column((entry) => entry.order.discount_total),
    column((entry) => entry.order.tax_total),
    column((entry) => entry.order.total),
    column((entry) => entry.order.shipping_address),
    column((entry) => entry.order.billing_address),
    column((entry) => entry.order.customer_note),
    column((entry) => entry.order.internal_note),
    column((entry) => entry.order.metadata),
    column((entry) => entry.order.created_at),
    column((entry) => entry.eventId),
    column(eventData),
    lines.map((line) => line.position),
    lines.map((line) => line.line),
    lines.map((line) => line.sku),
    lines.map((line) => line.name),
    lines.map((line) => line.quantity),
    lines.map((line) => line.unit_price),
    lines.map((line) => line.amount),
    lines.map((line) => line.tax_amount),
    lines.map((line) => line.product_id),
    lines.map((line) => line.variant_id),
    lines.map((line) => line.description),
  ]);
  tx.wakeDispatcher();
  return rows.map((row) => ({ customerKnown: row.customer_known, orderNumber: row.order_number }));
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

// The counter is taken last before the insert and for the whole list at once, so a tenant's orders wait for each
// other as briefly as can be. A number someone gave by hand may be in the way: then nothing of that order is written.
const INSERT_ORDERS = {
  name: 'insert_orders',
  text: `
  with input as (
    select * from unnest(
      $1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::json[], $13::json[], $14::text[], $15::text[], $16::json[], $17::timestamptz[],
      $18::uuid[], $19::text[]
    ) with ordinality as o (
      id, given_number, customer_id, channel, property_id, currency, subtotal, shipping_total, discount_total,
      tax_total, total, shipping_address, billing_address, customer_note, internal_note, metadata, created_at,
      event_id, event_data, position)
  ),
  known as (
    select i.* from input i
    -- Locked as the foreign key will lock them, but before they are judged: nobody is merged or erased in between.
    where i.customer_id in (
      select c.id from customers c
      where c.tenant_id = current_tenant() and c.id = any($3) and c.merged_into is null and c.erased_at is null
      order by c.id for key share)
  ),
  unnumbered as (
    select position, row_number() over (order by position) - 1 as place from known where given_number is null
  ),
  counter as (
    insert into order_counters as c (tenant_id, next_number)
    select current_tenant(), 1001 + count(*) from unnumbered having count(*) > 0
    on conflict (tenant_id) do update set next_number = c.next_number + (select count(*) from unnumbered)
    returning next_number - (select count(*) from unnumbered) as first
  ),
  placed as (
    insert into orders (
      tenant_id, id, order_number, status, payment_status, customer_id, channel, property_id, currency, subtotal,
      shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
      metadata, created_at)
    select current_tenant(), k.id, coalesce(k.given_number, ((select first from counter) + u.place)::text),
      'placed', 'unpaid', k.customer_id, k.channel, k.property_id, k.currency, k.subtotal, k.shipping_total,
      k.discount_total, k.tax_total, k.total, k.shipping_address, k.billing_address, k.customer_note, k.internal_note,
      k.metadata, k.created_at
    from known k left join unnumbered u on u.position = k.position
    on conflict (tenant_id, order_number) do nothing
    returning id, order_number
  ),
  lines as (
    insert into order_lines (
      tenant_id, order_id, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description)
    select current_tenant(), p.id, l.line, l.sku, l.name, l.quantity, l.unit_price, l.amount, l.tax_amount,
      l.product_id, l.variant_id, l.description
    from unnest(
      $20::int[], $21::int[], $22::text[], $23::text[], $24::bigint[], $25::numeric[], $26::bigint[], $27::bigint[],
      $28::uuid[], $29::uuid[], $30::text[]
    ) as l (position, line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description)
    join input i on i.position = l.position + 1
    join placed p on p.id = i.id
  ),
  published as (
    insert into events (tenant_id, id, type, data, created_at, next_at)
    select current_tenant(), i.event_id, 'order.placed',
      ('{"orderNumber":' || to_json(p.order_number) || ',' || substr(i.event_data, 2))::json, i.created_at, i.created_at
    from placed p join input i on i.id = p.id
  )
  select k.id is not null as customer_known, p.order_number
  from input i left join known k on k.id = i.id left join placed p on p.id = i.id
  order by i.position`,
};

/** Moves the tenant's counter to the next number that is free. */
export async function skipTakenNumbers(tx: Tx): Promise<void> {
  await tx.query(
    `update order_counters c set next_number = coalesce((
       select min(n) from generate_series(c.next_number, c.next_number + 10000) n
       where not exists (
         select from orders o where o.tenant_id = current_tenant() and o.order_number = n::text)), c.next_number + 10001)
     where tenant_id = current_tenant()`,
  );
}

export async function findOrder(
  tx: Tx,
  id: string,
): Promise<{ order: OrderRow; lines: LineRow[] } | undefined> {
  const orders = await tx.query<OrderRow>(
    `select id, order_number, status, payment_status, customer_id, channel, property_id, currency, subtotal,
       shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
       metadata, created_at
     from orders where tenant_id = current_tenant() and id = $1`,
    [id],
  );
  const order = orders.rows[0];
  if (order === undefined) return undefined;
  const lines = await tx.query<LineRow>(
    `select line, sku, name, quantity, unit_price, amount, tax_amount, product_id, variant_id, description
     from order_lines where tenant_id = current_tenant() and order_id = $1 order by line`,
    [id],
  );
  return { order, lines: lines.rows };
}
