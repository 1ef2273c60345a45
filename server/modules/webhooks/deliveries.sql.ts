import type { Queryable } from '#kernel/db/db.ts';
import type { Quota } from './lanes.ts';

export type ClaimedDelivery = {
  tenant_id: string;
  id: string;
  at: Date;
  claim: number;
  /** Attempts already made. */
  attempts: number;
  event_type: string;
  /** The event's data, as stored. */
  data: string;
  subscription_id: string;
  url: string;
  secret_sealed: Buffer;
  /** Signs too, while a rotation is under way. */
  previous_secret_sealed: Buffer | null;
};

/** `paced`: its own rate limit, and nothing else, kept it from giving more. */
export type ClaimedLane = { quota: Quota; paced: boolean; deliveries: ClaimedDelivery[] };

/**
 * Takes what the quotas allow and leases it until `leaseEnd`. Whether the subscription is there and active is decided in
 * this very statement: what belongs to a deleted one is cancelled, what belongs to a paused one is held. A subscription's
 * own rate limit is kept across all workers, by the row that says when it is free again.
 */
export async function claimReady(
  tx: Queryable,
  now: Date,
  leaseEnd: Date,
  quotas: Quota[],
): Promise<ClaimedLane[]> {
  const { rows } = await tx.query<ClaimedDelivery & { lane: number; paced: boolean }>(CLAIM_READY, [
    now,
    leaseEnd,
    quotas.map((quota) => quota.tenantId),
    quotas.map((quota) => quota.subscriptionId),
    quotas.map((quota) => quota.size),
    quotas.map((quota) => quota.fresh),
    quotas.map((quota) => quota.retries),
  ]);
  const lanes: ClaimedLane[] = quotas.map((quota) => ({ quota, paced: false, deliveries: [] }));
  for (const row of rows) {
    const lane = lanes[row.lane - 1]!;
    lane.paced = row.paced;
    if (row.id !== null) lane.deliveries.push(row);
  }
  return lanes;
}

const CLAIM_READY = {
  name: 'claim_ready',
  text: `
    with paced as materialized (
      select p.tenant_id, p.subscription_id,
        floor(least(1, extract(epoch from $1 - p.free_at)) * s.rate_limit)::int as allowed, s.rate_limit, p.free_at
      from webhook_pace p
      join webhook_subscriptions s on s.tenant_id = p.tenant_id and s.id = p.subscription_id and s.rate_limit is not null
      where (p.tenant_id, p.subscription_id) in (select * from unnest($3::uuid[], $4::uuid[]))
      for update of p skip locked
    ),
    wanted as materialized (
      select q.lane, q.tenant_id, q.subscription_id, s.active, s.url, s.secret_sealed,
        case when s.previous_secret_until > $1 then s.previous_secret_sealed end as previous_secret_sealed,
        -- Another worker is at its pace row this very moment: its turn, not ours.
        least(q.size, case when s.rate_limit is null then q.size else greatest(0, coalesce(p.allowed, 0)) end) as size,
        s.rate_limit is not null and coalesce(p.allowed, 0) < q.size as paced, q.fresh, q.retries
      from unnest($3::uuid[], $4::uuid[], $5::int[], $6::int[], $7::int[])
        with ordinality as q (tenant_id, subscription_id, size, fresh, retries, lane)
      left join webhook_subscriptions s on s.tenant_id = q.tenant_id and s.id = q.subscription_id
      left join paced p on p.tenant_id = q.tenant_id and p.subscription_id = q.subscription_id
    ),
    again as materialized (
      select w.*, d.id from wanted w cross join lateral (
        select d.id from webhook_queue d
        where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.state = 'ready' and d.retry
        order by d.next_at limit least(w.retries, w.size) for update skip locked) d
    ),
    fresh as materialized (
      select w.*, d.id from wanted w cross join lateral (
        select d.id from webhook_queue d
        where d.tenant_id = w.tenant_id and d.subscription_id = w.subscription_id and d.state = 'ready' and not d.retry
        order by d.next_at
        limit least(w.fresh, w.size - (select count(*) from again a where a.lane = w.lane))
        for update skip locked) d
    ),
    due as materialized (select * from again union all select * from fresh),
    claimed as (
      update webhook_queue d set
        state = case when due.active then 'sending' else 'held' end,
        next_at = case when due.active then $2 else d.next_at end,
        claim = d.claim + 1
      from due
      where d.tenant_id = due.tenant_id and d.id = due.id and due.active is not null
      returning due.lane, due.paced, d.tenant_id, d.id, d.at, d.claim, d.attempts, d.event_id, d.event_type, d.state,
        d.subscription_id, due.url, due.secret_sealed, due.previous_secret_sealed
    ),
    orphaned as (
      delete from webhook_queue d using due
      where d.tenant_id = due.tenant_id and d.id = due.id and due.active is null
      returning d.*
    ),
    cancelled as (
      insert into webhook_deliveries
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
      select tenant_id, id, at, event_id, subscription_id, event_type, cause, 'cancelled', attempts, created_at, $1
      from orphaned
    ),
    paid as (
      update webhook_pace p set free_at = greatest(p.free_at, $1 - interval '1 second') + taken.n * interval '1 second' / paced.rate_limit
      from paced join (
        select tenant_id, subscription_id, count(*) as n from claimed where state = 'sending' group by 1, 2
      ) taken on taken.tenant_id = paced.tenant_id and taken.subscription_id = paced.subscription_id
      where p.tenant_id = paced.tenant_id and p.subscription_id = paced.subscription_id
    )
    select c.lane::int, c.paced, c.tenant_id, c.id, c.at, c.claim, c.attempts, c.event_type, e.data, c.subscription_id,
      c.url, c.secret_sealed, c.previous_secret_sealed
    from claimed c join events e on e.tenant_id = c.tenant_id and e.id = c.event_id and e.created_at = c.at
    where c.state = 'sending'
    union all
    select lane::int, true, null, null, null, null, null, null, null, null, null, null, null from wanted where paced`,
};

export type Held = Pick<ClaimedDelivery, 'tenant_id' | 'id' | 'at' | 'claim' | 'subscription_id'>;

/** For a worker that is alive and not done yet. */
export async function renewLeases(tx: Queryable, held: Held[], leaseEnd: Date): Promise<void> {
  await tx.query(
    `update webhook_queue d set next_at = $4
     from unnest($1::uuid[], $2::uuid[], $3::int[]) as h (tenant_id, id, claim)
     where d.tenant_id = h.tenant_id and d.id = h.id and d.claim = h.claim and d.state = 'sending'`,
    [held.map((d) => d.tenant_id), held.map((d) => d.id), held.map((d) => d.claim), leaseEnd],
  );
}

export type Outcome = {
  delivery: Held;
  state: 'delivered' | 'waiting' | 'failed';
  nextAt: Date;
  attempt: number;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  failure: string | null;
  message: string;
  address: string | null;
  timings: string;
  answerHeaders: string;
  answerBody: string;
};

/**
 * Records what came of the attempts. Only the holder of the latest claim may: a worker that was stopped past its lease
 * and wakes up finds its claim outdated and changes nothing.
 */
export async function settle(tx: Queryable, outcomes: Outcome[], now: Date): Promise<void> {
  const column = <T>(pick: (outcome: Outcome) => T) => outcomes.map(pick);
  await tx.query(SETTLE, [
    column((outcome) => outcome.delivery.tenant_id),
    column((outcome) => outcome.delivery.id),
    column((outcome) => outcome.delivery.at),
    column((outcome) => outcome.delivery.claim),
    column((outcome) => outcome.state),
    column((outcome) => outcome.nextAt),
    column((outcome) => outcome.attempt),
    column((outcome) => outcome.startedAt),
    column((outcome) => outcome.durationMs),
    column((outcome) => outcome.statusCode),
    column((outcome) => outcome.failure),
    column((outcome) => outcome.message),
    column((outcome) => outcome.address),
    column((outcome) => outcome.timings),
    column((outcome) => outcome.answerHeaders),
    column((outcome) => outcome.answerBody),
    now,
  ]);
}

const SETTLE = {
  name: 'settle',
  text: `
    with outcome as materialized (
      select * from unnest(
        $1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::text[], $6::timestamptz[], $7::int[], $8::timestamptz[],
        $9::int[], $10::int[], $11::text[], $12::text[], $13::text[], $14::json[], $15::json[], $16::text[]
      ) as o (tenant_id, id, at, claim, state, next_at, attempt, started_at, duration_ms, status_code, failure, message,
        address, timings, answer_headers, answer_body)
    ),
    retried as (
      update webhook_queue d set
        state = case when exists (
          select from webhook_subscriptions s
          where s.tenant_id = d.tenant_id and s.id = d.subscription_id and not s.active) then 'held' else 'waiting' end,
        attempts = o.attempt, next_at = o.next_at
      from outcome o
      where d.tenant_id = o.tenant_id and d.id = o.id and d.claim = o.claim and o.state = 'waiting'
      returning o.*
    ),
    done as (
      delete from webhook_queue d using outcome o
      where d.tenant_id = o.tenant_id and d.id = o.id and d.claim = o.claim and o.state <> 'waiting'
      returning o.*, d.event_id, d.subscription_id, d.event_type, d.cause, d.created_at
    ),
    logged as (
      insert into webhook_deliveries
        (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
      select tenant_id, id, at, event_id, subscription_id, event_type, cause, state, attempt, created_at, $17
      from done
    ),
    settled as (
      select tenant_id, id, at, attempt, started_at, duration_ms, status_code, failure, message, address, timings,
        answer_headers, answer_body from retried
      union all
      select tenant_id, id, at, attempt, started_at, duration_ms, status_code, failure, message, address, timings,
        answer_headers, answer_body from done
    )
    insert into webhook_attempts (tenant_id, delivery_id, at, attempt, started_at, duration_ms, status_code, failure,
      message, address, timings, answer_headers, answer_body)
    select tenant_id, id, at, attempt, started_at, duration_ms, status_code, failure, message, address, timings,
      answer_headers, answer_body
    from settled`,
};
