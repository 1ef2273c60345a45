import type { Queryable, Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import { type Failure, postponed } from '#kernel/work/parking.ts';
import { dueIf } from '#kernel/work/poller.ts';
import type { Lane } from './lanes.ts';

/** `at` and `next_at` in PostgreSQL's notation: this process computes nothing with them and sends them back unchanged. */
export type QueuedEvent = {
  tenant_id: string;
  id: string;
  type: string;
  at: string;
  next_at: string;
  /** The installation has a relay, so the event needs a position. */
  is_streamed: boolean;
};

type QueueKey = Pick<QueuedEvent, 'tenant_id' | 'id' | 'next_at'>;

/** The most events of a tenant in a round. */
export type Share = { tenantId: string; size: number };

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Tenants with events in the lane, after the given one, in order; each step costs one index look-up. */
export async function findTenants(
  tx: Queryable,
  lane: Lane,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(FIND_TENANTS, [lane, after ?? BEFORE_ALL, limit]);
  return rows.map((row) => row.tenant_id);
}

export const FIND_TENANTS = {
  name: 'find_tenants_with_events',
  text: `
    with recursive found (tenant_id, step) as (
      (select q.tenant_id, 1 from event_queue q
       where q.lane = $1 and q.next_at < 'infinity' and q.tenant_id > $2 order by q.tenant_id limit 1)
      union all
      select n.tenant_id, f.step + 1
      from found f cross join lateral (
        select q.tenant_id from event_queue q
        where q.lane = $1 and q.next_at < 'infinity' and q.tenant_id > f.tenant_id order by q.tenant_id limit 1) n
      where f.step < $3
    )
    select tenant_id from found`,
};

export const eventDue = (lane: Lane): string =>
  dueIf(`from event_queue where lane = '${lane}' and next_at < 'infinity'`);

/** Removes the oldest due events of each tenant from the queue; if this transaction fails, they are still in it. */
export async function takeShares(tx: Tx, lane: Lane, now: Date, shares: Share[]): Promise<QueuedEvent[]> {
  const { rows } = await tx.query<QueuedEvent>(TAKE_SHARES, [
    lane,
    now,
    list(shares, (share) => share.tenantId),
    list(shares, (share) => share.size),
  ]);
  return rows;
}

export const TAKE_SHARES = {
  name: 'take_shares',
  text: `
    with due as materialized (
      select q.ctid from unnest($3::uuid[], $4::int[]) as share (tenant_id, size)
      cross join lateral (
        select ctid from event_queue
        where lane = $1 and tenant_id = share.tenant_id and next_at <= $2 and next_at < 'infinity'
        order by next_at, id limit share.size for update skip locked) q
    ),
    taken as (
      delete from event_queue q using due where q.ctid = due.ctid
      returning q.tenant_id, q.id, q.type, q.at, q.next_at
    )
    select tenant_id, id, type, at::text, next_at::text, exists (select from relay) as is_streamed
    from taken order by taken.at, taken.id`,
};

/** Claims those of these events that no other worker has claimed meanwhile. */
export async function takeAgain(tx: Tx, lane: Lane, events: QueueKey[]): Promise<QueuedEvent[]> {
  const { rows } = await tx.query<QueuedEvent>(TAKE_AGAIN, [lane, ...keysOf(events)]);
  return rows;
}

const keysOf = (events: QueueKey[]) => [
  list(events, (event) => event.tenant_id),
  list(events, (event) => event.id),
  list(events, (event) => event.next_at),
];

const TAKE_AGAIN = {
  name: 'take_again',
  text: `
    with taken as (
      delete from event_queue q using unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) as e (tenant_id, id, next_at)
      where q.lane = $1 and ${byKey({ 'q.tenant_id': 'e.tenant_id', 'q.next_at': 'e.next_at', 'q.id': 'e.id' })}
        and q.next_at < 'infinity'
      returning q.tenant_id, q.id, q.type, q.at, q.next_at
    )
    select tenant_id, id, type, at::text, next_at::text, exists (select from relay) as is_streamed
    from taken order by taken.at, taken.id`,
};

/** Returns true when the event is parked. */
export async function postpone(
  tx: Queryable,
  lane: Lane,
  event: QueuedEvent,
  now: Date,
  failure: Failure,
): Promise<boolean> {
  const { rows } = await tx.query<{ parked: boolean }>(
    `update event_queue set ${postponed('$5', '$6', '$7')}
     where lane = $1 and tenant_id = $2 and id = $3 and next_at = $4 and next_at < 'infinity'
     returning next_at = 'infinity' as parked`,
    [lane, event.tenant_id, event.id, event.next_at, now, failure.counts ? 1 : 0, failure.message],
  );
  return rows[0]?.parked ?? false;
}

/** Makes parked events of all tenants, or of one, due again; returns their number. */
export async function unpark(worker: Queryable, now: Date, tenantId: string | null): Promise<number> {
  const { rowCount } = await worker.query(
    `update event_queue set attempts = 0, next_at = $1
     where next_at = 'infinity' and ($2::uuid is null or tenant_id = $2)`,
    [now, tenantId],
  );
  return rowCount;
}
