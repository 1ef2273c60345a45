/** For those who run the service: is the process alive, is it ready, how does it fare. */
import { Type } from 'typebox';
import { pendingMigrations } from '#kernel/db/migrate.ts';
import { unavailable } from '#kernel/errors.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import type { App } from '#kernel/http/server.ts';
import type { Kernel } from '#kernel/module.ts';
import { readBacklog } from '#kernel/work/chores.ts';

export function healthRoutes(app: App, { db, clock, metrics }: Kernel): void {
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
      const missing = await db.acrossTenants(pendingMigrations);
      if (missing.length > 0) throw unavailable('The database is not migrated yet.');
      const backlog = await readBacklog(db, clock());
      const shown = backlog.map(({ queue, waiting, oldestSeconds }) => ({ queue, waiting, oldestSeconds }));
      return success({ status: 'ready' as const, backlog: shown });
    },
  );

  app.get(
    '/metrics',
    { config: { public: true }, schema: { tags: ['operations'], summary: 'Prometheus metrics' } },
    async (_request, reply) => {
      const backlog = await readBacklog(db, clock()).catch(() => []);
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
