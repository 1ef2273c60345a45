/** Claims what is due, sends it outside any transaction, and records outcomes in batches. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { claimDue, type Outcome, settle } from './deliveries.sql.ts';
import { attempt } from './delivery.ts';
import type { Sender } from './send.ts';

const MAX_IN_FLIGHT = 128;
/** Longer than the deadline of an attempt, so that a living worker always settles in time. */
const LEASE_MS = 30_000;
const IDLE_MS = 250;
const SETTLE_EVERY_MS = 5;
const SETTLE_AT_MOST = 200;

export function startDeliveryWorker(kernel: Kernel, sender: Sender): Loop {
  const { db, clock, log, metrics } = kernel;
  const deps = { secrets: kernel.secrets, sender, clock, retryScale: kernel.config.retryScale };
  const inFlight = new Set<Promise<void>>();
  let settled: Outcome[] = [];

  const settling = startLoop({
    name: 'webhook outcomes',
    idleMs: 60_000,
    log,
    round: async () => {
      if (settled.length === 0) return false;
      // A few more may come in this moment, and cost nothing extra.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS));
      const batch = settled.slice(0, SETTLE_AT_MOST);
      await db.acrossTenants((tx) => settle(tx, batch, clock()));
      settled = settled.slice(batch.length);
      return settled.length > 0;
    },
  });

  const claiming = startLoop({
    name: 'webhook deliveries',
    idleMs: IDLE_MS,
    log,
    round: async () => {
      const room = MAX_IN_FLIGHT - inFlight.size - settled.length;
      if (room <= 0) return false;
      const now = clock();
      const due = await db.acrossTenants((tx) => claimDue(tx, now, new Date(now.getTime() + LEASE_MS), room));
      for (const delivery of due) {
        const sending = attempt(delivery, deps)
          .then((outcome) => {
            settled.push(outcome);
            metrics.attempts.observe({ outcome: outcome.failure ?? 'success' }, outcome.durationMs / 1000);
          })
          // Not even tried (its secret cannot be opened): the lease runs out and it is due again.
          .catch((error) =>
            log.error({ err: error, deliveryId: delivery.id }, 'a delivery could not be sent'),
          )
          .finally(() => {
            inFlight.delete(sending);
            settling.wake();
            if (inFlight.size === MAX_IN_FLIGHT - 1) claiming.wake();
          });
        inFlight.add(sending);
      }
      return due.length === room;
    },
  });

  return {
    wake: () => claiming.wake(),
    async stop() {
      await claiming.stop();
      await Promise.all(inFlight);
      while (settled.length > 0) {
        settling.wake();
        await new Promise((resolve) => setTimeout(resolve, SETTLE_EVERY_MS));
      }
      await settling.stop();
      await sender.close();
    },
  };
}
