import type { Queryable, Tx } from '#kernel/db/db.ts';
import type { Lane } from './lanes.ts';

/** failing: several attempts in a row did not succeed; failed: a delivery used up all its attempts. */
export type WarningKind = 'failing' | 'failed';

/**
 * Notes that owners should be warned, at most once a day per subscription and kind. One statement, for the worker role and
 * any number of tenants; who is to be told is told by the loop in warnings.worker.ts.
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

// Who was warned today is left out at once; should two workers notice the same thing at the same time, the conflict decides.
// In one order whoever writes, so that they never wait for each other.
const NOTE_FAILURES = {
  name: 'note_failures',
  text: `
    insert into webhook_warnings as w (tenant_id, subscription_id, kind, noted_at)
    select distinct s.tenant_id, s.id, n.kind, $4::timestamptz
    from unnest($1::uuid[], $2::uuid[], $3::text[]) as n (tenant_id, subscription_id, kind)
    join webhook_subscriptions s on s.tenant_id = n.tenant_id and s.id = n.subscription_id
    where not exists (
      select from webhook_warnings w
      where w.tenant_id = s.tenant_id and w.subscription_id = s.id and w.kind = n.kind
        and w.noted_at > $4 - interval '1 day')
    order by s.tenant_id, s.id, n.kind
    on conflict (tenant_id, subscription_id, kind) do update set noted_at = excluded.noted_at, told_at = null
    where w.noted_at <= excluded.noted_at - interval '1 day'`,
};

export type Warning = { tenant_id: string; subscription_id: string; kind: WarningKind };

export async function findUntold(tx: Queryable, limit: number): Promise<Warning[]> {
  const { rows } = await tx.query<Warning>(
    `select tenant_id, subscription_id, kind from webhook_warnings
     where told_at is null order by noted_at limit $1`,
    [limit],
  );
  return rows;
}

/** The name of the subscription; undefined when someone else told of it, or it is gone. */
export async function markTold(tx: Tx, warning: Warning, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    `update webhook_warnings w set told_at = $3
     from webhook_subscriptions s
     where w.tenant_id = current_tenant() and w.subscription_id = $1 and w.kind = $2 and w.told_at is null
       and s.tenant_id = w.tenant_id and s.id = w.subscription_id
     returning s.name`,
    [warning.subscription_id, warning.kind, now],
  );
  return rows[0]?.name;
}
