/** A loop over the tenants with due work of one kind; the work itself happens inside each tenant. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf, startLoop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import type { TenantTurns } from '#kernel/work/tenant-turns.sql.ts';

/**
 * `work` returns true if the tenant has more to do. A tenant that fails delays no other. The work ends and deletes, so its time is
 * asked of the database at that moment.
 */
export function startTenantLoop(
  kernel: Pick<Kernel, 'clock' | 'log' | 'poller'>,
  name: string,
  tenants: TenantTurns,
  work: (tenantId: string, now: Date) => Promise<boolean>,
  everyMs?: number,
): Loop {
  const { clock, log } = kernel;
  const round = async (isStopping: () => boolean) => {
    let more = false;
    for (const tenantId of await tenants.next(clock())) {
      if (isStopping()) break;
      const part = await partOf({ log, loop: name, tenantId }, async () => work(tenantId, await clock.ask()));
      more = part === true || more;
    }
    return more || tenants.hasMore;
  };
  if (everyMs !== undefined) return startLoop({ name, idleMs: everyMs, log, round });
  return startDueLoop(kernel, { name, due: tenants.due, isCostly: true, round });
}
