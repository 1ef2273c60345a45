/** Lets placed orders meet the stock, tenants in turn; many orders of a tenant share a transaction. */
import type { Kernel } from '#kernel/module.ts';
import { tellOnceADay } from '#kernel/notices.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { failureOf, MAX_ATTEMPTS } from '#kernel/work/parking.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import {
  claimOrder,
  claimOrders,
  deleteDueOrders,
  FIND_TENANTS_WITH_DUE_ORDERS,
  postponeOrder,
} from './orders.sql.ts';
import { type HoldOrders, meetOrders } from './orders.ts';

const NAME = 'stock of orders';
const ORDERS_AT_ONCE = 100;

export function startOrders(kernel: Kernel, hold: HoldOrders, judge: () => void): Loop {
  const { db, clock, log } = kernel;
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, FIND_TENANTS_WITH_DUE_ORDERS);

  /** The orders of one transaction; `first` are those that it had claimed, for the case of a failure. */
  async function meetSome(tenantId: string): Promise<number> {
    let first: string[] = [];
    try {
      await db.inTenant(tenantId, async (tx) => {
        first = await claimOrders(tx, clock(), ORDERS_AT_ONCE);
        if (first.length === 0) return;
        await meetOrders(tx, clock(), tenantId, first, hold);
        await deleteDueOrders(tx, first);
      });
    } catch (error) {
      if (first.length === 0) throw error;
      for (const orderId of first) await meetAlone(tenantId, orderId);
    }
    return first.length;
  }

  /** One bad order must not keep the others from their stock: it waits longer each time, and is parked in the end. */
  async function meetAlone(tenantId: string, orderId: string): Promise<void> {
    try {
      await db.inTenant(tenantId, async (tx) => {
        if (!(await claimOrder(tx, orderId))) return;
        await meetOrders(tx, clock(), tenantId, [orderId], hold);
        await deleteDueOrders(tx, [orderId]);
      });
    } catch (error) {
      const isParked = await db.inTenant(tenantId, async (tx) => {
        const parked = await postponeOrder(tx, clock(), orderId, failureOf(error as Error));
        if (parked) await tellOnceADay(tx, clock(), parkedNotice(orderId));
        return parked;
      });
      log.error(
        { err: error, tenantId, orderId },
        isParked ? 'an order is parked: its stock was tried too often' : 'an order did not meet the stock',
      );
    }
  }

  return startDueLoop(kernel, {
    name: NAME,
    due: tenants.due,
    round: async (isStopping) => {
      let met = 0;
      for (const tenantId of await tenants.next(clock())) {
        if (isStopping()) break;
        met += (await partOf({ log, loop: NAME, tenantId }, () => meetSome(tenantId))) ?? 0;
      }
      if (met > 0) judge();
      return met > 0 || tenants.hasMore;
    },
  });
}

const parkedNotice = (orderId: string) => ({
  kind: 'stock.order_parked',
  subjectType: 'order',
  subjectId: orderId,
  message: `Reserving stock for this order failed ${MAX_ATTEMPTS} times. The operator can run \`colonnade retry\`.`,
});
