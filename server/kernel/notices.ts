/** Messages to the staff of a tenant: `GET /v1/notices` lists them. */
import type { Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';

export type Notice = { kind: string; subjectType: string; subjectId: string; message: string };

/** Writes at most one notice a day for a kind and a subject. */
export async function tellOnceADay(tx: Tx, now: Date, notice: Notice): Promise<void> {
  await tx.query(
    `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
     select current_tenant(), $1::uuid, $2::text, $3::text, $4::uuid, $5::text, $6::timestamptz
     where not exists (
       select from notices where tenant_id = current_tenant() and kind = $2 and subject_id = $4
         and created_at > $6 - interval '1 day')`,
    [newId(), notice.kind, notice.subjectType, notice.subjectId, notice.message, now],
  );
}
