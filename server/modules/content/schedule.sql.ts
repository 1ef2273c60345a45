import type { Queryable, Tx } from '#kernel/db/db.ts';

export type Action = 'publish' | 'unpublish' | 'purge';

/** In place of what was set before, also of what failed. */
export async function setSchedule(tx: Tx, entryId: string, action: Action, at: Date): Promise<void> {
  await tx.query(
    `insert into content_schedule (tenant_id, entry_id, action, at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id, entry_id, action) do update set at = excluded.at, failed_at = null, failure = null`,
    [entryId, action, at],
  );
}

/** One action, or all of them. */
export async function clearSchedule(tx: Tx, entryId: string, action?: Action): Promise<void> {
  await tx.query(CLEAR_SCHEDULE, [entryId, action ?? null]);
}

const CLEAR_SCHEDULE = {
  name: 'clear_content_schedule',
  text: `
    delete from content_schedule
    where tenant_id = current_tenant() and entry_id = $1 and ($2::text is null or action = $2)`,
};

export type DueAction = { tenant_id: string; entry_id: string; action: Action; at: Date };

/** Of all tenants: what is due by then, the longest waiting first. */
export async function findDue(
  worker: Queryable,
  by: Date,
  actions: Action[],
  limit: number,
): Promise<DueAction[]> {
  const { rows } = await worker.query<DueAction>(
    {
      name: 'find_due_content',
      text: `
        select tenant_id, entry_id, action, at from content_schedule
        where failed_at is null and at <= $1 and action = any($2) order by at limit $3`,
    },
    [by, actions, limit],
  );
  return rows;
}

/** Whether this is still to be done, at this time or earlier. The entry is locked, so nobody changes it meanwhile. */
export async function isStillDue(tx: Tx, entryId: string, action: Action, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from content_schedule
     where tenant_id = current_tenant() and entry_id = $1 and action = $2 and at <= $3 and failed_at is null`,
    [entryId, action, now],
  );
  return rowCount > 0;
}

export async function failSchedule(
  tx: Tx,
  entryId: string,
  action: Action,
  now: Date,
  failure: { message: string; problems: unknown[] },
): Promise<void> {
  await tx.query(
    `update content_schedule set failed_at = $3, failure = $4
     where tenant_id = current_tenant() and entry_id = $1 and action = $2 and at <= $3 and failed_at is null`,
    [entryId, action, now, JSON.stringify(failure)],
  );
}
