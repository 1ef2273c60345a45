import type { Tx } from '#kernel/db/db.ts';
import type { RuleSource } from '../rules.ts';

export type ChangedRow = RuleSource & { changed_in: number };

/** Reads in order of change: later changes come later, so nothing is missed between two reads. */
export async function readChanged(
  tx: Tx,
  propertyId: string,
  after: { changed_in: number; id: string },
  limit: number,
): Promise<ChangedRow[]> {
  const { rows } = await tx.query<ChangedRow>(
    `select id, match, from_path, to_url, status_code, query, active_from, active_until, changed_in from redirects
     where tenant_id = current_tenant() and property_id = $1 and (changed_in, id) > ($2::int, $3::uuid)
     order by changed_in, id limit $4`,
    [propertyId, after.changed_in, after.id, limit],
  );
  return rows;
}

export async function readRemoved(tx: Tx, propertyId: string, after: number): Promise<string[]> {
  const { rows } = await tx.query<{ redirect_id: string }>(
    `select redirect_id from redirect_removals
     where tenant_id = current_tenant() and property_id = $1 and removed_in > $2`,
    [propertyId, after],
  );
  return rows.map((row) => row.redirect_id);
}
