import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import { tenantsWith } from '#kernel/work/tenant-turns.sql.ts';

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

export const FIND_TENANTS_WITH_CHANGES = tenantsWith({
  name: 'find_tenants_with_stock_changes',
  table: 'stock_items_changed',
  waiting: 'true',
  due: 'q.at <= $1',
});

export type Announced = 'ok' | 'low' | 'depleted';
type Changed = { item_id: string; changes: number };

/** Locks changed items until commit; one judgement of an item at a time. Skips those that another transaction has locked. */
export async function holdChanged(tx: Tx, most: number): Promise<Changed[]> {
  const { rows } = await tx.query<Changed>(
    {
      name: 'hold_changed_items',
      text: `
        select c.item_id, c.changes
        from stock_items_changed c join inventory_items i on i.tenant_id = c.tenant_id and i.id = c.item_id
        where c.tenant_id = current_tenant() order by c.item_id limit $1 for no key update of i skip locked`,
    },
    [most],
  );
  return rows;
}

/** `held`: units of checkouts, over all active locations. */
export type Figures = {
  id: string;
  sku: string;
  tracked: boolean;
  low_at: bigint | null;
  announced: Announced;
  on_hand: bigint;
  reserved: bigint;
  held: bigint;
};

/** In a statement of its own, after the items are locked: it sees every change that was noted before. */
export async function findFigures(tx: Tx, itemIds: string[]): Promise<Figures[]> {
  const { rows } = await tx.query<Figures>(
    {
      name: 'find_stock_figures',
      text: `
        with hold as materialized (
          select item_id, location_id, sum(quantity - shipped) as units from stock_reservations
          where tenant_id = current_tenant() and expires_at is not null and item_id = any ($1::uuid[]) group by 1, 2
        )
        select i.id, i.sku, i.tracked, i.low_at, i.announced, s.on_hand, s.reserved, s.held
        from inventory_items i
        cross join lateral (
          select coalesce(sum(l.on_hand), 0)::bigint as on_hand, coalesce(sum(l.reserved), 0)::bigint as reserved,
            coalesce(sum(h.units), 0)::bigint as held
          from stock_levels l
          join stock_locations o on o.tenant_id = l.tenant_id and o.id = l.location_id
          left join hold h on h.item_id = l.item_id and h.location_id = l.location_id
          where l.tenant_id = i.tenant_id and l.item_id = i.id and o.active) s
        where i.tenant_id = current_tenant() and i.id = any ($1::uuid[]) order by i.sku`,
    },
    [list(itemIds, (id) => id)],
  );
  return rows;
}

export async function setAnnounced(tx: Tx, rows: { id: string; announced: Announced }[]): Promise<void> {
  await tx.query(
    `update inventory_items i set announced = n.announced
     from unnest($1::uuid[], $2::text[]) as n (id, announced)
     where i.tenant_id = current_tenant() and i.id = n.id`,
    [list(rows, ({ id }) => id), list(rows, ({ announced }) => announced)],
  );
}

/** Leaves the rows of items that changed again meanwhile, and those that somebody is changing. */
export async function deleteJudged(tx: Tx, judged: Changed[]): Promise<void> {
  await tx.query(
    {
      name: 'delete_judged_items',
      text: `
        with unchanged as materialized (
          select c.item_id
          from stock_items_changed c
          join unnest($1::uuid[], $2::int[]) as j (item_id, changes) on j.item_id = c.item_id and j.changes = c.changes
          where c.tenant_id = current_tenant() for update of c skip locked
        )
        delete from stock_items_changed c using unchanged u
        where c.tenant_id = current_tenant() and c.item_id = u.item_id`,
    },
    [list(judged, ({ item_id }) => item_id), list(judged, ({ changes }) => changes)],
  );
}
