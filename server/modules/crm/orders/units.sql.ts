import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';

/** The units of an order, by SKU. `isOver`: nothing more will be fulfilled. */
export type OrderUnits = {
  id: string;
  version: number;
  placedAt: Date;
  isOver: boolean;
  lines: { sku: string; quantity: number; fulfilled: number }[];
};

type UnitRow = {
  id: string;
  version: number;
  created_at: Date;
  is_over: boolean;
  sku: string;
  quantity: bigint;
  fulfilled: bigint;
};

/**
 * Locks orders until commit, in one order, so that none is fulfilled or cancelled meanwhile. A second statement reads the lines:
 * the snapshot of the first is older than a fulfilment that it waited for.
 */
export async function holdOrders(tx: Tx, ids: string[]): Promise<OrderUnits[]> {
  const values = [list(ids, (id) => id)];
  await tx.query(LOCK_ORDERS, values);
  const { rows } = await tx.query<UnitRow>(READ_UNITS, values);
  return Array.from(Map.groupBy(rows, (row) => row.id).values(), (lines) => {
    const [{ id, version, created_at, is_over }] = lines as [UnitRow];
    return {
      ...{ id, version, placedAt: created_at, isOver: is_over },
      lines: lines.map(({ sku, quantity, fulfilled }) => ({
        ...{ sku, quantity: Number(quantity), fulfilled: Number(fulfilled) },
      })),
    };
  });
}

const LOCK_ORDERS = {
  name: 'lock_orders_for_stock',
  text: `
    select from orders where tenant_id = current_tenant() and id = any ($1::uuid[]) order by id for share`,
};

const READ_UNITS = {
  name: 'read_units_of_orders',
  text: `
    select o.id, o.version, o.created_at, o.status in ('cancelled', 'refunded') as is_over, l.sku,
      sum(l.quantity)::bigint as quantity, sum(l.fulfilled_quantity)::bigint as fulfilled
    from orders o join order_lines l on l.tenant_id = current_tenant() and l.order_id = o.id
    where o.tenant_id = current_tenant() and o.id = any ($1::uuid[])
    group by o.id, o.version, o.created_at, o.status, l.sku order by o.id, l.sku`,
};
