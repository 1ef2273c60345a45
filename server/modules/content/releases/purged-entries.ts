/** Releases whose entry is deleted for good: none of them is published without it before a person has seen that. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { holdReleasesOf, type ReleaseFailure, type ReleaseRow, updateRelease } from './releases.sql.ts';

const PURGE: Author = { type: 'system', id: null, name: 'purge' };
const MAX_PROBLEMS = 100;

/** A scheduled one is open again. The version changes, so a caller that has not read it since cannot publish it by `If-Match`. */
export async function openReleasesOf(
  tx: Tx,
  now: Date,
  { id, slug, type }: Pick<EntryRow, 'id' | 'slug' | 'type'>,
): Promise<void> {
  const message = `The entry ${type} "${slug ?? id}" was deleted for good after its time in the bin.`;
  const problem = {
    path: `entries.${id}`,
    code: 'not_found',
    message: `${type} "${slug ?? id}" was deleted for good, and is no longer in the release`,
  };
  for (const row of await holdReleasesOf(tx, id)) {
    const before: ReleaseFailure | null = row.failure && JSON.parse(row.failure);
    const failure: ReleaseFailure = {
      at: row.at?.toISOString() ?? before?.at ?? null,
      failedAt: now.toISOString(),
      message,
      problems: [...(before?.problems ?? []), problem].slice(-MAX_PROBLEMS),
    };
    const open: ReleaseRow = { ...row, status: 'open', at: null, failure: JSON.stringify(failure) };
    await updateRelease(tx, { ...open, version: row.version + 1, updated_at: now });
    if (row.status === 'scheduled')
      await audit(tx, PURGE, now, {
        action: 'content_release.failed',
        subjectType: 'content_release',
        subjectId: row.id,
        details: { name: row.name, reason: message },
      });
  }
}
