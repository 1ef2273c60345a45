import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';

export type NoticeRow = {
  id: string;
  kind: string;
  subject_type: string;
  subject_id: string;
  message: string;
  created_at: Date;
  read_at: Date | null;
  /** Null: it is for everybody. */
  member_id: string | null;
};

const COLUMNS = 'id, kind, subject_type, subject_id, message, created_at, read_at, member_id';

export async function insertNotice(
  tx: Tx,
  notice: { id: string; kind: string; subjectType: string; subjectId: string; message: string; now: Date },
): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6)`,
    [notice.id, notice.kind, notice.subjectType, notice.subjectId, notice.message, notice.now],
  );
}

/**
 * Notices for everybody, and those for this member. Each of the two is read by index as far as the page goes, however many other
 * members have; PostgreSQL takes the order of the index for the one asked for only with `member_id` in it, because null is no value.
 */
export async function listNotices(
  tx: Tx,
  actorId: string,
  onlyUnread: boolean,
  limit: number,
  after: Position | null,
): Promise<NoticeRow[]> {
  const of = (reader: string) => `
    (select ${COLUMNS} from notices
     where tenant_id = current_tenant() and ${reader}${onlyUnread ? ' and read_at is null' : ''}${after === null ? '' : ' and (created_at, id) < ($3, $4)'}
     order by member_id, created_at desc, id desc limit $2)`;
  const { rows } = await tx.query<NoticeRow>(
    `select ${COLUMNS} from (${of('member_id is null')} union all ${of('member_id = $1')}) n
     order by created_at desc, id desc limit $2`,
    [actorId, limit + 1, ...(after === null ? [] : [after.at, after.id])],
  );
  return rows;
}

/** Keeps the time of the first reading. */
export async function markRead(
  tx: Tx,
  actorId: string,
  id: string,
  now: Date,
): Promise<NoticeRow | undefined> {
  const { rows } = await tx.query<NoticeRow>(
    `update notices set read_at = coalesce(read_at, $2)
     where tenant_id = current_tenant() and id = $1 and (member_id is null or member_id = $3) returning ${COLUMNS}`,
    [id, now, actorId],
  );
  return rows[0];
}
