/** Releases whose entry is deleted for good: none of them is published without it before a person has seen that. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { EntryRow } from '../entries/entries.sql.ts';
import { openRelease } from './opening.ts';
import { removeFromReleases } from './release-entries.sql.ts';
import { holdReleasesOf } from './releases.sql.ts';

const PURGE: Author = { type: 'system', id: null, name: 'purge' };

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
  const rows = await holdReleasesOf(tx, id);
  const releaseIds = rows.map((row) => row.id);
  await removeFromReleases(tx, releaseIds, id);
  for (const row of rows) await openRelease(tx, PURGE, now, row, message, [problem]);
}
