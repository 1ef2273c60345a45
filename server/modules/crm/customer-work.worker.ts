/** Works merges and erasures off that were too large for a request: a batch and a transaction at a time, round the tenants. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { deleteWork, findDue, holdWork, updateWork } from './customer-work.sql.ts';
import { takeStep } from './customer-work.ts';

const LOOK_EVERY_MS = 500;
const ORDERS_IN_A_BATCH = 200;
const LONGEST_REST_MS = 250;

export function startCustomerWork({ db, clock, log }: Pick<Kernel, 'db' | 'clock' | 'log'>): Loop {
  const worker = { query: db.acrossTenantsQuery };
  const takeTurn = (tenantId: string, id: string) =>
    db.inTenant(tenantId, async (tx) => {
      const work = await holdWork(tx, id);
      if (work === undefined) return false;
      const left = await takeStep(tx, clock(), work, ORDERS_IN_A_BATCH);
      if (left === null) await deleteWork(tx, id);
      else await updateWork(tx, left);
      return true;
    });
  return startLoop({
    name: 'merges and erasures',
    idleMs: LOOK_EVERY_MS,
    log,
    round: async () => {
      let moved = false;
      for (const { tenant_id, id } of await findDue(worker)) {
        const began = performance.now();
        try {
          moved = (await takeTurn(tenant_id, id)) || moved;
        } catch (error) {
          // It is tried again in the next round; the other tenants go on.
          log.error({ err: error, tenantId: tenant_id, workId: id }, 'a merge or an erasure could not go on');
        }
        // Rests as long as it worked: requests come first.
        await sleep(Math.min(performance.now() - began, LONGEST_REST_MS));
      }
      return moved;
    },
  });
}
