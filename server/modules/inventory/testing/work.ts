/** Runs what follows from committed events and changes, once, without background loops. */
import { dispatch } from '#kernel/events/dispatcher.ts';
import { LANES } from '#kernel/events/lanes.ts';
import type { Module } from '#kernel/module.ts';
import type { TestApp } from '../../../testing.ts';
import { judgeSome } from '../items/announcing.ts';
import { claimOrders, deleteDueOrders } from '../orders/orders.sql.ts';
import { type HoldOrders, meetOrders } from '../orders/orders.ts';

/** All modules, and the CRM's function: a test passes them in, as `modules.ts` does. */
export type Deps = { modules: Module[]; holdOrders: HoldOrders };

export async function dispatchAll(test: TestApp, { modules }: Deps): Promise<void> {
  const consumers = modules.flatMap(({ consumers = [] }) => consumers);
  for (const lane of LANES) {
    while ((await dispatch(test.db, lane, consumers, test.now(), test.kernel.log)) > 0);
  }
}

/** Lets the due orders of a tenant meet the stock, and judges its items. */
export async function settleStock(test: TestApp, tenantId: string, deps: Deps): Promise<void> {
  await dispatchAll(test, deps);
  await test.db.inTenant(tenantId, async (tx) => {
    const due = await claimOrders(tx, test.now(), 1_000);
    if (due.length === 0) return;
    await meetOrders(tx, test.now(), tenantId, due, deps.holdOrders);
    await deleteDueOrders(tx, due);
  });
  await test.db.inTenant(tenantId, (tx) => judgeSome(tx, test.now(), 1_000));
}
