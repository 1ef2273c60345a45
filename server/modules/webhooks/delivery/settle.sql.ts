import type { Queryable } from '#kernel/db/db.ts';
import { BETWEEN_JSONS, jsons, list, texts } from '#kernel/db/list.ts';
import { byKey } from '#kernel/db/plans.ts';
import { byId, type Lane } from './lanes.ts';

export type Outcome = {
  lane: Lane;
  id: string;
  state: 'delivered' | 'waiting' | 'failed';
  /** The time of the next attempt, if the delivery is waiting. */
  nextAt: Date | null;
  attempt: number;
  startedAt: string;
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
 * Records the outcomes of attempts, and releases `idle` lanes. Only the holder of a lane's lease can: a worker that resumes after
 * its lease expired finds another holder and changes nothing. A delivery that another transaction has locked is skipped, so that a
 * tenant that changes many of its own holds up no other. Returns the deliveries that were recorded and those that were skipped,
 * and the lanes of deliveries that waited for one of them.
 */
export async function settle(
  tx: Queryable,
  holder: string,
  outcomes: Outcome[],
  idle: Lane[],
  now: Date,
): Promise<{ recorded: Set<string>; skipped: Set<string>; freed: Lane[] }> {
  // Sorted, so that it cannot deadlock with a renewal.
  const released = idle.toSorted(byId);
  const { rows } = await tx.query<{ id: string; skipped: boolean } | ({ id: null } & Lane)>(SETTLE, [
    holder,
    now,
    ...columnsOf(outcomes),
    list(released, (lane) => lane.tenantId),
    list(released, (lane) => lane.subscriptionId),
  ]);
  const recorded = new Set<string>();
  const skipped = new Set<string>();
  const freed: Lane[] = [];
  for (const row of rows) {
    if (row.id === null) freed.push(row);
    else (row.skipped ? skipped : recorded).add(row.id);
  }
  return { recorded, skipped, freed };
}

function columnsOf(outcomes: Outcome[]): unknown[] {
  return [
    list(outcomes, (outcome) => outcome.lane.tenantId),
    list(outcomes, (outcome) => outcome.lane.subscriptionId),
    list(outcomes, (outcome) => outcome.id),
    list(outcomes, (outcome) => outcome.state),
    list(outcomes, (outcome) => outcome.nextAt?.toISOString() ?? null),
    list(outcomes, (outcome) => outcome.attempt),
    list(outcomes, (outcome) => outcome.startedAt),
    list(outcomes, (outcome) => outcome.durationMs),
    list(outcomes, (outcome) => outcome.statusCode),
    list(outcomes, (outcome) => outcome.failure),
    texts(outcomes, (outcome) => outcome.message),
    texts(outcomes, (outcome) => outcome.address),
    jsons(outcomes, (outcome) => outcome.timings),
    jsons(outcomes, (outcome) => outcome.answerHeaders),
    texts(outcomes, (outcome) => outcome.answerBody),
  ];
}

const DETAILS = `
  started_at, duration_ms, status_code, failure, message, address, timings, answer_headers, answer_body`;
const SET_DETAILS = DETAILS.replaceAll(/(\w+)/g, '$1 = o.$1');
const OF_THE_OUTCOME = DETAILS.replaceAll(/(\w+)/g, 'o.$1');

const OF_OUTCOME = byKey({ 'd.tenant_id': 'o.tenant_id', 'd.id': 'o.id' });

const jsonsIn = (parameter: string) => `string_to_array(${parameter}, '${BETWEEN_JSONS}')::json[]`;

// Requires the attempt to be the delivery's next one, which rejects attempts sent under a lease that was lost since.
const SETTLE = {
  name: 'settle',
  text: `
    with asked as materialized (
      select o.* from unnest(
        $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[], $8::int[], $9::timestamptz[], $10::int[],
        $11::int[], $12::text[], $13::text[], $14::text[], ${jsonsIn('$15')}, ${jsonsIn('$16')}, $17::text[]
      ) as o (tenant_id, subscription_id, id, state, next_at, attempt, ${DETAILS})
      join webhook_lanes l
        on ${byKey({ 'l.tenant_id': 'o.tenant_id', 'l.subscription_id': 'o.subscription_id' })} and l.holder = $1
    ),
    outcome as materialized (
      select o.* from asked o join webhook_queue d on ${OF_OUTCOME} and d.attempts = o.attempt - 1
      for update of d skip locked
    ),
    skipped as materialized (
      select o.tenant_id, o.subscription_id, o.id from asked o
      join webhook_queue d on ${OF_OUTCOME} and d.attempts = o.attempt - 1
      where (o.tenant_id, o.id) not in (select tenant_id, id from outcome)
    ),
    retried as (
      update webhook_queue d set
        state = case when exists (
          select from webhook_subscriptions s
          where s.tenant_id = d.tenant_id and s.id = d.subscription_id and not s.active) then 'held' else 'waiting' end,
        attempts = o.attempt, next_at = o.next_at
      from outcome o
      where ${OF_OUTCOME} and d.attempts = o.attempt - 1 and o.state = 'waiting'
      returning d.tenant_id, d.id, d.at, o.attempt, ${OF_THE_OUTCOME}
    ),
    done as (
      delete from webhook_queue d using outcome o
      where ${OF_OUTCOME} and d.attempts = o.attempt - 1 and o.state <> 'waiting'
      returning d.tenant_id, d.id, d.at, d.event_id, d.subscription_id, d.event_type, d.cause, o.state as status, o.attempt,
        d.created_at, d.object, ${OF_THE_OUTCOME}
    ),
    -- The next for the same object may go; tidyBehind repairs what is skipped here.
    first as materialized (
      select n.tenant_id, n.id, n.state from (
        select b.tenant_id, b.id from done d cross join lateral (
          select b.tenant_id, b.id from webhook_queue b
          where b.tenant_id = d.tenant_id and b.subscription_id = d.subscription_id and b.object = d.object
            and b.state = 'waiting' and b.next_at = 'infinity'
          order by b.event_id limit 1) b
        where d.object is not null) f
      join webhook_queue n on ${byKey({ 'n.tenant_id': 'f.tenant_id', 'n.id': 'f.id' })}
      for update of n skip locked
    ),
    next as (
      update webhook_queue n set state = 'ready', next_at = $2 from first
      where ${byKey({ 'n.tenant_id': 'first.tenant_id', 'n.id': 'first.id' })} and first.state = 'waiting'
      returning n.tenant_id, n.subscription_id
    ),
    logged as (
      insert into webhook_deliveries (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts,
        created_at, finished_at, ${DETAILS})
      select tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempt, created_at, $2, ${DETAILS}
      from done
      returning id
    ),
    tried as (
      insert into webhook_attempts (tenant_id, delivery_id, at, attempt, ${DETAILS})
      select tenant_id, id, at, attempt, ${DETAILS} from retried
      returning delivery_id
    ),
    released as (
      delete from webhook_lanes l using unnest($18::uuid[], $19::uuid[]) as i (tenant_id, subscription_id)
      where ${byKey({ 'l.tenant_id': 'i.tenant_id', 'l.subscription_id': 'i.subscription_id' })} and l.holder = $1
        and (i.tenant_id, i.subscription_id) not in (select tenant_id, subscription_id from skipped)
    )
    select id, false as skipped, null::uuid as "tenantId", null::uuid as "subscriptionId" from logged
    union all select delivery_id, false, null, null from tried
    union all select id, true, null, null from skipped
    union all select null, false, tenant_id, subscription_id from next`,
};

/**
 * Records the outcome of an attempt whose delivery was cancelled meanwhile. A success makes the delivery delivered, a failed
 * eighth attempt makes it failed; otherwise it stays cancelled.
 */
export async function recordCancelled(tx: Queryable, outcomes: Outcome[], now: Date): Promise<void> {
  await tx.query(RECORD_CANCELLED, [now, ...columnsOf(outcomes)]);
}

const RECORD_CANCELLED = `
  update webhook_deliveries d set
    status = case when o.state = 'waiting' then 'cancelled' else o.state end, attempts = o.attempt, finished_at = $1,
    ${SET_DETAILS}
  from unnest(
      $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::timestamptz[], $7::int[], $8::timestamptz[], $9::int[],
      $10::int[], $11::text[], $12::text[], $13::text[], ${jsonsIn('$14')}, ${jsonsIn('$15')}, $16::text[]
    ) as o (tenant_id, subscription_id, id, state, next_at, attempt, ${DETAILS})
  where ${OF_OUTCOME} and d.status = 'cancelled' and d.attempts = o.attempt - 1`;

/**
 * Counts an attempt whose outcome cannot be recorded, and lets its delivery wait. The eighth can only be counted as the seventh:
 * what became of it is not known here.
 */
export async function postpone(tx: Queryable, holder: string, { lane, ...outcome }: Outcome): Promise<void> {
  await tx.query(
    `update webhook_queue d set state = case d.state when 'held' then 'held' else 'waiting' end, attempts = least($4, 7), next_at = $5
     where d.tenant_id = $2 and d.id = $3 and exists (
       select from webhook_lanes l
       where l.tenant_id = d.tenant_id and l.subscription_id = d.subscription_id and l.holder = $1)`,
    [holder, lane.tenantId, outcome.id, outcome.attempt, outcome.nextAt],
  );
}
