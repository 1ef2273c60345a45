/** Deletes expired secrets, replays and notices periodically. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { deleteOldGathered, deleteOldNotices, deleteOldReplays, forgetFormerSecrets } from './cleanup.sql.ts';

const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;

export function startCleanup({ db, clock, config, log }: Kernel): Loop {
  const worker = { query: db.acrossTenantsQuery };
  return startLoop({
    name: 'webhook tidying',
    idleMs: EVERY_MS,
    log,
    round: async () => {
      const now = await clock.ask();
      const oldest = new Date(now.getTime() - config.retentionDays * DAY_MS);
      await forgetFormerSecrets(worker, now);
      let more = false;
      for (const deleteSome of [deleteOldReplays, deleteOldNotices, deleteOldGathered]) {
        more = (await deleteSome(worker, oldest)) || more;
      }
      return more;
    },
  });
}
