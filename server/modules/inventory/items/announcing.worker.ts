/** Judges items whose stock has changed, tenants in turn. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';
import { FIND_TENANTS_WITH_CHANGES } from './announcing.sql.ts';
import { judgeSome } from './announcing.ts';

const NAME = 'low stock';
const ITEMS_AT_ONCE = 200;

export function startAnnouncing(kernel: Kernel): Loop {
  const { db, clock, log } = kernel;
  const tenants = new TenantTurns({ query: db.acrossTenantsQuery }, FIND_TENANTS_WITH_CHANGES);
  return startDueLoop(kernel, {
    name: NAME,
    due: tenants.due,
    round: async (isStopping) => {
      let more = false;
      for (const tenantId of await tenants.next(clock())) {
        if (isStopping()) break;
        const judge = () => db.inTenant(tenantId, (tx) => judgeSome(tx, clock(), ITEMS_AT_ONCE));
        const judged = await partOf({ log, loop: NAME, tenantId }, judge);
        more ||= judged === ITEMS_AT_ONCE;
      }
      return more || tenants.hasMore;
    },
  });
}
