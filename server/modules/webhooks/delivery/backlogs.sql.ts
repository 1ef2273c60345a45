import type { Queryable, Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import { type Backlog, COUNTED_TO, type ReadBacklog } from '#kernel/work/backlog.ts';

/** Returns the counts in the order of `tenantIds`. */
export async function countSubscriptions(worker: Queryable, tenantIds: string[]): Promise<number[]> {
  const { rows } = await worker.query<{ count: number }>(COUNT_SUBSCRIPTIONS, [tenantIds]);
  return rows.map((row) => row.count);
}

const COUNT_SUBSCRIPTIONS = {
  name: 'count_subscriptions',
  text: `
    select (select count(*)::int from webhook_subscriptions s where s.tenant_id = t.id) as count
    from unnest($1::uuid[]) with ordinality as t (id, nth) order by nth`,
};

export type Counts = { pending: number; held: number };

/** Counts the deliveries of one tenant: pending up to `most`, held up to twice `most`. */
export async function countDeliveries(worker: Queryable, tenantId: string, most: number): Promise<Counts> {
  const { rows } = await worker.query<Counts>(COUNT_DELIVERIES, [tenantId, most]);
  return rows[0]!;
}

// Counts per state, because each state has its own index.
const COUNT_DELIVERIES = {
  name: 'count_deliveries',
  text: `
    select (
        select count(*)::int from (
          (select from webhook_queue where tenant_id = $1 and state = 'ready' limit $2)
          union all
          (select from webhook_queue where tenant_id = $1 and state = 'waiting' limit $2)) q) as pending,
      (select count(*)::int from (
        select from webhook_queue where tenant_id = $1 and state = 'held' limit 2 * $2::int) q) as held`,
};

/** At most once a day. */
export async function noteHeldFull(tx: Tx, now: Date, most: number): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
     select current_tenant(), $1::uuid, 'webhook.held_full', 'tenant', current_tenant(), $2::text, $3::timestamptz
     where not exists (
       select from notices
       where tenant_id = current_tenant() and member_id is null and kind = 'webhook.held_full' and created_at > $3 - interval '1 day')`,
    [
      newId(),
      `${most} webhook deliveries are held for paused subscriptions, which is the most there may be. From now on no more are held: once a subscription is resumed, a replay sends what happened meanwhile.`,
      now,
    ],
  );
}

/** At most once a day. */
export async function noteBacklog(tx: Tx, now: Date, most: number): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
     select current_tenant(), $1::uuid, 'webhook.backlog_full', 'tenant', current_tenant(), $2::text, $3::timestamptz
     where not exists (
       select from notices
       where tenant_id = current_tenant() and member_id is null and kind = 'webhook.backlog_full' and created_at > $3 - interval '1 day')`,
    [
      newId(),
      `${most} webhook deliveries are pending, which is the most there may be. New events wait until there are fewer, and none is lost: mend the receivers that fail, or discard a backlog.`,
      now,
    ],
  );
}

export const readDeliveryBacklog: ReadBacklog = async (worker, now) => {
  const { rows } = await worker.query<Backlog>(DELIVERY_BACKLOG, [now]);
  return rows[0]!;
};

const IS_OVERDUE = `state = 'waiting' and next_at <= $1`;

// The oldest ready row of each lane: one step of the index each, and 1,000 steps at most. Retries that are due and not ready yet have
// no worker that wakes them.
const DELIVERY_BACKLOG = `
  with recursive oldest (tenant_id, subscription_id, retry, next_at, step) as (
    (select tenant_id, subscription_id, retry, next_at, 1 from webhook_queue where state = 'ready'
     order by tenant_id, subscription_id, retry, next_at limit 1)
    union all
    select n.*, o.step + 1
    from oldest o cross join lateral (
      select q.tenant_id, q.subscription_id, q.retry, q.next_at from webhook_queue q
      where q.state = 'ready' and (q.tenant_id, q.subscription_id, q.retry) > (o.tenant_id, o.subscription_id, o.retry)
      order by q.tenant_id, q.subscription_id, q.retry, q.next_at limit 1) n
    where o.step < 1000
  )
  select 'deliveries' as queue,
    (select count(*)::int from (
      (select from webhook_queue where state = 'ready' limit ${COUNTED_TO})
      union all (select from webhook_queue where ${IS_OVERDUE} limit ${COUNTED_TO})
      limit ${COUNTED_TO}) d) as waiting,
    coalesce(extract(epoch from $1 - least(
      (select min(next_at) from oldest),
      (select min(next_at) from webhook_queue where ${IS_OVERDUE}))), 0)::float8 as "oldestSeconds",
    0 as parked,
    exists (select from webhook_lanes where until > $1) as "hasWorker"`;
