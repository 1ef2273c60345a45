import type { Queryable, Tx } from '#kernel/db/db.ts';
import { byKey } from '#kernel/db/plans.ts';
import { dueIf } from '#kernel/work/poller.ts';
import type { Lane } from './lanes.ts';

/** failing: several attempts in a row failed; failed: a delivery used up all its attempts; recovered: a success after a warning. */
export type WarningKind = 'failing' | 'failed' | 'recovered';

/**
 * Records warnings for owners, at most one a day per subscription and kind. One statement of the worker role covers any number of
 * tenants; warnings.worker.ts sends the notices.
 */
export async function noteFailures(
  tx: Queryable,
  now: Date,
  noticed: { failing: Lane[]; failed: Lane[] },
): Promise<void> {
  const { failing, failed } = noticed;
  const all = [...failing, ...failed];
  if (all.length === 0) return;
  await tx.query(NOTE_FAILURES, [
    all.map((lane) => lane.tenantId),
    all.map((lane) => lane.subscriptionId),
    [...failing.map(() => 'failing'), ...failed.map(() => 'failed')],
    now,
  ]);
}

// Skips subscriptions that were warned today; if two workers record the same warning concurrently, the conflict decides. Sorted,
// so that they cannot deadlock.
const NOTE_FAILURES = {
  name: 'note_failures',
  text: `
    insert into webhook_warnings as w (tenant_id, subscription_id, kind, noted_at, since)
    select distinct s.tenant_id, s.id, n.kind, $4::timestamptz, coalesce(s.failing_since, $4)
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (tenant_id, subscription_id, kind)
    join webhook_subscriptions s on s.tenant_id = n.tenant_id and s.id = n.subscription_id
    where not exists (
      select from webhook_warnings w
      where w.tenant_id = s.tenant_id and w.subscription_id = s.id and w.kind = n.kind
        and w.noted_at > $4 - interval '1 day')
    order by s.tenant_id, s.id, n.kind
    on conflict (tenant_id, subscription_id, kind) do update set noted_at = excluded.noted_at, since = excluded.since, told_at = null
    where w.noted_at <= excluded.noted_at - interval '1 day'`,
};

const columns = (lanes: Lane[]) => [
  lanes.map((lane) => lane.tenantId),
  lanes.map((lane) => lane.subscriptionId),
];
const OF_WANTED = byKey({ 's.tenant_id': 'w.tenant_id', 's.id': 'w.id' });

/** SQL: the lanes whose subscription is as `isWanted` says, and those of them that no other transaction has locked. */
const lockWanted = (isWanted: string) => `
  wanted as materialized (
    select s.tenant_id, s.id, s.failing_since from unnest($1::uuid[], $2::uuid[]) as w (tenant_id, id)
    join webhook_subscriptions s on ${OF_WANTED} and ${isWanted}
  ),
  free as materialized (
    select w.* from wanted w join webhook_subscriptions s on ${OF_WANTED} and ${isWanted}
    for no key update of s skip locked
  )`;
const LOCKED = `
  select tenant_id as "tenantId", id as "subscriptionId" from wanted
  where (tenant_id, id) not in (select tenant_id, id from free)`;

/** Marks subscriptions as failing from now on, unless they are; returns those that another transaction has locked. */
export async function markFailing(tx: Queryable, now: Date, lanes: Lane[]): Promise<Lane[]> {
  if (lanes.length === 0) return [];
  const { rows } = await tx.query<Lane>(MARK_FAILING, [...columns(lanes), now]);
  return rows;
}

const MARK_FAILING = {
  name: 'mark_failing',
  text: `
    with ${lockWanted('s.failing_since is null and s.active')},
    marked as (
      update webhook_subscriptions s set failing_since = $3 from free w where ${OF_WANTED}
    )
    ${LOCKED}`,
};

export async function findFailing(tx: Queryable, limit: number): Promise<Lane[]> {
  const { rows } = await tx.query<Lane>(
    `select tenant_id as "tenantId", id as "subscriptionId" from webhook_subscriptions
     where failing_since is not null limit $1`,
    [limit],
  );
  return rows;
}

/**
 * Marks subscriptions as working again, and records a recovery where these failures were warned of; returns those that another
 * transaction has locked.
 */
export async function markRecovered(tx: Queryable, now: Date, lanes: Lane[]): Promise<Lane[]> {
  if (lanes.length === 0) return [];
  const { rows } = await tx.query<Lane>(MARK_RECOVERED, [...columns(lanes), now]);
  return rows;
}

const MARK_RECOVERED = {
  name: 'mark_recovered',
  text: `
    with ${lockWanted('s.failing_since is not null')},
    recovered as (
      update webhook_subscriptions s set failing_since = null from free w where ${OF_WANTED}
    ),
    noted as (
      insert into webhook_warnings (tenant_id, subscription_id, kind, noted_at, since)
      select f.tenant_id, f.id, 'recovered', $3, f.failing_since from free f
      join webhook_warnings w on w.tenant_id = f.tenant_id and w.subscription_id = f.id and w.kind = 'failing'
      where w.since = f.failing_since
      order by f.tenant_id, f.id
      on conflict (tenant_id, subscription_id, kind)
        do update set noted_at = excluded.noted_at, since = excluded.since, told_at = null
    )
    ${LOCKED}`,
};

export type Warning = { tenant_id: string; subscription_id: string; kind: WarningKind };

export const WARNING_DUE = dueIf('from webhook_warnings where told_at is null');

/** The oldest of each tenant come first: a tenant whose warnings cannot be sent keeps no other's waiting. */
export async function findUntold(tx: Queryable, limit: number): Promise<Warning[]> {
  const { rows } = await tx.query<Warning>(
    `select tenant_id, subscription_id, kind from webhook_warnings
     where told_at is null
     order by row_number() over (partition by tenant_id order by noted_at), noted_at limit $1`,
    [limit],
  );
  return rows;
}

export type Told = { name: string; noted_at: Date; since: Date };

/** Undefined when another worker sent the notice, or the subscription was deleted. */
export async function markTold(tx: Tx, warning: Warning, now: Date): Promise<Told | undefined> {
  const { rows } = await tx.query<Told>(
    `update webhook_warnings w set told_at = $3
     from webhook_subscriptions s
     where w.tenant_id = current_tenant() and w.subscription_id = $1 and w.kind = $2 and w.told_at is null
       and s.tenant_id = w.tenant_id and s.id = w.subscription_id
     returning s.name, w.noted_at, coalesce(w.since, w.noted_at) as since`,
    [warning.subscription_id, warning.kind, now],
  );
  return rows[0];
}
