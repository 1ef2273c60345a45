/** Processes imports of products one at a time and in turns of tenants, so that neither a large file nor many delay a small one. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import type { Others } from '../products/references.ts';
import { claimImport, deleteOldImports } from './imports.sql.ts';
import { LEASE_MS, runImport } from './run.ts';

const POLL_MS = 500;
/** An import of another tenant waits for at most two turns of each tenant that has some. */
const TURN_MS = 1_000;
const SWEEP_EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

export function startImports(kernel: Kernel, others: Others): Loop {
  const { db, clock, config } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  let stopping = false;
  let sweptAt = 0;
  const loop = startLoop({
    name: 'catalog imports',
    idleMs: POLL_MS,
    log: kernel.log,
    round: async () => {
      const now = clock();
      if (now.getTime() - sweptAt >= SWEEP_EVERY_MS) {
        sweptAt = now.getTime();
        const asked = await clock.ask();
        await deleteOldImports(worker, new Date(asked.getTime() - config.retentionDays * DAY_MS));
      }
      const job = await claimImport(worker, now, new Date(now.getTime() + LEASE_MS));
      if (job === undefined) return false;
      const isOver = () => stopping || clock().getTime() - now.getTime() > TURN_MS;
      // The loop goes on: an import that fails must not delay those of other tenants.
      await runImport(kernel, others, job, isOver).catch((error) =>
        kernel.log.warn({ err: error, importId: job.id }, 'an import failed, and is tried again'),
      );
      return true;
    },
  });
  return {
    wake: () => loop.wake(),
    stop: () => {
      stopping = true;
      return loop.stop();
    },
  };
}
