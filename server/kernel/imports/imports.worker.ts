/** Processes imports one at a time and in turns of tenants, so that neither a large file nor many delay a small one. */
import type { Claimed, ImportTables, Own } from '#kernel/imports/record.ts';
import { LEASE_MS } from '#kernel/imports/run.ts';
import { claimImport, deleteOldImports, importDue } from '#kernel/imports/steps.sql.ts';
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';

const SWEEP_EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

/** An import of another tenant waits for at most two turns of each tenant that has some. */
export function startImports<C extends Own>(
  kernel: Kernel,
  tables: ImportTables<C>,
  { name, turnMs }: { name: string; turnMs: number },
  run: (job: Claimed<C>, isOver: () => boolean) => Promise<void>,
): Loop {
  const { db, clock, config, log } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  let stopping = false;
  let sweptAt = 0;
  const loop = startDueLoop(kernel, {
    name,
    due: importDue(tables),
    round: async () => {
      const now = clock();
      if (now.getTime() - sweptAt >= SWEEP_EVERY_MS) {
        sweptAt = now.getTime();
        const asked = await clock.ask();
        const before = new Date(asked.getTime() - config.retentionDays * DAY_MS);
        await deleteOldImports(worker, tables, before);
      }
      const job = await claimImport(worker, tables, now, new Date(now.getTime() + LEASE_MS));
      if (job === undefined) return false;
      const isOver = () => stopping || clock().getTime() - now.getTime() > turnMs;
      // The loop goes on: an import that fails must not delay those of other tenants.
      await run(job, isOver).catch((error) =>
        log.warn({ err: error, importId: job.id }, 'an import failed, and is tried again'),
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
