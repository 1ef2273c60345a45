import type { Queryable } from '#kernel/db/db.ts';

/** Deletes previous secrets whose overlap has ended; they sign nothing any more. */
export async function forgetPreviousSecrets(worker: Queryable, now: Date): Promise<void> {
  await worker.query(
    `update webhook_subscriptions set previous_secret_sealed = null, previous_secret_until = null
     where previous_secret_until <= $1`,
    [now],
  );
}

export async function deleteOldReplays(worker: Queryable, before: Date): Promise<void> {
  await worker.query('delete from webhook_replays where finished_at < $1', [before]);
}

export async function deleteOldNotices(worker: Queryable, before: Date): Promise<void> {
  await worker.query('delete from notices where created_at < $1', [before]);
}
