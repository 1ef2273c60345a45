import type { Tx } from '#kernel/db/db.ts';
import type { RevisionReason } from './entries.sql.ts';

export type RevisionRow = {
  version: number;
  reason: RevisionReason;
  property_id: string | null;
  fields: string;
  author_type: string;
  author_id: string | null;
  author_name: string;
  created_at: Date;
};

const COLUMNS = 'version, reason, property_id, fields, author_type, author_id, author_name, created_at';

export async function findRevision(
  tx: Tx,
  entryId: string,
  version: number,
): Promise<RevisionRow | undefined> {
  const { rows } = await tx.query<RevisionRow>(
    `select ${COLUMNS} from content_revisions where tenant_id = current_tenant() and entry_id = $1 and version = $2`,
    [entryId, version],
  );
  return rows[0];
}

/** Lists revisions before this version, the latest first. Leaves out their values, which could make a page large. */
export async function listRevisions(
  tx: Tx,
  entryId: string,
  limit: number,
  before: number | null,
): Promise<Omit<RevisionRow, 'fields'>[]> {
  const { rows } = await tx.query<Omit<RevisionRow, 'fields'>>(
    `select ${COLUMNS.replace('fields, ', '')} from content_revisions
     where tenant_id = current_tenant() and entry_id = $1 and ($2::int is null or version < $2)
     order by version desc limit $3`,
    [entryId, before, limit + 1],
  );
  return rows;
}
