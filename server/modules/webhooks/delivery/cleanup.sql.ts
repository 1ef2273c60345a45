import type { Queryable } from '#kernel/db/db.ts';

/** Deletes former secrets whose overlap has ended; they sign nothing any more. */
export async function forgetFormerSecrets(worker: Queryable, now: Date): Promise<void> {
  await worker.query(
    `update webhook_subscriptions set previous_secret_sealed = null, previous_secret_until = null
     where previous_secret_until <= $1`,
    [now],
  );
  await worker.query(
    `update webhook_subscriptions set
       older_secrets = array(
         select o.sealed from unnest(older_secrets, older_secrets_until) with ordinality as o (sealed, until, nth)
         where o.until > $1 order by o.nth),
       older_secrets_until = array(
         select o.until from unnest(older_secrets_until) with ordinality as o (until, nth) where o.until > $1 order by o.nth)
     where older_secrets_until <> '{}' and $1 >= any (older_secrets_until)`,
    [now],
  );
}

export async function deleteOldReplays(worker: Queryable, before: Date): Promise<void> {
  await worker.query('delete from webhook_replays where finished_at < $1', [before]);
}

export async function deleteOldNotices(worker: Queryable, before: Date): Promise<void> {
  await worker.query('delete from notices where created_at < $1', [before]);
}

/** Rows of a batch are kept as long as its events; others have none left. */
export async function deleteOldGathered(worker: Queryable, before: Date): Promise<void> {
  for (let deleted = GATHERED_AT_ONCE; deleted === GATHERED_AT_ONCE; ) {
    const { rows } = await worker.query<{ count: number }>(
      `with old as (
         select tenant_id, subscription_id, event_id from webhook_gathered where at < $1 order by at limit ${GATHERED_AT_ONCE}),
       gone as (
         delete from webhook_gathered g using old o
         where g.tenant_id = o.tenant_id and g.subscription_id = o.subscription_id and g.event_id = o.event_id returning 1)
       select count(*)::int as count from gone`,
      [before],
    );
    deleted = rows[0]!.count;
  }
}

const GATHERED_AT_ONCE = 5_000;
