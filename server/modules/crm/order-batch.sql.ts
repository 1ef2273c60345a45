import type { Tx } from '#kernel/db/db.ts';

/**
 * For the rest of the transaction. PostgreSQL cannot know how long the lists of a prepared statement are and takes them for
 * short, for which it would compare every line with every order: a thousand orders then take seven times as long.
 */
export async function planForMany(tx: Tx): Promise<void> {
  await tx.query(
    "select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_nestloop', 'off', true)",
  );
}
