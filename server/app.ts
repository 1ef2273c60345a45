/** Assembles the kernel and every module: the HTTP side (buildApp) and the background side (startWork). */
import { setTimeout } from 'node:timers/promises';
import type { Db } from '#kernel/db/db.ts';
import { createCatalogue, type EventDefinitions } from '#kernel/events/catalogue.ts';
import { type Consumer, dispatch, type Turn } from '#kernel/events/dispatcher.ts';
import { BATCH, LANES, type Lane } from '#kernel/events/lanes.ts';
import { eventDue } from '#kernel/events/queue.sql.ts';
import type { App } from '#kernel/http/app.ts';
import { compileValidators } from '#kernel/http/body/validation.ts';
import { dashboardRoutes } from '#kernel/http/dashboard.ts';
import { docsRoutes } from '#kernel/http/docs/docs.ts';
import { openApi } from '#kernel/http/docs/openapi.ts';
import { answerNotFound } from '#kernel/http/failures.ts';
import { healthRoutes } from '#kernel/http/health.ts';
import { createServer } from '#kernel/http/server.ts';
import { type ShopConfig, shopPages } from '#kernel/http/shop-pages.ts';
import { answerWrongMethods } from '#kernel/http/wrong-methods.ts';
import type { Kernel } from '#kernel/module.ts';
import { startRelay } from '#kernel/relay/relay.worker.ts';
import { startChores } from '#kernel/work/chores.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { startRowChanges } from '#kernel/work/row-changes.ts';
import { whileClockIsRight } from '#kernel/work/supervised.ts';
import { docsSources } from './guides/contents.ts';
import { hasRefreshToken } from './modules/access/sessions/cookies.ts';
import { createModules } from './modules.ts';
import type { Settings } from './settings.ts';
import { TAGS } from './tags.ts';

export type ShopPages = { folder: string; findShop(db: Db): Promise<ShopConfig> };

/**
 * `dashboard` is the folder of the built dashboard; without it, the start page is a page without script. `shop` is the built
 * shop, and how its pages learn whose it is.
 */
export async function buildApp(
  kernel: Kernel<Settings>,
  dashboard: string | null = null,
  shop: ShopPages | null = null,
): Promise<{ app: App; prepare: () => Promise<void>; startWork: (more?: () => Loop[]) => Loop }> {
  const { modules, checkoutModule: _, ...served } = createModules(kernel);
  const events: EventDefinitions = Object.assign({}, ...modules.map((module) => module.events));
  const catalogue = createCatalogue(events);
  const app = await createServer({ ...kernel, ...served });
  const contract = await openApi(app, kernel.config, { catalogue, tags: TAGS });
  healthRoutes(app, kernel, { open: kernel.config.mode === 'development' });
  const sources = docsSources(kernel.config, catalogue);
  docsRoutes(app, { welcome: dashboard === null, sources });
  for (const module of modules) {
    await app.register(async (scope) => {
      // Every route of a gated module is gated, without a line in the route.
      scope.addHook('onRoute', (route) => {
        // A public route has no caller to refuse: it checks itself whether the tenant that it serves has the module.
        if (!route.config?.public) route.config = { ...route.config, module: module.gate };
        route.schema = { tags: [route.config?.storefront ? 'storefront' : module.name], ...route.schema };
      });
      module.routes(scope as App, catalogue);
    });
  }
  if (dashboard === null) app.setNotFoundHandler(answerNotFound);
  else dashboardRoutes(app, dashboard, hasRefreshToken);
  if (shop !== null) shopPages(app, shop.folder, () => shop.findShop(kernel.db));
  answerWrongMethods(app);

  function startLoops(more: Loop[]): Loop {
    const consumers = modules.flatMap((module) => module.consumers ?? []);
    const { relay: relaySettings } = kernel.config;
    const erasable = new Map(Object.entries(events).map(([type, { erasable = [] }]) => [type, erasable]));
    const relay = relaySettings === null ? null : startRelay(kernel, relaySettings, erasable);
    const onStreamed = () => relay?.wake();
    const isBounded = (lane: Lane) => consumers.some(({ bound }) => bound?.lane === lane);
    const costly = LANES.filter(isBounded).map((lane) =>
      startDispatcher(kernel, lane, consumers, { after: null, isCostly: true, onStreamed }),
    );
    const dispatchers = LANES.map((lane) =>
      startDispatcher(kernel, lane, consumers, {
        after: null,
        isCostly: isBounded(lane) ? false : undefined,
        onStreamed,
        onCostly: () => {
          for (const dispatcher of costly) dispatcher.wake();
        },
      }),
    );
    const wake = (lane?: string) => {
      dispatchers.forEach((dispatcher, index) => {
        if (lane === undefined || lane === LANES[index]) dispatcher.wake();
      });
    };
    kernel.db.onEvents(wake);
    const loops = [
      ...dispatchers,
      ...costly,
      ...(relay === null ? [] : [relay]),
      startChores(kernel),
      startRowChanges(
        kernel,
        modules.flatMap((module) => module.rowChanges ?? []),
      ),
      ...more,
      ...modules.flatMap((module) => module.startWork?.() ?? []),
    ];
    return {
      wake,
      stop: async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
      },
    };
  }
  return {
    app,
    /** Compiles the routes and builds the contract before the first request; otherwise their first use would. */
    prepare: async () => {
      await app.ready();
      compileValidators();
      contract.prepare();
    },
    startWork: (more = () => []) => whileClockIsRight(kernel.clock, kernel.log, () => startLoops(more())),
  };
}

/**
 * The time from one lap of a lane to the next grows with the number of its events: statements for many events cost less for each of
 * them. Half a second from 125 orders a lap, 40 ms from two events with webhooks; few events follow each other at once.
 */
const LAPS: Partial<Record<Lane, { msPerEvent: number; longestMs: number }>> = {
  orders: { msPerEvent: 4, longestMs: 500 },
  webhooks: { msPerEvent: 20, longestMs: 40 },
};

/** Deliveries with more of them behind do not wait. */
function lapMsOf(lane: Lane, events: number, { isDrained }: Turn): number {
  const lap = LAPS[lane];
  if (lap === undefined || (lane === 'webhooks' && !isDrained)) return 0;
  return Math.min(events * lap.msPerEvent, lap.longestMs);
}

function startDispatcher(kernel: Kernel, lane: Lane, consumers: Consumer[], turn: Turn): Loop {
  let lapBegunAt = performance.now();
  let lapSize = 0;
  return startDueLoop(kernel, {
    name: `event dispatcher, ${lane}${turn.isCostly ? ', costly tenants' : ''}`,
    due: eventDue(lane),
    round: async () => {
      const begun = performance.now();
      const taken = await dispatch(kernel.db, lane, consumers, kernel.clock(), kernel.log, turn);
      lapSize += taken;
      // Accepting many orders comes before making them searchable, so this lane leaves half of the time to other work.
      if (lane === 'orders' && taken >= BATCH.orders) await setTimeout(performance.now() - begun);
      if (turn.after === null) {
        // A relay has nobody wait.
        const lapMs = kernel.config.relay === null ? lapMsOf(lane, lapSize, turn) : 0;
        const rest = lapBegunAt + lapMs - performance.now();
        if (rest > 0) await setTimeout(rest);
        lapBegunAt = performance.now();
        lapSize = 0;
      }
      return taken > 0 && !turn.isDrained;
    },
  });
}
