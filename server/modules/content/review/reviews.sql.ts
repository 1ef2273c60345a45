import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export const REVIEW_STATUSES = ['requested', 'approved', 'changes_requested'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export type ReviewRow = {
  id: string;
  entry_id: string;
  version: number;
  status: ReviewStatus;
  /** JSON of an Author, as `decided_by` is. */
  asked_by: string | null;
  note: string | null;
  reviewer_id: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decision_note: string | null;
  overridden: boolean;
  created_at: Date;
};
const COLUMNS =
  'id, entry_id, version, status, asked_by, note, reviewer_id, decided_by, decided_at, decision_note, overridden, created_at';

export async function findReview(tx: Tx, entryId: string): Promise<ReviewRow | undefined> {
  const { rows } = await tx.query<ReviewRow>(FIND_REVIEW, [entryId]);
  return rows[0];
}

const FIND_REVIEW = {
  name: 'find_content_review',
  text: `select ${COLUMNS} from content_reviews where tenant_id = current_tenant() and entry_id = $1`,
};

export type ListedReview = ReviewRow & { type: string; slug: string | null; current_version: number };

export const listReviews = (
  tx: Tx,
  {
    status,
    reviewerId,
    typeIds = null,
  }: { status: ReviewStatus; reviewerId: string | null; typeIds?: string[] | null },
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<ListedReview>(
    tx,
    `select r.*, e.slug, e.version as current_version,
       (select name from content_types t where t.tenant_id = current_tenant() and t.id = e.type_id) as type
     from content_reviews r cross join lateral (
       select slug, version, type_id from content_entries
       where tenant_id = current_tenant() and id = r.entry_id and deleted_at is null offset 0) e
     where r.tenant_id = current_tenant() and status = $1 and ($2::uuid is null or reviewer_id = $2)
       and ($3::uuid[] is null or e.type_id = any($3))`,
    [status, reviewerId, typeIds],
    limit,
    after,
  );

/** The transaction has locked the entry. */
export async function putReview(tx: Tx, row: ReviewRow): Promise<void> {
  await tx.query(
    `insert into content_reviews (tenant_id, ${COLUMNS})
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (tenant_id, entry_id) do update set id = excluded.id, version = excluded.version, status = excluded.status,
       asked_by = excluded.asked_by, note = excluded.note, reviewer_id = excluded.reviewer_id, decided_by = excluded.decided_by,
       decided_at = excluded.decided_at, decision_note = excluded.decision_note, overridden = excluded.overridden,
       created_at = excluded.created_at`,
    [
      row.id,
      row.entry_id,
      row.version,
      row.status,
      row.asked_by,
      row.note,
      row.reviewer_id,
      row.decided_by,
      row.decided_at,
      row.decision_note,
      row.overridden,
      row.created_at,
    ],
  );
}

/** An entry in the bin has no review: lists would step over those of thousands. */
export async function deleteReview(tx: Tx, entryId: string): Promise<void> {
  await tx.query('delete from content_reviews where tenant_id = current_tenant() and entry_id = $1', [
    entryId,
  ]);
}

/** Nobody decides about entries of a type without a review any more. What was approved counts again with the review. */
export async function deleteWaitingReviews(tx: Tx, typeId: string): Promise<void> {
  await tx.query(
    `delete from content_reviews
     where tenant_id = current_tenant() and status in ('requested', 'changes_requested') and exists (
       select from content_entries e
       where e.tenant_id = current_tenant() and e.id = entry_id and e.type_id = $1 offset 0)`,
    [typeId],
  );
}

/**
 * Returns who saved this version of the entry. A change of the type or of the locales is saved over the words of somebody else, so the
 * one who saved those is an author of the version too.
 */
export async function findAuthors(
  tx: Tx,
  entryId: string,
  version: number,
): Promise<{ type: string; id: string | null }[]> {
  const { rows } = await tx.query<{ type: string; id: string | null }>(FIND_AUTHORS, [entryId, version]);
  return rows;
}

const FIND_AUTHORS = {
  name: 'find_authors_of_content_version',
  text: `
    select distinct author_type as type, author_id as id from content_revisions
    where tenant_id = current_tenant() and entry_id = $1 and version between coalesce((
      select max(version) from content_revisions
      where tenant_id = current_tenant() and entry_id = $1 and version <= $2 and reason <> 'migrated'), 1) and $2`,
};
