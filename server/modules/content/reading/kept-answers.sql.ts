import type { Db } from '#kernel/db/db.ts';

/** More changes than this are not told apart: all answers are forgotten. */
const MOST_CHANGES = 1_000;

/** `changed`: the tenants whose content changed after the snapshot `since`; `*` for too many to name. */
export type Changes = { server: string; snapshot: string; changed: string | null };

export async function findChanges(db: Pick<Db, 'callersQuery'>, since: string | null): Promise<Changes> {
  const { rows } = await db.callersQuery<Changes>(FIND_CHANGES, [since]);
  return rows[0]!;
}

// A change that `since` does not contain belongs to a transaction that began after it, or was open then: each is a range of the
// index, so one transaction that stays open for long makes no look-up read the changes of all others.
export const FIND_CHANGES = {
  name: 'find_changes_of_content',
  text: `
    select pg_postmaster_start_time()::text as server, pg_current_snapshot()::text as snapshot,
      (select case when count(*) > ${MOST_CHANGES} then '*' else string_agg(distinct tenant_id::text, ' ') end
       from (
         select tenant_id from (
           select tenant_id from content_changes where xid >= pg_snapshot_xmax($1::pg_snapshot)
           union all
           select c.tenant_id from pg_snapshot_xip($1::pg_snapshot) as open (xid)
           cross join lateral (select tenant_id from content_changes where xid = open.xid offset 0) c) unseen
         limit ${MOST_CHANGES + 1}) c) as changed`,
};

/**
 * Deletes changes from 10 minutes ago that a snapshot of the last round contains: answers that do not know them are forgotten by now,
 * also if their transaction was open for long. Returns the snapshot for the next round.
 */
export async function deleteOldChanges(
  db: Pick<Db, 'acrossTenantsQuery'>,
  known: string | null,
): Promise<string> {
  const { rows } = await db.acrossTenantsQuery<{ snapshot: string }>(
    `with old as (
       delete from content_changes
       where at < now() - interval '10 minutes' and pg_visible_in_snapshot(xid, $1::pg_snapshot))
     select pg_current_snapshot()::text as snapshot`,
    [known],
  );
  return rows[0]!.snapshot;
}
