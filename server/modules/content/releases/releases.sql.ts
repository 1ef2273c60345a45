import type { Queryable, Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';
import type { Problem } from '#kernel/errors.ts';
import { dueIf } from '#kernel/work/poller.ts';

export type ReleaseStatus = 'open' | 'scheduled' | 'published';
/** `at`: when it was to be published; null: it had no time. */
export type ReleaseFailure = { at: string | null; failedAt: string; message: string; problems: Problem[] };
export type ReleaseRow = {
  id: string;
  name: string;
  status: ReleaseStatus;
  version: number;
  at: Date | null;
  redirects: boolean;
  allows_broken: boolean;
  /** JSON of a ReleaseFailure. */
  failure: string | null;
  /** JSON of an Author. */
  created_by: string;
  created_at: Date;
  updated_at: Date;
  published_at: Date | null;
  entries: number;
};
const RELEASES = `
  select id, name, status, version, at, redirects, allows_broken, failure, created_by, created_at, updated_at, published_at,
    coalesce(entry_count, (
      select count(*)::int from content_release_entries e where e.tenant_id = r.tenant_id and e.release_id = r.id)) as entries
  from content_releases r where tenant_id = current_tenant()`;

/** Returns false when the tenant has `most` releases already. Requests at the same moment may exceed that by their number. */
export async function insertRelease(tx: Tx, row: ReleaseRow, most: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into content_releases (tenant_id, id, name, status, version, created_by, created_at, updated_at)
     select current_tenant(), $1, $2, 'open', 1, $3, $4, $4
     where (select count(*) from (select from content_releases where tenant_id = current_tenant() limit $5) r) < $5`,
    [row.id, row.name, row.created_by, row.created_at, most],
  );
  return rowCount > 0;
}

export async function findRelease(tx: Tx, id: string): Promise<ReleaseRow | undefined> {
  const { rows } = await tx.query<ReleaseRow>(`${RELEASES} and id = $1`, [id]);
  return rows[0];
}

/** Locks the release until commit. Its entries change only under this lock, so they are read by a statement behind it. */
export async function holdRelease(tx: Tx, id: string): Promise<ReleaseRow | undefined> {
  await tx.query(
    'select from content_releases where tenant_id = current_tenant() and id = $1 for no key update',
    [id],
  );
  return findRelease(tx, id);
}

/** Locks the releases of an entry that are not published, in the order of their ids. */
export async function holdReleasesOf(tx: Tx, entryId: string): Promise<ReleaseRow[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from content_releases
     where tenant_id = current_tenant() and status <> 'published' and id in (
       select release_id from content_release_entries where tenant_id = current_tenant() and entry_id = $1)
     order by id for no key update`,
    [entryId],
  );
  if (rows.length === 0) return [];
  const held = await tx.query<ReleaseRow>(`${RELEASES} and id = any($1) order by id`, [
    rows.map(({ id }) => id),
  ]);
  return held.rows;
}

/** Locks those of the releases that are still scheduled, until commit. Leaves out those that another transaction has locked. */
export async function holdScheduled(tx: Tx, ids: string[]): Promise<ReleaseRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>(
    `select id from content_releases where tenant_id = current_tenant() and id = any($1) and status = 'scheduled'
     order by id for no key update skip locked`,
    [ids],
  );
  const held = await tx.query<ReleaseRow>(`${RELEASES} and id = any($1) order by id`, [
    rows.map(({ id }) => id),
  ]);
  return held.rows;
}

export type ReleaseFilter = { status?: ReleaseStatus | undefined; entryId?: string | undefined };

export const listReleases = (
  tx: Tx,
  { status, entryId }: ReleaseFilter,
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<ReleaseRow>(
    tx,
    `${RELEASES} and ($1::text is null or status = $1) and ($2::uuid is null or id in (
       select release_id from content_release_entries where tenant_id = current_tenant() and entry_id = $2))`,
    [status ?? null, entryId ?? null],
    limit,
    after,
  );

/** The transaction must have locked the row, and written its entries. A release that changes is in no process's hands. */
export async function updateRelease(tx: Tx, row: ReleaseRow): Promise<void> {
  await tx.query(
    `update content_releases set name = $2, status = $3, version = $4, at = $5, redirects = $6, allows_broken = $7, failure = $8,
       updated_at = $9, published_at = $10, claimed_until = null, entry_count = (
         select count(*) from content_release_entries where tenant_id = current_tenant() and release_id = $1)
     where tenant_id = current_tenant() and id = $1`,
    [
      row.id,
      row.name,
      row.status,
      row.version,
      row.at,
      row.redirects,
      row.allows_broken,
      row.failure,
      row.updated_at,
      row.published_at,
    ],
  );
}

export async function deleteRelease(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from content_releases where tenant_id = current_tenant() and id = $1', [id]);
}

export type DueRelease = { tenant_id: string; id: string; at: Date };

/**
 * Claims the next due release of each tenant, which waits while another process has one of that tenant: the order of a tenant's
 * releases stays, and one tenant's queue delays no other. Tenants after the last one come first; those that are `busy` wait.
 */
export async function claimDueReleases(
  worker: Queryable,
  now: Date,
  until: Date,
  limit: number,
  turns: { after: string; busy: string[] },
): Promise<DueRelease[]> {
  const { rows } = await worker.query<DueRelease>(CLAIM_DUE, [now, until, limit, turns.after, turns.busy]);
  return rows;
}

const CLAIM_DUE = {
  name: 'claim_due_releases',
  text: `
    with first as materialized (
      select distinct on (tenant_id) tenant_id, id from content_releases
      where status = 'scheduled' and at <= $1 order by tenant_id, at, id),
    due as materialized (
      select r.tenant_id, r.id from first join content_releases r on (r.tenant_id, r.id) = (first.tenant_id, first.id)
      where r.status = 'scheduled' and r.at <= $1 and (r.claimed_until is null or r.claimed_until <= $1)
        and r.tenant_id <> all($5::uuid[])
      order by r.tenant_id <= $4::uuid, r.tenant_id limit $3 for update of r skip locked)
    update content_releases r set claimed_until = $2 from due
    where (r.tenant_id, r.id) = (due.tenant_id, due.id)
    returning r.tenant_id, r.id, r.at`,
};

export const RELEASE_DUE = `select coalesce(
  (${dueIf("from content_releases where status = 'scheduled' and at <= $1 and (claimed_until is null or claimed_until <= $1)")}),
  (select at from content_releases where status = 'scheduled' and at > $1 order by at limit 1))`;
