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

/** So few that a statement is over soon, however many rows a lower retention makes old at once. */
const DELETED_AT_ONCE = 5_000;

/** Deletes some; returns true if there may be more. */
const deleteSome = (table: string, isOld: string) => async (worker: Queryable, before: Date) => {
  const { rowCount } = await worker.query(
    `delete from ${table} where ctid = any (array(select ctid from ${table} where ${isOld} limit ${DELETED_AT_ONCE}))`,
    [before],
  );
  return rowCount === DELETED_AT_ONCE;
};

export const deleteOldReplays = deleteSome('webhook_replays', 'finished_at < $1');
export const deleteOldNotices = deleteSome('notices', 'created_at < $1');
/** Rows of a batch are kept as long as its events; others have none left. */
export const deleteOldGathered = deleteSome('webhook_gathered', 'at < $1');
