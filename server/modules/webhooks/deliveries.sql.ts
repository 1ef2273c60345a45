import type { Tx } from '#kernel/db/db.ts';

export type ClaimedDelivery = {
  tenant_id: string;
  id: string;
  claim: bigint;
  /** Attempts already made. */
  attempts: number;
  event_type: string;
  /** The event's data, as stored. */
  data: string;
  subscription_id: string;
  url: string;
  secret_sealed: Buffer;
};

/**
 * Takes what is due and leases it until `leaseEnd`. Whether the subscription is there and active is decided in this
 * very statement: what belongs to a deleted one is cancelled, what belongs to a paused one is held.
 */
export async function claimDue(tx: Tx, now: Date, leaseEnd: Date, limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await tx.query<ClaimedDelivery>(CLAIM_DUE, [now, leaseEnd, limit]);
  return rows;
}

const CLAIM_DUE = {
  name: 'claim_due',
  text: `
    with due as materialized (
      select d.tenant_id, d.id, d.subscription_id from webhook_deliveries d
      where d.status = 'pending' and d.next_at <= $1
      order by d.next_at limit $3
      for update skip locked
    ),
    claimed as (
      update webhook_deliveries d set
        status = case when s.id is null then 'cancelled' when s.active then 'pending' else 'held' end,
        finished_at = case when s.id is null then $1 end,
        next_at = case when s.active then $2 else d.next_at end,
        claim = d.claim + 1
      from due left join webhook_subscriptions s on s.tenant_id = due.tenant_id and s.id = due.subscription_id
      where d.tenant_id = due.tenant_id and d.id = due.id
      returning d.tenant_id, d.id, d.claim, d.attempts, d.event_id, d.event_type, d.status, d.subscription_id,
        s.url, s.secret_sealed
    )
    select c.tenant_id, c.id, c.claim, c.attempts, c.event_type, e.data, c.subscription_id, c.url, c.secret_sealed
    from claimed c join events e on e.tenant_id = c.tenant_id and e.id = c.event_id
    where c.status = 'pending'`,
};

export type Outcome = {
  tenantId: string;
  id: string;
  claim: bigint;
  status: 'delivered' | 'pending' | 'failed';
  nextAt: Date;
  attempt: number;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  failure: string | null;
  message: string;
  address: string | null;
};

/**
 * Records what came of the attempts. Only the holder of the latest claim may: a worker that was stopped past its lease
 * and wakes up finds its claim outdated and changes nothing. A delivery that was paused meanwhile stays held.
 */
export async function settle(tx: Tx, outcomes: Outcome[], now: Date): Promise<void> {
  const column = <T>(pick: (outcome: Outcome) => T) => outcomes.map(pick);
  await tx.query(SETTLE, [
    column((outcome) => outcome.tenantId),
    column((outcome) => outcome.id),
    column((outcome) => outcome.claim),
    column((outcome) => outcome.status),
    column((outcome) => outcome.nextAt),
    column((outcome) => outcome.attempt),
    column((outcome) => outcome.startedAt),
    column((outcome) => Math.round(outcome.durationMs)),
    column((outcome) => outcome.statusCode),
    column((outcome) => outcome.failure),
    column((outcome) => outcome.message),
    column((outcome) => outcome.address),
    now,
  ]);
}

const SETTLE = {
  name: 'settle',
  text: `
    with outcome as (
      select * from unnest(
        $1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::timestamptz[], $6::int[], $7::timestamptz[], $8::int[],
        $9::int[], $10::text[], $11::text[], $12::text[]
      ) as o (tenant_id, id, claim, status, next_at, attempt, started_at, duration_ms, status_code, failure, message, address)
    ),
    settled as (
      update webhook_deliveries d set
        status = case when o.status = 'pending' then d.status else o.status end,
        attempts = o.attempt,
        next_at = o.next_at,
        finished_at = case when o.status = 'pending' then null else $13::timestamptz end
      from outcome o
      where d.tenant_id = o.tenant_id and d.id = o.id and d.claim = o.claim and d.status in ('pending', 'held')
      returning d.tenant_id, d.id
    )
    insert into webhook_attempts
      (tenant_id, delivery_id, attempt, started_at, duration_ms, status_code, failure, message, address)
    select o.tenant_id, o.id, o.attempt, o.started_at, o.duration_ms, o.status_code, o.failure, o.message, o.address
    from settled s join outcome o on o.tenant_id = s.tenant_id and o.id = s.id`,
};
