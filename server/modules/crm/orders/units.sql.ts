import type { Tx } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';

/** The units of an order, by SKU. `isOver`: nothing more will be fulfilled. */
export type OrderUnits = {
  id: string;
  version: number;
  isOver: boolean;
  lines: { sku: string; quantity: number; fulfilled: number }[];
};

type UnitRow = {
  id: string;
  version: number;
  is_over: boolean;
  sku: string;
  quantity: bigint;
  fulfilled: bigint;
};

/** Locks orders until commit, in one order, so that none is fulfilled or cancelled meanwhile. */
export async function holdOrders(tx: Tx, ids: string[]): Promise<OrderUnits[]> {
  const { rows } = await tx.query<UnitRow>(HOLD_ORDERS, [list(ids, (id) => id)]);
  return Array.from(Map.groupBy(rows, (row) => row.id).values(), (lines) => {
    const [{ id, version, is_over }] = lines as [UnitRow];
    return {
      ...{ id, version, isOver: is_over },
      lines: lines.map(({ sku, quantity, fulfilled }) => ({
        ...{ sku, quantity: Number(quantity), fulfilled: Number(fulfilled) },
      })),
    };
  });
}

const HOLD_ORDERS = {
  name: 'hold_orders',
  text: `
    with held as materialized (
      select id, version, status from orders
      where tenant_id = current_tenant() and id = any ($1::uuid[]) order by id for share
    )
    select h.id, h.version, h.status in ('cancelled', 'refunded') as is_over, l.sku, sum(l.quantity)::bigint as quantity,
      sum(l.fulfilled_quantity)::bigint as fulfilled
    from held h join order_lines l on l.tenant_id = current_tenant() and l.order_id = h.id
    group by h.id, h.version, h.status, l.sku order by h.id, l.sku`,
};
