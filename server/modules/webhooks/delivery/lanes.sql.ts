import type { Queryable } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import { dueIf } from '#kernel/work/poller.ts';
import { byId, type Lane } from './lanes.ts';

const IS_BEHIND = `q.state = 'waiting' and q.next_at = 'infinity'`;

/** There are deliveries to send now, or at this time. */
export const LANE_DUE = `select coalesce(
  (${dueIf("from webhook_queue where state = 'ready'")}),
  (select min(next_at) from webhook_queue where state = 'waiting'))`;

/** Some deliveries wait for another delivery, or for the end of a pause. */
export const TIDYING_DUE = `select coalesce(
  (${dueIf("from webhook_queue where state = 'held'")}), (${dueIf(`from webhook_queue q where ${IS_BEHIND}`)}))`;

/** Lanes with deliveries to send, after the given one, in order. Each lane costs one index look-up, however long the queue. */
export async function findLanes(tx: Queryable, after: Lane | null, limit: number): Promise<Lane[]> {
  const { rows } = await tx.query<Lane>(FIND_LANES, [
    after?.tenantId ?? '00000000-0000-0000-0000-000000000000',
    after?.subscriptionId ?? '00000000-0000-0000-0000-000000000000',
    limit,
  ]);
  return rows;
}

const FIND_LANES = {
  name: 'find_lanes',
  text: `
    with recursive lane (tenant_id, subscription_id, step) as (
      (select d.tenant_id, d.subscription_id, 1 from webhook_queue d
       where d.state = 'ready' and (d.tenant_id, d.subscription_id) > ($1, $2)
       order by d.tenant_id, d.subscription_id limit 1)
      union all
      select n.tenant_id, n.subscription_id, l.step + 1
      from lane l cross join lateral (
        select d.tenant_id, d.subscription_id from webhook_queue d
        where d.state = 'ready' and (d.tenant_id, d.subscription_id) > (l.tenant_id, l.subscription_id)
        order by d.tenant_id, d.subscription_id limit 1) n
      where l.step < $3
    )
    select tenant_id as "tenantId", subscription_id as "subscriptionId" from lane`,
};

/** Makes due retries ready; returns how many, and their lanes. */
export async function wakeDue(
  tx: Queryable,
  now: Date,
  limit: number,
): Promise<{ count: number; lanes: Lane[] }> {
  const { rows } = await tx.query<Lane & { count: number }>(WAKE_DUE, [now, limit]);
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    lanes: rows.map(({ tenantId, subscriptionId }) => ({ tenantId, subscriptionId })),
  };
}

const WAKE_DUE = {
  name: 'wake_due',
  text: `
    with due as materialized (
      select tenant_id, id from webhook_queue
      where state = 'waiting' and next_at <= $1
      order by next_at limit $2 for update skip locked
    ),
    woken as (
      update webhook_queue d set state = 'ready' from due
      where ${byKey({ 'd.tenant_id': 'due.tenant_id', 'd.id': 'due.id' })}
      returning d.tenant_id, d.subscription_id
    )
    select tenant_id as "tenantId", subscription_id as "subscriptionId", count(*)::int as count from woken group by 1, 2`,
};

/**
 * A pause, a resume or a deletion can race with a fan-out and leave deliveries in `held`. This repairs some of them: those of active
 * subscriptions become ready, those of deleted subscriptions are cancelled. Looks at some lanes after the given one; returns the
 * last of them, or null after the last of all.
 */
export async function tidyHeld(
  tx: Queryable,
  now: Date,
  after: Lane | null,
  limit: number,
): Promise<Lane | null> {
  const { rows } = await tx.query<Lane>(TIDY_HELD, [
    now,
    limit,
    after?.tenantId ?? '00000000-0000-0000-0000-000000000000',
    after?.subscriptionId ?? '00000000-0000-0000-0000-000000000000',
  ]);
  return rows.length < limit ? null : rows.at(-1)!;
}

const TIDIED_AT_ONCE = 1_000;

const OF_STALE = byKey({ 'q.tenant_id': 'stale.tenant_id', 'q.id': 'stale.id' });

const TIDY_HELD = {
  name: 'tidy_held',
  text: `
    with recursive lane (tenant_id, subscription_id, step) as (
      (select q.tenant_id, q.subscription_id, 1 from webhook_queue q
       where q.state = 'held' and (q.tenant_id, q.subscription_id) > ($3, $4)
       order by q.tenant_id, q.subscription_id limit 1)
      union all
      select n.tenant_id, n.subscription_id, l.step + 1
      from lane l cross join lateral (
        select q.tenant_id, q.subscription_id from webhook_queue q
        where q.state = 'held' and (q.tenant_id, q.subscription_id) > (l.tenant_id, l.subscription_id)
        order by q.tenant_id, q.subscription_id limit 1) n
      where l.step < $2
    ),
    stale as materialized (
      select l.tenant_id, h.id, s.active
      from lane l left join webhook_subscriptions s on s.tenant_id = l.tenant_id and s.id = l.subscription_id
      cross join lateral (
        select q.id from webhook_queue q
        where q.tenant_id = l.tenant_id and q.subscription_id = l.subscription_id and q.state = 'held'
        limit ${TIDIED_AT_ONCE} for update skip locked) h
      where s.active is not false
      limit ${TIDIED_AT_ONCE}
    ),
    released as (
      update webhook_queue q set state = case when q.next_at <= $1 then 'ready' else 'waiting' end
      from stale
      where ${OF_STALE} and stale.active
    ),
    gone as (
      delete from webhook_queue q using stale
      where ${OF_STALE} and stale.active is null
      returning q.*
    ),
    cancelled as (
      insert into webhook_deliveries
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
      select tenant_id, id, at, event_id, subscription_id, event_type, cause, 'cancelled', attempts, created_at, $1
      from gone
    )
    select tenant_id as "tenantId", subscription_id as "subscriptionId" from lane order by step`,
};

export type Place = Lane & { object: string };

/**
 * A claim that lets a delivery wait can race with the end of the one before it. This repairs it: the first of an object becomes ready
 * if nothing is before it. Looks at some objects after the given one; returns the last of them, or null after the last of all.
 */
export async function tidyBehind(
  tx: Queryable,
  now: Date,
  after: Place | null,
  limit: number,
): Promise<Place | null> {
  const { rows } = await tx.query<Place>(TIDY_BEHIND, [
    now,
    after?.tenantId ?? '00000000-0000-0000-0000-000000000000',
    after?.subscriptionId ?? '00000000-0000-0000-0000-000000000000',
    after?.object ?? '',
    limit,
  ]);
  return rows.length < limit ? null : rows.at(-1)!;
}

const FIRST = 'q.tenant_id, q.subscription_id, q.object, q.event_id, q.id';

const TIDY_BEHIND = {
  name: 'tidy_behind',
  text: `
    with recursive first (tenant_id, subscription_id, object, event_id, id, step) as (
      (select ${FIRST}, 1 from webhook_queue q
       where ${IS_BEHIND} and (q.tenant_id, q.subscription_id, q.object) > ($2, $3, $4)
       order by q.tenant_id, q.subscription_id, q.object, q.event_id limit 1)
      union all
      select n.*, f.step + 1
      from first f cross join lateral (
        select ${FIRST} from webhook_queue q
        where ${IS_BEHIND} and (q.tenant_id, q.subscription_id, q.object) > (f.tenant_id, f.subscription_id, f.object)
        order by q.tenant_id, q.subscription_id, q.object, q.event_id limit 1) n
      where f.step < $5
    ),
    -- The state is compared behind the look-up by key: an index of that state alone has those of all tenants.
    locked as materialized (
      select d.tenant_id, d.id, d.state
      from first f join webhook_queue d on ${byKey({ 'd.tenant_id': 'f.tenant_id', 'd.id': 'f.id' })}
      where not exists (
        select from webhook_queue p
        where p.tenant_id = f.tenant_id and p.subscription_id = f.subscription_id and p.object = f.object
          and p.event_id < f.event_id)
      for update of d skip locked
    ),
    freed as (
      update webhook_queue d set state = 'ready', next_at = $1
      from locked
      where ${byKey({ 'd.tenant_id': 'locked.tenant_id', 'd.id': 'locked.id' })} and locked.state = 'waiting'
    )
    select tenant_id as "tenantId", subscription_id as "subscriptionId", object from first order by step`,
};

/** Renews the leases of busy lanes; returns those that this process still has. Sorted, so that it cannot deadlock with a release. */
export async function renewLeases(
  tx: Queryable,
  lease: { holder: string; until: Date },
  busy: Lane[],
): Promise<Lane[]> {
  const lanes = busy.toSorted(byId);
  const { rows } = await tx.query<Lane>(
    `update webhook_lanes l set until = $2
     from unnest($3::uuid[], $4::uuid[]) as h (tenant_id, subscription_id)
     where ${byKey({ 'l.tenant_id': 'h.tenant_id', 'l.subscription_id': 'h.subscription_id' })} and l.holder = $1
     returning l.tenant_id as "tenantId", l.subscription_id as "subscriptionId"`,
    [
      lease.holder,
      lease.until,
      list(lanes, (lane) => lane.tenantId),
      list(lanes, (lane) => lane.subscriptionId),
    ],
  );
  return rows;
}

/** Releases all leases of a worker that stops, so that another need not wait until they expire. */
export async function releaseAll(tx: Queryable, holder: string): Promise<void> {
  await tx.query('delete from webhook_lanes where holder = $1', [holder]);
}
