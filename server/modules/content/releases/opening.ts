/** A release that cannot go live as it was reviewed is open again at once, and tells why. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { type ReleaseFailure, type ReleaseRow, updateRelease } from './releases.sql.ts';

const MAX_PROBLEMS = 100;

/** The version changes, so a caller that has not read it since cannot publish it by `If-Match`. The transaction has locked it. */
export async function openRelease(
  tx: Tx,
  by: Author,
  now: Date,
  row: ReleaseRow,
  message: string,
  problems: Problem[],
): Promise<void> {
  const before: ReleaseFailure | null = row.failure && JSON.parse(row.failure);
  const failure: ReleaseFailure = {
    at: row.at?.toISOString() ?? before?.at ?? null,
    failedAt: now.toISOString(),
    message,
    problems: [...(before?.problems ?? []), ...problems].slice(-MAX_PROBLEMS),
  };
  const open: ReleaseRow = { ...row, status: 'open', at: null, failure: JSON.stringify(failure) };
  await updateRelease(tx, { ...open, version: row.version + 1, updated_at: now });
  if (row.status === 'scheduled')
    await audit(tx, by, now, {
      action: 'content_release.failed',
      subjectType: 'content_release',
      subjectId: row.id,
      details: { name: row.name, reason: message },
    });
}
