import type { Queryable, Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';

/** In the order of the tenants. */
export async function countSubscriptions(worker: Queryable, tenantIds: string[]): Promise<number[]> {
  const { rows } = await worker.query<{ count: number }>(COUNT_SUBSCRIPTIONS, [tenantIds]);
  return rows.map((row) => row.count);
}

const COUNT_SUBSCRIPTIONS = {
  name: 'count_subscriptions',
  text: `
    select (select count(*)::int from webhook_subscriptions s where s.tenant_id = t.id) as count
    from unnest($1::uuid[]) with ordinality as t (id, nth) order by nth`,
};

/** Of one tenant, counted no further than `most`. */
export async function countPending(worker: Queryable, tenantId: string, most: number): Promise<number> {
  const { rows } = await worker.query<{ count: number }>(COUNT_PENDING, [tenantId, most]);
  return rows[0]!.count;
}

const COUNT_PENDING = {
  name: 'count_pending',
  text: `select count(*)::int as count from (select from webhook_queue where tenant_id = $1 limit $2) q`,
};

/** At most once a day. */
export async function noteBacklog(tx: Tx, now: Date, most: number): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
     select current_tenant(), $1::uuid, 'webhook.backlog_full', 'tenant', current_tenant(), $2::text, $3::timestamptz
     where not exists (
       select from notices
       where tenant_id = current_tenant() and kind = 'webhook.backlog_full' and created_at > $3 - interval '1 day')`,
    [
      newId(),
      `${most} webhook deliveries are pending, which is the most there may be. New events wait until there are fewer, and none is lost: mend the receivers that fail, resume or delete what is paused, or discard a backlog.`,
      now,
    ],
  );
}
