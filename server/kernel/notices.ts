/** Messages to the staff of a tenant: `GET /v1/notices` lists them. */
import type { Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';

export type Notice = { kind: string; subjectType: string; subjectId: string; message: string };

/** The part of somebody's words that a notice quotes. */
const QUOTED = /^.{0,200}/su;

/** A character of two halves is quoted whole or not at all. */
export function quote(text: string): string {
  const [quoted] = QUOTED.exec(text)!;
  return quoted.length < text.length ? `${quoted} …` : quoted;
}

/** Writes at most one notice a day for a kind and a subject, for everybody. */
export async function tellOnceADay(tx: Tx, now: Date, notice: Notice): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
     select current_tenant(), $1::uuid, $2::text, $3::text, $4::uuid, $5::text, $6::timestamptz
     where not exists (
       select from notices where tenant_id = current_tenant() and member_id is null and kind = $2 and subject_id = $4
         and created_at > $6 - interval '1 day')`,
    [newId(), notice.kind, notice.subjectType, notice.subjectId, notice.message, now],
  );
}

/**
 * Tells one member, who alone sees it. One notice of a kind and a subject waits unread at most. `offset 0` keeps PostgreSQL from reading
 * all that the member has not read, of which there may be more than of the subject.
 */
export async function tellMember(tx: Tx, now: Date, memberId: string, notice: Notice): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at, member_id)
     select current_tenant(), $1::uuid, $2::text, $3::text, $4::uuid, $5::text, $6::timestamptz, $7::uuid
     where not exists (
       select from (
         select kind, member_id, read_at from notices
         where tenant_id = current_tenant() and subject_id = $4 and member_id is not null offset 0) n
       where kind = $2 and member_id = $7 and read_at is null)`,
    [newId(), notice.kind, notice.subjectType, notice.subjectId, notice.message, now, memberId],
  );
}

/** Deletes the notices of members about a record that is deleted for good. */
export async function forgetNotices(tx: Tx, subjectType: string, subjectId: string): Promise<void> {
  await tx.query(
    `delete from notices
     where tenant_id = current_tenant() and subject_type = $1 and subject_id = $2 and member_id is not null`,
    [subjectType, subjectId],
  );
}
