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

/** Returns the names of the types of its entries, and of those that it published, which may be gone by now. */
export async function findTypesOfRelease(tx: Tx, releaseId: string): Promise<string[]> {
  const { rows } = await tx.query<{ type: string }>(
    `select t.name as type from content_release_entries l
     join content_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
     join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id
     where l.tenant_id = current_tenant() and l.release_id = $1
     union
     select line ->> 'type' from content_releases r cross join lateral json_array_elements(r.published_entries) line
     where r.tenant_id = current_tenant() and r.id = $1`,
    [releaseId],
  );
  return rows.map(({ type }) => type);
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
