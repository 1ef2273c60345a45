/** For those who run the service: is the process alive, is it ready, how does it fare. */
import { Type } from 'typebox';
import { SetupError } from '#kernel/config.ts';
import type { Db } from '#kernel/db/db.ts';
import { pendingMigrations } from '#kernel/db/migrate.ts';
import { unavailable } from '#kernel/errors.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import type { App } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/module.ts';
import { readBacklog } from '#kernel/work/chores.ts';

export function healthRoutes(app: App, { db, clock, metrics }: Kernel): void {
  const backlogNow = together(() => readBacklog(db, clock()));
  const isMigratedNow = together(() => isMigrated(db));

  app.get(
    '/healthz',
    {
      config: { public: true },
      schema: {
        tags: ['operations'],
        summary: 'The process is alive',
        response: { 200: Success(Type.Object({ status: Type.Literal('ok') })) },
      },
    },
    async () => success({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    {
      config: { public: true },
      schema: {
        tags: ['operations'],
        summary: 'The database answers, is migrated, and work is not piling up unseen',
        response: {
          200: Success(
            Type.Object({
              status: Type.Literal('ready'),
              backlog: Type.Array(
                Type.Object({
                  queue: Type.String(),
                  waiting: Type.Integer({ description: 'Due and not done; counted up to 1000.' }),
                  oldestSeconds: Type.Number(),
                }),
              ),
            }),
          ),
        },
      },
    },
    async () => {
      if (!(await isMigratedNow())) throw unavailable('The database is not migrated to this version.');
      const backlog = await backlogNow();
      const shown = backlog.map(({ queue, waiting, oldestSeconds }) => ({ queue, waiting, oldestSeconds }));
      return success({ status: 'ready' as const, backlog: shown });
    },
  );

  app.get(
    '/metrics',
    {
      config: { public: true },
      schema: {
        tags: ['operations'],
        summary: 'Prometheus metrics',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) => {
      const backlog = await backlogNow().catch(() => []);
      // What cannot be read now is not known: the last value would look like the present one.
      for (const gauge of [metrics.backlogAge, metrics.backlog, metrics.parked]) gauge.reset();
      for (const { queue, waiting, oldestSeconds, parked } of backlog) {
        metrics.backlogAge.set({ queue }, oldestSeconds);
        metrics.backlog.set({ queue }, waiting);
        metrics.parked.set({ queue }, parked);
      }
      // Already text: the JSON serializer must leave it alone.
      return reply
        .type(metrics.registry.contentType)
        .serializer((text: string) => text)
        .send(await metrics.registry.metrics());
    },
  );
}

/** Not when some or all migrations are missing, nor when a newer version has migrated on. */
async function isMigrated(db: Db): Promise<boolean> {
  try {
    return (await db.acrossTenants(pendingMigrations)).length === 0;
  } catch (error) {
    const noTable = (error as { code?: string }).code === '42P01';
    if (error instanceof SetupError || noTable) return false;
    throw error;
  }
}

/** Anyone may ask, so those who ask while an answer is on its way share it: however many, they take one connection. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
