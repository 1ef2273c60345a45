import type { Queryable, Tx } from '#kernel/db/db.ts';
import type { Lane } from './lanes.ts';

/**
 * Subscriptions that have failed for `days`: not one success, failures on that many days, and the latest within a day. One that
 * has little to send is thus left alone. The oldest of each tenant come first: a tenant whose subscriptions cannot be paused keeps no
 * other's waiting.
 */
export async function findLongFailing(worker: Queryable, now: Date, days: number): Promise<Lane[]> {
  const { rows } = await worker.query<Lane>(
    `select s.tenant_id as "tenantId", s.id as "subscriptionId" from webhook_subscriptions s
     cross join lateral (
       select count(distinct date_trunc('day', c.hour, 'UTC')) as days, max(c.hour) as latest
       from webhook_attempt_counts c
       where c.tenant_id = s.tenant_id and c.subscription_id = s.id and c.failed > 0
         and c.hour >= date_trunc('hour', s.failing_since)) failures
     where s.failing_since <= $1::timestamptz - make_interval(days => $2) and s.active
       and failures.days >= $2 and failures.latest > $1::timestamptz - interval '1 day'
     order by row_number() over (partition by s.tenant_id order by s.failing_since), s.failing_since limit 100`,
    [now, days],
  );
  return rows;
}

export type Disabled = { name: string; failing_since: Date };

/** Undefined when the subscription has recovered, or was paused or deleted meanwhile. */
export async function disableSubscription(
  tx: Tx,
  id: string,
  now: Date,
  days: number,
): Promise<Disabled | undefined> {
  const { rows } = await tx.query<Disabled>(
    `update webhook_subscriptions set active = false, disabled_at = $2, updated_at = $2
     where tenant_id = current_tenant() and id = $1 and active and failing_since <= $2::timestamptz - make_interval(days => $3)
     returning name, failing_since`,
    [id, now, days],
  );
  return rows[0];
}
