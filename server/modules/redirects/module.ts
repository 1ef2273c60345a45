/** Redirects: the targets of moved pages, stored per site and served to its visitors. */
import type { Tx } from '#kernel/db/db.ts';
import type { ServeSite } from '#kernel/http/server.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import { startLoop } from '#kernel/work/loop.ts';
import { exportRoutes } from './exports.routes.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { followMoves, type SiteMoves } from './moves.ts';
import { redirectEvents } from './redirects.events.ts';
import { redirectRoutes } from './redirects.routes.ts';
import { countRedirects } from './redirects.sql.ts';
import { createSaveQueue } from './save-queue.ts';
import type { Directory } from './serving/directory.ts';
import { createHits } from './serving/hits.ts';
import { resolveRoutes } from './serving/resolve.routes.ts';
import { createRuleCache } from './serving/rule-cache.ts';
import { createServeSite, servingRoutes } from './serving/serving.routes.ts';
import { createSites } from './serving/sites.ts';

const FLUSH_MS = 1_000;

type FollowMoves = (tx: Tx, now: Date, sites: SiteMoves[]) => Promise<void>;

export function redirects(
  kernel: Kernel,
  directory: Directory,
): Module & { serveSite: ServeSite; followMoves: FollowMoves } {
  const { clock, db, log } = kernel;
  const tables = createRuleCache(directory.find);
  const assertRoom = createAssertRoom(kernel.config, kernel.metrics);
  const deps = { directory, tables, save: createSaveQueue(), assertRoom };
  const serving = { sites: createSites(kernel, directory, tables), hits: createHits(db), clock };
  directory.registerUse(async (tx, propertyId) => ({
    what: 'redirects',
    ...(await countRedirects(tx, propertyId)),
  }));
  return {
    name: 'redirects',
    gate: 'redirects',
    events: redirectEvents,
    serveSite: createServeSite(directory, serving),
    followMoves: (tx, now, sites) => followMoves(tx, now, deps, sites),
    routes(app) {
      redirectRoutes(app, clock, deps);
      resolveRoutes(app, clock, deps);
      importRoutes(app, clock, deps);
      exportRoutes(app);
      servingRoutes(app, serving);
      const counting = startLoop({
        name: 'redirect hits',
        idleMs: FLUSH_MS,
        log,
        round: async () => {
          await serving.hits.flush();
          return false;
        },
      });
      app.addHook('onClose', async () => {
        await counting.stop();
        // A database that is gone must not keep the server from closing.
        await serving.hits.flush().catch((error) => log.warn({ err: error }, 'hits were not written'));
      });
    },
  };
}
