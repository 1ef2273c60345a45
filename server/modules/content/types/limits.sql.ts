import type { Tx } from '#kernel/db/db.ts';
import type { EntryStatus } from '../entries/entries.sql.ts';

export type Touched = {
  id: string;
  /** The name of its type. */
  type: string;
  status: EntryStatus;
  /** It is to be published at a set time, by itself or with a release. */
  is_due: boolean;
};

const TOUCHED = `
  select e.id, t.name as type, e.status, exists (
    select from content_schedule s
    where s.tenant_id = e.tenant_id and s.entry_id = e.id and s.action like 'publish%' and s.failed_at is null)
    or exists (
      select from content_release_entries l
      join content_releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
      where l.tenant_id = e.tenant_id and l.entry_id = e.id and r.status = 'scheduled') as is_due
  from content_entries e
  join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
  where e.tenant_id = current_tenant()`;

export async function findTouched(tx: Tx, ids: string[]): Promise<Touched[]> {
  return (await tx.query<Touched>(`${TOUCHED} and e.id = any($1::uuid[])`, [ids])).rows;
}

export async function findTouchedByRelease(tx: Tx, releaseId: string): Promise<Touched[]> {
  const { rows } = await tx.query<Touched>(
    `${TOUCHED} and e.id in (
       select entry_id from content_release_entries where tenant_id = current_tenant() and release_id = $1)`,
    [releaseId],
  );
  return rows;
}

export async function findTouchedByComment(tx: Tx, commentId: string): Promise<Touched[]> {
  const { rows } = await tx.query<Touched>(
    `${TOUCHED} and e.id = (
       select entry_id from content_comments where tenant_id = current_tenant() and id = $1)`,
    [commentId],
  );
  return rows;
}

export type NamedType = { id: string; name: string };

export async function findTypeNames(tx: Tx): Promise<NamedType[]> {
  const { rows } = await tx.query<NamedType>(
    'select id, name from content_types where tenant_id = current_tenant() order by name',
  );
  return rows;
}
