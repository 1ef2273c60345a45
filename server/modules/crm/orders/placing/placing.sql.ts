import type { Queryable } from '#kernel/db/db.ts';
import { BETWEEN_JSONS, jsons, list, texts } from '#kernel/db/list.ts';
import { type HeldKey, IDEMPOTENCY_HOURS } from '#kernel/http/idempotency.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import type { LineRow, OrderRow } from '../record.ts';

export type NewOrder = {
  tenantId: string;
  order: Omit<OrderRow, 'order_number'>;
  lines: LineRow[];
  /** Null: the next number of the tenant. */
  orderNumber: string | null;
  /** The time of writing. The order may have been placed long before; that time is its created_at. */
  at: Date;
  eventId: string;
  /** JSON of the actor: type, id and name. */
  placedBy: string;
  /** The answer to store for the Idempotency-Key of the request. */
  answer?: KeptOrder;
  /** Size of the request body. */
  bytes?: number;
};

/** The answer as text, with a gap after `gap` characters for the number that only the statement knows. */
export type KeptOrder = HeldKey & { text: string; gap: number };

/**
 * `obstacle`: why the order was not placed. The customer is unknown, or locked by another transaction; the tenant's counter is
 * locked; the Idempotency-Key is in use, was used for another request, or its `answer` is here. No obstacle and no number: the
 * number is taken.
 */
export type Placed = {
  obstacle: 'unknown' | 'locked' | 'counter_locked' | 'in_progress' | 'reused' | 'replayed' | null;
  order_number: string | null;
  answer: string | null;
};

/**
 * The only way to place orders takes a list: one statement writes orders, lines, events and stored answers, of one tenant or of
 * several. Row-level security decides for which tenants it may write.
 */
export async function insertOrders(
  tx: Pick<Queryable, 'query'>,
  orders: NewOrder[],
  statement = INSERT_ORDERS,
): Promise<Placed[]> {
  return (await tx.query<Placed>(statement, orderColumns(orders))).rows;
}

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
    jsons(orders, eventData),
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
    list(orders, ({ answer }) => answer?.actorId ?? null),
    texts(orders, ({ answer }) => answer?.lockName ?? null),
    list(orders, ({ answer }) => answer?.digest.toString('hex') ?? null),
    list(orders, ({ answer }) => answer?.bodyDigest.toString('hex') ?? null),
    jsons(orders, ({ answer }) => answer?.text ?? ''),
    list(orders, ({ answer }) => answer?.gap ?? null),
    list(orders, ({ answer }) => answer?.now.toISOString() ?? null),
    list(orders, ({ answer }) => answer?.oldest.toISOString() ?? null),
    list(orders, (entry) => entry.at.toISOString()),
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

// No look-up here depends on the planner's statistics. The unique key itself decides whether a number is free (ON CONFLICT), for
// this list and for concurrent transactions; customers, counters and keys are found by LIMIT 1 through their primary keys.
// Counters are locked for the whole list at once and in one order, so that transactions cannot deadlock; numbers are counted back
// from the counter's new value. After `ready`, every part reads from there alone, by position: joining the inserted rows would
// cost as much as inserting them.
//
// An Idempotency-Key is locked until commit, as `runIdempotent` locks it. A look-up in the same statement may miss a row that the
// key's last holder has just committed. Storing the answer then conflicts with that row, which must not be overwritten (its
// answer would be null), and the whole list is rolled back.
const insertOrdersWaiting = (wait: { customers: boolean; counters: boolean }) => ({
  name: `insert_orders${wait.customers ? '_waiting_for_customers' : ''}${wait.counters ? '_waiting_for_counters' : ''}`,
  text: `
  with keyed as materialized (
    select k.position, f.answer,
      case when not k.is_held then 'in_progress' when f.answer is null then null
        when f.body_digest <> decode(k.body_digest, 'hex') then 'reused'
        -- During an erasure, only the look-up of a single request knows which answers may be replayed.
        when exists (select from idempotency_forgotten g where g.tenant_id = k.tenant_id) then 'locked'
        else 'replayed' end as obstacle
    from (
      select *, case when lock_name is not null then pg_try_advisory_xact_lock(hashtextextended(lock_name, 0)) end as is_held
      from unnest($1::uuid[], $35::uuid[], $36::text[], $37::text[], $38::text[], $42::timestamptz[]) with ordinality
        as k (tenant_id, actor_id, lock_name, digest, body_digest, oldest, position)) k
    left join lateral (
      select i.answer, i.body_digest, i.created_at from idempotency_keys i
      where k.is_held and i.tenant_id = k.tenant_id and i.actor_id = k.actor_id and i.request_digest = decode(k.digest, 'hex')
      limit 1) f on f.created_at > k.oldest
  ),
  customer as materialized (
    -- Takes the lock of the foreign key before the customer is checked, so that no merge or erasure comes in between.
    select c.* from (
      select distinct tenant_id, id from unnest($1::uuid[], $4::uuid[]) as a (tenant_id, id) order by tenant_id, id) asked
    cross join lateral (
      select c.tenant_id, c.id from customers c
      where c.tenant_id = asked.tenant_id and c.id = asked.id and c.merged_into is null and c.erased_at is null
      limit 1 for key share ${wait.customers ? '' : 'skip locked'}) c
  ),
  input as materialized (
    select o.*, coalesce((select array_agg(obstacle order by position) from keyed)[o.position], case
        when (o.tenant_id, o.customer_id) in (select tenant_id, id from customer) then null
        when exists (
          select from customers c
          where c.tenant_id = o.tenant_id and c.id = o.customer_id and c.merged_into is null and c.erased_at is null
          offset 0) then 'locked'
        else 'unknown' end) as obstacle
    from unnest(
      $1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[],
      $10::bigint[], $11::bigint[], $12::bigint[], $13::json[], $14::json[], $15::text[], $16::text[], $17::json[],
      $18::timestamptz[], $19::json[], $20::uuid[], string_to_array($21, '${BETWEEN_JSONS}'), $43::timestamptz[]
    ) with ordinality as o (
      tenant_id, id, given_number, customer_id, channel, property_id, currency, subtotal, shipping_total, discount_total,
      tax_total, total, shipping_address, billing_address, customer_note, internal_note, metadata, created_at, placed_by,
      event_id, event_data, at, position)
  ),
  wanted as materialized (
    select tenant_id, count(*) as orders from input where obstacle is null and given_number is null group by tenant_id
  ),
  held as materialized (
    select c.tenant_id from (select tenant_id from wanted order by tenant_id) w
    cross join lateral (
      select c.tenant_id from order_counters c where c.tenant_id = w.tenant_id
      for no key update ${wait.counters ? '' : 'skip locked'}) c
  ),
  counter as (
    insert into order_counters as c (tenant_id, next_number)
    select tenant_id, 1001 + orders from wanted w
    where tenant_id in (select tenant_id from held)
      or not exists (select from order_counters c where c.tenant_id = w.tenant_id offset 0)
    order by tenant_id
    on conflict (tenant_id) do update set next_number = c.next_number + excluded.next_number - 1001
    returning tenant_id, next_number
  ),
  numbered as materialized (
    select i.*, coalesce(i.given_number, (c.next_number - row_number() over (
        partition by i.tenant_id, i.obstacle is null, i.given_number is null order by i.position desc))::text) as number
    from input i left join counter c on c.tenant_id = i.tenant_id
  ),
  placed as (
    insert into orders (
      tenant_id, id, order_number, status, payment_status, customer_id, channel, property_id, currency, subtotal,
      shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
      metadata, created_at, placed_by)
    select tenant_id, id, number, 'placed', 'unpaid', customer_id, channel, property_id, currency, subtotal,
      shipping_total, discount_total, tax_total, total, shipping_address, billing_address, customer_note, internal_note,
      metadata, created_at, placed_by
    from numbered where obstacle is null and number is not null order by position
    on conflict on constraint order_number_is_unique_in_tenant do nothing
    returning id
  ),
  ready as materialized (
    select n.*, n.id in (select id from placed) as is_placed from numbered n
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
    where (select array_agg(is_placed order by position) from ready)[l.position]
  ),
  published as (
    insert into events (tenant_id, id, type, data, created_at)
    select tenant_id, event_id, 'order.placed',
      ('{"orderNumber":' || to_json(number) || ',' || substr(event_data, 2))::json, at
    from ready where is_placed
  ),
  queued as (
    insert into event_queue (tenant_id, id, at, type, next_at)
    select tenant_id, event_id, at, 'order.placed', at from ready where is_placed
  ),
  kept as (
    insert into idempotency_keys as i (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
    select r.tenant_id, k.actor_id, decode(k.digest, 'hex'), decode(k.body_digest, 'hex'),
      (left(k.answer, k.gap) || to_json(r.number) || substr(k.answer, k.gap + 1))::json, k.at
    from unnest($35::uuid[], $37::text[], $38::text[], string_to_array($39, '${BETWEEN_JSONS}'), $40::int[], $41::timestamptz[]) with ordinality
      as k (actor_id, digest, body_digest, answer, gap, at, position)
    join ready r on r.position = k.position
    where k.actor_id is not null and r.is_placed
    on conflict (tenant_id, actor_id, request_digest) do update set
      answer = case when i.created_at <= excluded.created_at - interval '${IDEMPOTENCY_HOURS} hours' then excluded.answer end,
      body_digest = excluded.body_digest, created_at = excluded.created_at
  )
  select case when obstacle is null and number is null then 'counter_locked' else obstacle end as obstacle,
    case when is_placed then number end as order_number,
    case when obstacle = 'replayed' then (select array_agg(answer::text order by position) from keyed)[position] end as answer
  from ready order by position`,
});

/** Waits for transactions that have locked a customer or the tenant's counter. */
export const INSERT_ORDERS = insertOrdersWaiting({ customers: true, counters: true });
/** Skips the orders of locked customers. */
export const INSERT_ORDERS_OF_FREE_CUSTOMERS = insertOrdersWaiting({ customers: false, counters: true });
/** Waits for no lock, because the orders of several tenants share the statement. */
export const INSERT_UNLOCKED_ORDERS = insertOrdersWaiting({ customers: false, counters: false });

/**
 * Applies to the rest of this transaction. The command is sent together with the next statement, which fails if this one does.
 */
export function limitLockWaits(tx: Queryable, ms: number): void {
  tx.query(`set local lock_timeout = ${ms}`).catch(() => {});
}
