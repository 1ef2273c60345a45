/** Compares requests, answers, stored rows and receipts: the promises that hold after every fault. */
import type pg from 'pg';
import type { Installation } from './installation.ts';
import { isAcknowledged, resourceOf, type Wish } from './load.ts';
import { within } from './stage.ts';

type OrderRow = { wish: string; id: string; total: string; lines: number; amount: string; events: number };
type RedirectRow = { wish: string; id: string; events: number };
type DeliveryRow = { id: string; wish: string; url: string; rows: number; status: string; attempts: number };

/** The lease of a killed worker expires after 30 s; its deliveries are sent after that. */
const DRAIN_SECONDS = 60;

export async function compare(installation: Installation, wishes: Wish[]): Promise<void> {
  await installation.asOwner(async (owner) => {
    await checkDrained(installation, owner);
    const stored = await checkStored(installation, owner, wishes);
    const received = await checkDeliveries(installation, owner);
    const acknowledged = wishes.filter(isAcknowledged).length;
    installation.stage.note({ sent: wishes.length, acknowledged, stored, ...received });
  });
}

/** Checks that queues empty without help, that no lease is alive and that no transaction is open. */
export async function checkDrained(installation: Installation, owner: pg.Client): Promise<void> {
  const { stage } = installation;
  // The smoke is short, so it expires the leases at once instead of waiting 30 s.
  if (stage.isSmoke) await owner.query(`update webhook_lanes set until = now() - interval '1 second'`);
  let left: Record<string, number> = {};
  const isDrained = async () => {
    const { rows } = await owner.query<Record<string, number>>(LEFT);
    left = rows[0]!;
    return Object.values(left).every((count) => count === 0);
  };
  const drained = await within(DRAIN_SECONDS, isDrained);
  stage.check(`the backlog drains by itself; left: ${JSON.stringify(left)}`, drained);
}

const LEFT = `
  select (select count(*)::int from event_queue) as events,
    (select count(*)::int from webhook_queue) as deliveries,
    (select count(*)::int from webhook_lanes where until > now()) as leases,
    (select count(*)::int from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'
       and state_change < now() - interval '1 second') as transactions`;

async function checkStored({ stage }: Installation, owner: pg.Client, wishes: Wish[]): Promise<number> {
  const orders = (await owner.query<OrderRow>(ORDERS)).rows;
  const redirects = (await owner.query<RedirectRow>(REDIRECTS)).rows;
  const stored = new Map([...orders, ...redirects].map((row) => [row.wish, row]));
  const known = new Map(wishes.map((wish) => [wish.id, wish]));
  const count = (what: string, broken: unknown[]) =>
    stage.check(`${what}: ${broken.length}`, broken.length === 0);
  const acknowledged = wishes.filter(isAcknowledged);
  count(
    'lost although acknowledged',
    acknowledged.filter(({ id }) => !stored.has(id)),
  );
  count(
    'stored although never asked for',
    [...stored.keys()].filter((wish) => !known.has(wish)),
  );
  count('stored twice', Array(orders.length + redirects.length - stored.size).fill(0));
  count(
    'answered with another order than the one that is stored',
    acknowledged.filter(({ id, answers }) =>
      answers.some((answer) => answer.status === 201 && resourceOf(answer) !== stored.get(id)?.id),
    ),
  );
  count(
    'orders in part, or with a wrong total',
    orders.filter((row) => {
      const wish = known.get(row.wish);
      return row.lines !== wish?.lines || Number(row.total) !== wish.total || row.amount !== row.total;
    }),
  );
  count(
    'facts without exactly one event',
    [...orders, ...redirects].filter(({ events }) => events !== 1),
  );
  return stored.size;
}

const ORDERS = `
  select o.metadata->>'wish' as wish, o.id, o.total, coalesce(l.lines, 0) as lines, l.amount, coalesce(e.events, 0) as events
  from orders o
  left join (select order_id, count(*)::int as lines, sum(amount) as amount from order_lines group by 1) l on l.order_id = o.id
  left join (
    select data->>'id' as order_id, count(*)::int as events from events where type = 'order.placed' group by 1
  ) e on e.order_id = o.id::text`;

const REDIRECTS = `
  select ltrim(r.from_path, '/') as wish, r.id, coalesce(e.events, 0) as events
  from redirects r left join (
    select data->>'id' as redirect_id, count(*)::int as events from events where type = 'redirect.added' group by 1
  ) e on e.redirect_id = r.id::text`;

/** Checks one delivery per event and subscription, a receipt for each delivered one, and the same id in repeats. */
async function checkDeliveries({ stage, tenants }: Installation, owner: pg.Client) {
  const { rows } = await owner.query<DeliveryRow>(DELIVERIES);
  const count = (what: string, broken: unknown[]) =>
    stage.check(`${what}: ${broken.length}`, broken.length === 0);
  const inboxes = tenants.flatMap((tenant) => tenant.inboxes);
  const receipts = inboxes.flatMap((inbox) => inbox.receipts);
  const accepted = new Set(
    receipts.filter(({ status }) => status === 200).map(({ deliveryId }) => deliveryId),
  );
  const made = new Set(rows.map(({ id }) => id));
  count(
    'events without exactly one delivery for a subscription',
    rows.filter((row) => row.rows !== 1),
  );
  count(
    'deliveries that did not end as they may',
    rows.filter(
      ({ id, status, attempts }) =>
        !(status === 'delivered' && accepted.has(id)) &&
        !(status === 'failed' && attempts === 8) &&
        status !== 'cancelled',
    ),
  );
  count(
    'receipts without a valid signature',
    receipts.filter((receipt) => !receipt.isVerified),
  );
  count(
    'receipts of no known delivery',
    receipts.filter(({ deliveryId }) => !made.has(deliveryId)),
  );
  const perEvent = inboxes.flatMap((inbox) => [...Map.groupBy(inbox.receipts, ({ from }) => from).values()]);
  count(
    'repeats under another id',
    perEvent.filter((same) => new Set(same.map(({ deliveryId }) => deliveryId)).size > 1),
  );
  const perDelivery = [...Map.groupBy(receipts, ({ deliveryId }) => deliveryId).values()];
  const repeated = receipts.length - perDelivery.length;
  return { delivered: rows.length, received: receipts.length, ...(repeated > 0 && { repeated }) };
}

const DELIVERIES = `
  select max(d.id::text) as id, ltrim(e.data->>'from', '/') as wish, s.url, count(d.id)::int as rows,
    max(d.status) as status, max(d.attempts) as attempts
  from events e
  join webhook_subscriptions s on s.tenant_id = e.tenant_id and e.type = any (s.events) and s.created_at <= e.created_at
  left join (
    select tenant_id, event_id, subscription_id, id, status, attempts from webhook_deliveries where cause = 'event'
    union all
    select tenant_id, event_id, subscription_id, id, 'pending', attempts from webhook_queue where cause = 'event'
  ) d on d.tenant_id = e.tenant_id and d.event_id = e.id and d.subscription_id = s.id
  group by e.tenant_id, e.id, 2, s.id, s.url`;

/** Returns how often the most repeated delivery arrived. */
export function mostReceipts(installation: Installation): number {
  const receipts = installation.tenants.flatMap((tenant) =>
    tenant.inboxes.flatMap((inbox) => inbox.receipts),
  );
  const counts = [...Map.groupBy(receipts, ({ deliveryId }) => deliveryId).values()].map(
    ({ length }) => length,
  );
  return Math.max(0, ...counts);
}
