import type { Tx } from '#kernel/db/db.ts';

/**
 * Notes that the stock of these items has changed, so that a worker judges it after the commit. A row that is there already is
 * locked until commit, so that no judgement of the stock before this change removes it.
 */
export async function noteChanges(tx: Tx, now: Date, itemIds: Iterable<string>): Promise<void> {
  await tx.query(NOTE_CHANGES, [[...new Set(itemIds)].sort(), now]);
}

const NOTE_CHANGES = {
  name: 'note_stock_changes',
  text: `
    insert into stock_items_changed as c (tenant_id, item_id, at)
    select current_tenant(), id, $2 from unnest($1::uuid[]) with ordinality as i (id, position) order by position
    on conflict (tenant_id, item_id) do update set changes = c.changes + 1, at = excluded.at`,
};
