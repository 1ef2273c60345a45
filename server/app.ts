/** Puts the kernel and every module together: the HTTP side (buildApp) and the background side (startWork). */
import { createCatalogue } from '#kernel/events/catalogue.ts';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { dashboardRoutes } from '#kernel/http/dashboard.ts';
import { docsRoutes } from '#kernel/http/docs.ts';
import { answerNotFound } from '#kernel/http/failures.ts';
import { healthRoutes } from '#kernel/http/health.ts';
import { openApi } from '#kernel/http/openapi.ts';
import { type App, answerWrongMethods, createServer } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/module.ts';
import { startChores } from '#kernel/work/chores.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { createModules } from './modules.ts';

const DISPATCH_IDLE_MS = 250;

/** `dashboard` is the folder of the built one; without it, a page without script welcomes people. */
export async function buildApp(
  kernel: Kernel,
  dashboard: string | null = null,
): Promise<{ app: App; startWork: () => Loop }> {
  const { modules, identify } = createModules(kernel);
  const catalogue = createCatalogue(Object.assign({}, ...modules.map((module) => module.events)));
  const app = await createServer({ ...kernel, identify });
  await openApi(app, kernel.config);
  healthRoutes(app, kernel);
  docsRoutes(app, { welcome: dashboard === null });
  for (const module of modules) {
    await app.register(async (scope) => {
      // Whatever a gated module registers is gated, without a line in any of its routes.
      scope.addHook('onRoute', (route) => {
        route.config = { ...route.config, module: module.gate };
        route.schema = { tags: [module.name], ...route.schema };
      });
      module.routes(scope as App, catalogue);
    });
  }
  if (dashboard === null) app.setNotFoundHandler(answerNotFound);
  else dashboardRoutes(app, dashboard);
  answerWrongMethods(app);

  function startWork(): Loop {
    const consumers = modules.flatMap((module) => module.consumers ?? []);
    const dispatcher = startLoop({
      name: 'event dispatcher',
      idleMs: DISPATCH_IDLE_MS,
      log: kernel.log,
      round: async () => (await dispatch(kernel.db, consumers, kernel.clock(), kernel.log)) > 0,
    });
    kernel.db.onEvents(() => dispatcher.wake());
    const loops = [
      dispatcher,
      startChores(kernel),
      ...modules.flatMap((module) => module.startWork?.() ?? []),
    ];
    return {
      wake: () => dispatcher.wake(),
      stop: async () => {
        await Promise.all(loops.map((loop) => loop.stop()));
      },
    };
  }
  return { app, startWork };
}
