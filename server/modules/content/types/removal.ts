/** Content types are deleted when they have no entries. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { pagesChanged } from '../content.events.ts';
import { assertUnused } from './block-users.ts';
import { assertSettled } from './record.ts';
import { assertMayDelete } from './reviewed-types.ts';
import { countEntries, deleteType, lockTypeAgainstEntries } from './types.sql.ts';
import type { Condition } from './types.ts';

export async function removeType(
  tx: Tx,
  by: Author,
  now: Date,
  name: string,
  { seen, ...rights }: Pick<Condition, 'seen' | 'isAdmin'>,
): Promise<{ id: string; deleted: true }> {
  const row = rowAtVersion(await lockTypeAgainstEntries(tx, name), seen, 'content type');
  assertMayDelete(row, rights);
  assertSettled(row);
  if (row.block) await assertUnused(tx, name);
  const count = await countEntries(tx, row.id, 1_000);
  if (count > 0) {
    const some = count === 1_000 ? 'at least 1000' : count;
    const those = count === 1 ? 'is 1 entry' : `are ${some} entries`;
    throw conflict(`There ${those} of this type, those in the bin included.`, { entries: count });
  }
  await deleteType(tx, row.id);
  const subject = { subjectType: 'content_type', subjectId: row.id, details: { name } };
  await audit(tx, by, now, { action: 'content_type.deleted', ...subject });
  await publishAll(tx, now, pagesChanged('type', now, [row.id]));
  return { id: row.id, deleted: true };
}
