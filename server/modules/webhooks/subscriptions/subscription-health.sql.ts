import type { Tx } from '#kernel/db/db.ts';

export type HealthRow = {
  delivered: number;
  failed: number;
  cancelled: number;
  attempts_succeeded: number;
  attempts_failed: number;
  last_attempt_at: Date | null;
  p50_ms: number | null;
  p99_ms: number | null;
  ready: number;
  waiting: number;
  held: number;
  oldest_at: Date | null;
  error_at: Date | null;
  error_message: string | null;
  error_failure: string | null;
  error_status_code: number | null;
  error_delivery_id: string | null;
};

/** The most rows that a health request reads, however busy the subscription is. */
export const LOOK = { deliveries: 5_000, tried: 1_000 };

/** Reads the newest deliveries whose event is not older than `since`, and all open ones. */
export async function readHealth(tx: Tx, subscriptionId: string, since: Date): Promise<HealthRow> {
  const { rows } = await tx.query<HealthRow>(HEALTH, [subscriptionId, since, LOOK.deliveries, LOOK.tried]);
  return rows[0]!;
}

const HEALTH = `
  with finished as materialized (
    select id, at, status, attempts, started_at, duration_ms, failure, message, status_code from webhook_deliveries
    where tenant_id = current_tenant() and subscription_id = $1 and at >= $2
    order by id desc limit $3
  ),
  ready as materialized (
    select id, at, state, attempts, created_at from webhook_queue
    where tenant_id = current_tenant() and subscription_id = $1 and state = 'ready'
    order by retry, next_at limit $3
  ),
  put_off as materialized (
    select id, at, state, attempts, created_at from webhook_queue
    where tenant_id = current_tenant() and subscription_id = $1 and state in ('waiting', 'held')
    limit $3
  ),
  open as (select * from ready union all select * from put_off),
  tried as (
    (select id, at from finished where attempts > 1 or attempts > 0 and started_at is null order by id desc limit $4)
    union all
    (select id, at from open where attempts > 0 order by id desc limit $4)
  ),
  attempt as materialized (
    (select id as delivery_id, started_at, duration_ms, failure, message, status_code from finished
     where started_at >= $2 order by id desc limit $4)
    union all
    select a.* from tried t cross join lateral (
      select a.delivery_id, a.started_at, a.duration_ms, a.failure, a.message, a.status_code from webhook_attempts a
      where a.tenant_id = current_tenant() and a.delivery_id = t.id and a.at = t.at and a.started_at >= $2
      -- Eight is the most attempts of a delivery; the limit makes PostgreSQL use the index for each delivery.
      limit 8) a
  ),
  error as (select * from attempt where failure is not null order by started_at desc limit 1)
  select o.*, a.*, b.*, error.started_at as error_at, error.message as error_message, error.failure as error_failure,
    error.status_code as error_status_code, error.delivery_id as error_delivery_id
  from (
    select count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'cancelled')::int as cancelled
    from finished) o
  cross join (
    select count(*) filter (where failure is null)::int as attempts_succeeded, count(failure)::int as attempts_failed, max(started_at) as last_attempt_at,
      percentile_disc(0.5) within group (order by duration_ms) as p50_ms,
      percentile_disc(0.99) within group (order by duration_ms) as p99_ms
    from attempt) a
  cross join (
    select count(*) filter (where state = 'ready')::int as ready,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'held')::int as held,
      min(created_at) filter (where state <> 'held') as oldest_at
    from open) b
  left join error on true`;
