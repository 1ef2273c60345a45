import type { Tx } from '#kernel/db/db.ts';
import { isExpunged } from '../log/expunged.ts';
import type { Filter } from '../options/filter.ts';

export type ReplayStep = {
  tenant_id: string;
  id: string;
  subscription_id: string;
  since: Date;
  until: Date;
  events: string[];
  status: string;
  reached: bigint;
  /** Null when the subscription was deleted. */
  active: boolean | null;
  /** The filter that the subscription has now. */
  filter: Filter | null;
  ordered: boolean;
};

export const REPLAY_DUE = "select min(next_at) from webhook_replays where state = 'running'";

/**
 * Claims the due replay that waits longest, of the first tenant after `after` that has one. It stays locked until commit, so another
 * worker claims a different one.
 */
export async function claimReplay(tx: Tx, now: Date, after: string): Promise<ReplayStep | undefined> {
  const { rows } = await tx.query<ReplayStep>(
    `select r.tenant_id, r.id, r.subscription_id, r.since, r.until, r.events, r.status, r.reached, s.active, s.filter, s.ordered
     from webhook_replays r
     left join webhook_subscriptions s on s.tenant_id = r.tenant_id and s.id = r.subscription_id
     where r.state = 'running' and r.next_at <= $1 and r.tenant_id > $2
     order by r.tenant_id, r.next_at limit 1 for update of r skip locked`,
    [now, after],
  );
  return rows[0];
}

/** Counts up to `most`. */
export async function countOpenReplayed(tx: Tx, replay: ReplayStep, most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from (
       select from webhook_queue where tenant_id = $1 and subscription_id = $2 and cause = 'replay' limit $3) open`,
    [replay.tenant_id, replay.subscription_id, most],
  );
  return rows[0]!.count;
}

export type Stretch = {
  matched: number;
  queued: number;
  /** The feed position of the last event scanned; null when there was none. */
  reached: bigint | null;
  reached_at: Date | null;
  /** The feed has no further events for this replay. */
  exhausted: boolean;
};

/**
 * Scans the next events of the feed, at most `look`, and queues those that match, at most `room`. Skips events with an open
 * delivery to the subscription, since they will arrive anyway, and those whose data was expunged.
 */
export async function queueStretch(
  tx: Tx,
  replay: ReplayStep,
  now: Date,
  limits: { look: number; room: number },
): Promise<Stretch> {
  const { rows } = await tx.query<Stretch>(QUEUE_STRETCH, [
    replay.tenant_id,
    replay.subscription_id,
    replay.id,
    replay.reached,
    replay.since,
    replay.until,
    replay.events,
    replay.status,
    limits.look,
    limits.room,
    now,
    replay.filter && JSON.stringify(replay.filter),
    replay.ordered,
  ]);
  return rows[0]!;
}

// The bounds are rounded to weeks, as partitions are, so that `look` bounds the work; the exact times are compared afterwards. A
// delivery's id begins like its event's (see delivery_id), which finds all deliveries of an event.
const QUEUE_STRETCH = {
  name: 'queue_stretch',
  text: `
    with stretch as materialized (
      select id, type, at as created_at, position from event_feed
      where tenant_id = $1 and position > $4
        and at >= date_trunc('week', $5::timestamptz, 'UTC')
        and at < date_trunc('week', $6::timestamptz, 'UTC') + interval '7 days'
      order by position limit $9
    ),
    matched as materialized (
      select e.id, e.type, e.created_at, e.position
      from stretch e
      cross join lateral (
        select (left(e.id::text, 13) || '-8000-8000-000000000000')::uuid as first,
          (left(e.id::text, 13) || '-80ff-80ff-ffffffffffff')::uuid as last) ids
      where e.type = any ($7) and e.created_at >= $5 and e.created_at < $6
        and ($12::jsonb is null or webhook_filter_matches($12, (
          select d.data::jsonb from events d where d.tenant_id = $1 and d.id = e.id and d.created_at = e.created_at)))
        and not exists (
          select from webhook_queue q
          where q.tenant_id = $1 and q.id between ids.first and ids.last
            and q.subscription_id = $2 and q.event_id = e.id)
        and not exists (
          select from webhook_gathered g
          where g.tenant_id = $1 and g.subscription_id = $2 and g.event_id = e.id and (g.batch_id is null or exists (
            select from webhook_queue q
            where q.tenant_id = $1 and q.subscription_id = $2 and q.event_id = g.batch_id
              and q.id = delivery_id(g.batch_id, $2, g.batch_id))))
        and (e.type not like 'webhook.subscription.%' or $2::text <> (
          select d.data ->> 'subscriptionId' from events d
          where d.tenant_id = $1 and d.id = e.id and d.created_at = e.created_at))
        and not exists (
          select from events v
          where v.tenant_id = $1 and v.id = e.id and v.created_at = e.created_at and ${isExpunged('v.data')})
        and ($8 = 'any' or $8 = (
          select d.status from webhook_deliveries d
          where d.tenant_id = $1 and d.subscription_id = $2 and d.id between ids.first and ids.last
            and d.at = e.created_at and d.event_id = e.id
          order by d.finished_at desc limit 1)
          -- An event of a batch has the outcome of the batch, unless it was sent by itself since.
          or not exists (
            select from webhook_deliveries d
            where d.tenant_id = $1 and d.subscription_id = $2 and d.id between ids.first and ids.last
              and d.at = e.created_at and d.event_id = e.id)
          and $8 = (
            select d.status from webhook_gathered g
            join webhook_deliveries d on d.tenant_id = g.tenant_id and d.id = delivery_id(g.batch_id, $2, g.batch_id)
            where g.tenant_id = $1 and g.subscription_id = $2 and g.event_id = e.id
            limit 1))
      order by e.position limit $10
    ),
    made as (
      insert into webhook_queue
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at, object)
      select $1, delivery_id(id, $2, $3), created_at, id, $2, type, 'replay', 'ready', $11, $11,
        case when $13 then (
          select d.data ->> 'id' from events d where d.tenant_id = $1 and d.id = m.id and d.created_at = m.created_at) end
      from matched m
      on conflict (tenant_id, id) do nothing
      returning 1
    ),
    -- If the room is used up, the replay continues after the last match; otherwise after the last event scanned.
    last as (
      select position, created_at from (
        select position, created_at from matched where (select count(*) from matched) = $10
        union all
        select position, created_at from stretch where (select count(*) from matched) < $10
      ) looked
      order by position desc limit 1
    )
    select (select count(*)::int from matched) as matched, (select count(*)::int from made) as queued,
      (select position from last) as reached, (select created_at from last) as reached_at,
      (select count(*) from matched) < $10 and (select count(*) from stretch) < $9 as exhausted`,
};

/** Returns true if an event of the tenant from before this time may still lack its feed position. */
export async function isEventPending(tx: Tx, tenantId: string, until: Date): Promise<boolean> {
  const { rows } = await tx.query<{ pending: boolean }>(
    `select exists (
       select from event_queue
       where lane = 'webhooks' and tenant_id = $1 and next_at < $2 and next_at < 'infinity') as pending`,
    [tenantId, until],
  );
  return rows[0]!.pending;
}

export async function advanceReplay(
  tx: Tx,
  replay: ReplayStep,
  progress: Omit<Stretch, 'exhausted'>,
  nextAt: Date,
): Promise<void> {
  await tx.query(
    `update webhook_replays set matched = matched + $3, queued = queued + $4, reached = coalesce($5, reached),
       reached_at = coalesce($6, reached_at), next_at = $7
     where tenant_id = $1 and id = $2`,
    [
      replay.tenant_id,
      replay.id,
      progress.matched,
      progress.queued,
      progress.reached,
      progress.reached_at,
      nextAt,
    ],
  );
}

export async function endReplay(
  tx: Tx,
  replay: ReplayStep,
  state: 'done' | 'cancelled',
  now: Date,
): Promise<void> {
  await tx.query('update webhook_replays set state = $3, finished_at = $4 where tenant_id = $1 and id = $2', [
    replay.tenant_id,
    replay.id,
    state,
    now,
  ]);
}
