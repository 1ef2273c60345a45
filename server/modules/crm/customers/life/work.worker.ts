/** Processes merges and erasures that were too large for a request: one batch per transaction, tenants in turn. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '#kernel/module.ts';
import { tellOnceADay } from '#kernel/notices.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { failureOf, MAX_ATTEMPTS } from '#kernel/work/parking.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { customerWorkMetrics } from './work.metrics.ts';
import {
  deleteWork,
  type Failed,
  findDue,
  holdWork,
  postponeWork,
  updateWork,
  WORK_DUE,
} from './work.sql.ts';
import { takeStep } from './work.ts';

const NAME = 'merges and erasures';
const ORDERS_IN_A_BATCH = 200;
const LONGEST_REST_MS = 250;

export function startCustomerWork(kernel: Kernel): Loop {
  const { db, clock, log, metrics } = kernel;
  const { customerWorkFailures } = customerWorkMetrics(metrics);
  const worker = { query: db.acrossTenantsQuery };
  const takeTurn = (tenantId: string, id: string) =>
    db.inTenant(tenantId, async (tx) => {
      const work = await holdWork(tx, id);
      if (work === undefined) return false;
      const left = await takeStep(tx, clock(), work, ORDERS_IN_A_BATCH);
      if (left === null) await deleteWork(tx, id);
      else await updateWork(tx, clock(), left);
      return true;
    });

  /** Failed work is retried later, and parked in the end; other tenants continue. */
  async function noteFailure(tenantId: string, id: string, error: Error): Promise<void> {
    const failed = await db.inTenant(tenantId, async (tx) => {
      const now = clock();
      const noted = await postponeWork(tx, now, id, failureOf(error));
      if (noted?.parked) await tellOnceADay(tx, now, parkedNotice(noted));
      return noted;
    });
    if (failed === undefined) return;
    const { kind, customer_id: customerId, attempts, parked } = failed;
    customerWorkFailures.inc({ kind });
    log.error(
      { err: error, tenantId, workId: id, kind, customerId, attempts },
      parked
        ? 'a merge or an erasure is parked: it was tried too often'
        : 'a merge or an erasure could not go on',
    );
  }

  return startDueLoop(kernel, {
    name: NAME,
    due: WORK_DUE,
    round: async (isStopping) => {
      let moved = false;
      for (const { tenant_id, id } of await findDue(worker, clock())) {
        if (isStopping()) break;
        const began = performance.now();
        try {
          moved = (await takeTurn(tenant_id, id)) || moved;
        } catch (error) {
          const part = { log, loop: NAME, tenantId: tenant_id };
          await partOf(part, () => noteFailure(tenant_id, id, error as Error));
        }
        // Pauses as long as the batch took: requests come first.
        await sleep(Math.min(performance.now() - began, LONGEST_REST_MS));
      }
      return moved;
    },
  });
}

const parkedNotice = ({ kind, customer_id, into_id }: Failed) => ({
  kind: 'customer.work_parked',
  subjectType: 'customer',
  subjectId: into_id ?? customer_id,
  message: `${kind === 'merge' ? 'A merge into this customer' : 'The erasure of this customer'} failed ${MAX_ATTEMPTS} times. The API already shows it as done. The operator can run \`colonnade retry\`.`,
});
