import type { Db } from '#kernel/db/db.ts';

/** More changes than this are not told apart: all answers are forgotten. */
const MOST_CHANGES = 1_000;

/** `changed`: the tenants whose content changed after the snapshot `since`; `*` for too many to name. */
export type Changes = { server: string; snapshot: string; changed: string | null };

export async function findChanges(db: Pick<Db, 'callersQuery'>, since: string | null): Promise<Changes> {
  const { rows } = await db.callersQuery<Changes>(FIND_CHANGES, [since]);
  return rows[0]!;
}

// A change that `since` does not contain belongs to a transaction from its xmin on, so the index skips all others.
const FIND_CHANGES = {
  name: 'find_changes_of_content',
  text: `
    select pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot,
      (select case when count(*) > ${MOST_CHANGES} then '*' else string_agg(distinct tenant_id::text, ' ') end
       from (
         select tenant_id from content_changes
         where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
         limit ${MOST_CHANGES + 1}) c) as changed`,
};

/** Answers that are older than the oldest change are forgotten by then. */
export async function deleteOldChanges(db: Pick<Db, 'acrossTenantsQuery'>): Promise<void> {
  await db.acrossTenantsQuery(`delete from content_changes where at < now() - interval '10 minutes'`);
}
