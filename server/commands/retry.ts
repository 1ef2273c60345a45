/** `retry`: makes parked rows due again, after the operator has repaired the cause. */
import { retryParked } from '#kernel/events/dispatcher.ts';
import { listTenants } from '../modules/access/tenants/tenants.sql.ts';
import { unparkWork } from '../modules/crm/customers/life/work.sql.ts';
import { unparkOrders } from '../modules/inventory/orders/orders.sql.ts';
import type { Settings } from '../settings.ts';
import { tenantOf, withKernel } from './admin.ts';
import { counted, print } from './output.ts';

export async function retryCommand(
  config: Settings,
  options: { json?: boolean; tenant?: string },
): Promise<void> {
  const retried = await withKernel(config, async (kernel) => {
    const { db, clock } = kernel;
    const one = options.tenant === undefined ? null : await tenantOf(kernel, options.tenant);
    const events = await retryParked(db, clock(), one?.id ?? null);
    let [merges, stock] = [0, 0];
    for (const { id } of one === null ? await listTenants(db) : [one]) {
      merges += await db.inTenant(id, (tx) => unparkWork(tx, clock()));
      stock += await db.inTenant(id, (tx) => unparkOrders(tx, clock()));
    }
    return { events, merges, stock };
  });
  const text =
    retried.events + retried.merges + retried.stock === 0
      ? 'Nothing is parked.'
      : `Tried again from now on: ${counted(retried.events, 'event')}, ${counted(retried.merges, 'merge or erasure', 'merges and erasures')}, ${counted(retried.stock, 'order')} for stock.`;
  print(options, retried, text);
}
