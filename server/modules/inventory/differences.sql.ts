import type { Db, Tx } from '#kernel/db/db.ts';
import { TenantTurns, tenantsWith } from '#kernel/work/tenant-turns.sql.ts';

/** A level whose counter is not what its rows add up to. */
export type Difference = {
  tenantId: string;
  sku: string;
  location: string;
  what: 'reserved' | 'on_hand';
  counter: bigint;
  rows: bigint;
};

const ITEMS_AT_ONCE = 2_000;
const MOST = 10;

const TENANTS_WITH_ITEMS = tenantsWith({
  name: 'find_tenants_with_items',
  table: 'inventory_items',
  waiting: 'true',
  due: '$1::timestamptz is not null',
});

/** Compares the counters of every tenant with their rows, for `doctor`; the first differences. */
export async function findDifferences(db: Db, now: Date): Promise<Difference[]> {
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, TENANTS_WITH_ITEMS);
  const found: Difference[] = [];
  do {
    for (const tenantId of await tenants.next(now)) {
      found.push(...(await db.readInTenant(tenantId, (tx) => differencesOf(tx, tenantId))));
      if (found.length >= MOST) return found.slice(0, MOST);
    }
  } while (tenants.hasMore);
  return found;
}

type Compared = { last: string; differences: string | null; items: number };

async function differencesOf(tx: Tx, tenantId: string): Promise<Difference[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await tx.query<Compared>(COMPARE, [after, ITEMS_AT_ONCE, MOST]);
    const { last, differences, items } = rows[0]!;
    if (differences !== null) {
      const found = JSON.parse(differences) as Omit<Difference, 'tenantId'>[];
      return found.map((each) => ({ ...each, tenantId }));
    }
    if (items < ITEMS_AT_ONCE) return [];
    after = last;
  }
}

const COMPARE = {
  name: 'compare_stock',
  text: `
    with item as materialized (
      select id, sku from inventory_items where tenant_id = current_tenant() and id > $1 order by id limit $2
    ),
    level as materialized (
      select i.sku, o.code, l.reserved, l.on_hand,
        coalesce((
          select sum(r.quantity - r.shipped)::bigint from stock_reservations r
          where r.tenant_id = current_tenant() and r.item_id = l.item_id and r.location_id = l.location_id), 0) as open,
        coalesce((
          select m.after from stock_movements m
          where m.tenant_id = current_tenant() and m.item_id = l.item_id and m.location_id = l.location_id
          order by m.seq desc limit 1), 0) as ledger
      from item i
      join stock_levels l on l.tenant_id = current_tenant() and l.item_id = i.id
      join stock_locations o on o.tenant_id = current_tenant() and o.id = l.location_id
    ),
    different as (
      select sku, code as location, 'reserved' as what, reserved as counter, open as rows from level where reserved <> open
      union all
      select sku, code, 'on_hand', on_hand, ledger from level where on_hand <> ledger
      order by 1, 2 limit $3
    )
    select (select max(id::text) from item) as last, (select json_agg(d) from different d) as differences,
      (select count(*)::int from item) as items`,
};
