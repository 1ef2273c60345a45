import type { Tx } from '#kernel/db/db.ts';
import { listNewestFirst, type Position } from '#kernel/db/newest-first.ts';

export type CommentRow = {
  id: string;
  entry_id: string;
  thread_id: string | null;
  field: string | null;
  locale: string | null;
  /** The block that it is about, at any depth of the field. */
  block_id: string | null;
  /** The name of its kind. */
  block_type: string | null;
  text: string;
  mentions: string[];
  /** JSON of an Author, as `resolved_by` is. */
  author: string;
  version: number;
  created_at: Date;
  edited_at: Date | null;
  resolved_at: Date | null;
  resolved_by: string | null;
};

const COMMENTS = `
  select id, entry_id, thread_id, field, locale, block_id, block_type, text, mentions, author, version, created_at, edited_at, resolved_at, resolved_by
  from content_comments where tenant_id = current_tenant()`;

export async function insertComment(tx: Tx, row: CommentRow): Promise<void> {
  await tx.query(
    `insert into content_comments (tenant_id, id, entry_id, thread_id, field, locale, block_id, block_type, text, mentions, author, version,
       created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.entry_id,
      row.thread_id,
      row.field,
      row.locale,
      row.block_id,
      row.block_type,
      row.text,
      row.mentions,
      row.author,
      row.version,
      row.created_at,
    ],
  );
}

/** Locks the comment until commit. */
export async function holdComment(tx: Tx, id: string): Promise<CommentRow | undefined> {
  return (await tx.query<CommentRow>(`${COMMENTS} and id = $1 for no key update`, [id])).rows[0];
}

export const listThreads = (
  tx: Tx,
  entryId: string,
  { resolved, blockId }: { resolved?: boolean | undefined; blockId?: string | undefined },
  limit: number,
  after: Position | null,
) =>
  listNewestFirst<CommentRow>(
    tx,
    `${COMMENTS} and entry_id = $1 and thread_id is null and ($2::boolean is null or (resolved_at is not null) = $2)
       and ($3::text is null or block_id = $3)`,
    [entryId, resolved ?? null, blockId ?? null],
    limit,
    after,
  );

export type PlaceRow = {
  field: string | null;
  locale: string | null;
  block_id: string | null;
  threads: number;
};

/** What the open threads of an entry are about; it has a limited number of them. */
export async function countByPlace(tx: Tx, entryId: string): Promise<PlaceRow[]> {
  const { rows } = await tx.query<PlaceRow>(
    `select field, locale, block_id, count(*)::int as threads from content_comments
     where tenant_id = current_tenant() and entry_id = $1 and thread_id is null and resolved_at is null
     group by field, locale, block_id order by field nulls first, locale nulls first, block_id nulls first`,
    [entryId],
  );
  return rows;
}

export async function findReplies(tx: Tx, threadIds: string[]): Promise<CommentRow[]> {
  if (threadIds.length === 0) return [];
  const { rows } = await tx.query<CommentRow>(
    `${COMMENTS} and thread_id = any($1) order by thread_id, created_at, id`,
    [threadIds],
  );
  return rows;
}

/** Counts the comments of an entry, and the replies of a thread, each up to its limit. */
export async function countComments(
  tx: Tx,
  entryId: string,
  threadId: string | null,
  limit: number,
): Promise<{ all: number; replies: number }> {
  const { rows } = await tx.query<{ all: number; replies: number }>(
    `select
       (select count(*)::int from (
          select from content_comments where tenant_id = current_tenant() and entry_id = $1 limit $3) c) as all,
       (select count(*)::int from content_comments where tenant_id = current_tenant() and thread_id = $2) as replies`,
    [entryId, threadId, limit],
  );
  return rows[0]!;
}

/** The transaction must have locked the row. */
export async function updateComment(tx: Tx, row: CommentRow): Promise<void> {
  await tx.query(
    `update content_comments set text = $2, mentions = $3, version = $4, edited_at = $5, resolved_at = $6, resolved_by = $7
     where tenant_id = current_tenant() and id = $1`,
    [row.id, row.text, row.mentions, row.version, row.edited_at, row.resolved_at, row.resolved_by],
  );
}

export async function deleteComment(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from content_comments where tenant_id = current_tenant() and id = $1', [id]);
}

/** Locks the entry until commit, so that its comments are counted one request at a time. */
export async function holdEntryForComments(
  tx: Tx,
  id: string,
): Promise<{ type_id: string; type: string; slug: string | null } | undefined> {
  const { rows } = await tx.query<{ type_id: string; type: string; slug: string | null }>(
    `select type_id, slug, (
       select name from content_types t where t.tenant_id = current_tenant() and t.id = e.type_id) as type
     from content_entries e
     where tenant_id = current_tenant() and id = $1 and deleted_at is null for key share`,
    [id],
  );
  if (rows[0] === undefined) return undefined;
  await tx.query("select pg_advisory_xact_lock(hashtextextended('comments:' || $1::text, 0))", [id]);
  return rows[0];
}

/** The same for the entry of a comment. */
export async function holdEntryOfComment(tx: Tx, id: string): ReturnType<typeof holdEntryForComments> {
  const { rows } = await tx.query<{ entry_id: string }>(
    'select entry_id from content_comments where tenant_id = current_tenant() and id = $1',
    [id],
  );
  return rows[0] && holdEntryForComments(tx, rows[0].entry_id);
}
