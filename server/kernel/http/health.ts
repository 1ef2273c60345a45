/** Health and metrics for operators: whether the process is alive, whether it is ready, and its figures. */
import type { MetricObject } from 'prom-client';
import { Type } from 'typebox';
import { isOff } from '#kernel/clock.ts';
import type { Db } from '#kernel/db/db.ts';
import { compareMigrations } from '#kernel/db/migrate.ts';
import { notFound, unavailable } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { answerNotFound } from '#kernel/http/failures.ts';
import { createServer } from '#kernel/http/server.ts';
import { renderMetrics } from '#kernel/metrics.ts';
import type { Kernel } from '#kernel/module.ts';
import { SetupError } from '#kernel/setting.ts';
import { collectReports, reportWith } from '#kernel/siblings/siblings.ts';
import { readBacklogs } from '#kernel/work/backlog.ts';

/** The beginning of the figures, for the contract. */
const METRICS = `# HELP colonnade_backlog_oldest_seconds Age of the oldest row that is due and not done.
# TYPE colonnade_backlog_oldest_seconds gauge
colonnade_backlog_oldest_seconds{queue="event"} 0.2
`;
const MetricsText = {
  description: 'Metrics in the text format of Prometheus.',
  content: { 'text/plain': { schema: Type.String(), example: METRICS } },
};

/** `open`: these routes also report the figures that are meant for the operator alone. */
export function healthRoutes(
  app: App,
  { db, clock, metrics, facts }: Pick<Kernel, 'db' | 'clock' | 'metrics' | 'facts'>,
  { open }: { open: boolean },
): void {
  const clockNow = () => ({ skewSeconds: Math.round(clock.skewMs()) / 1000, isOff: isOff(clock) });
  const backlogs = facts.flatMap(({ backlog }) => backlog ?? []);
  const backlogNow = together(() => readBacklogs(db, clock(), backlogs));
  const isMigratedNow = together(() => isMigrated(db));
  const measure = () => {
    metrics.clockSkew.set(clock.skewMs() / 1000);
    for (const { pool, connections, inUse, waiting } of db.pools()) {
      metrics.poolConnections.set({ pool }, connections);
      metrics.poolInUse.set({ pool }, inUse);
      metrics.poolWaiting.set({ pool }, waiting);
    }
  };
  reportWith(async () => {
    measure();
    return metrics.registry.getMetricsAsJSON();
  });

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
              clock: Type.Object({
                skewSeconds: Type.Number({
                  description: "How far this machine's clock is ahead of the database's.",
                }),
                isOff: Type.Boolean({ description: 'Too far: this process does no background work.' }),
              }),
              backlog: Type.Optional(
                Type.Array(
                  Type.Object({
                    queue: Type.String(),
                    waiting: Type.Integer({ description: 'Due and not done; counted up to 1000.' }),
                    oldestSeconds: Type.Number(),
                  }),
                  { description: 'In production only on METRICS_PORT.' },
                ),
              ),
            }),
          ),
        },
      },
    },
    async () => {
      if (!(await isMigratedNow())) throw unavailable('The database is not migrated to this version.');
      const backlog = await backlogNow();
      if (!open) return success({ status: 'ready' as const, clock: clockNow() });
      const shown = backlog.map(({ queue, waiting, oldestSeconds }) => ({ queue, waiting, oldestSeconds }));
      return success({ status: 'ready' as const, clock: clockNow(), backlog: shown });
    },
  );

  app.get(
    '/metrics',
    {
      config: { public: true },
      schema: {
        tags: ['operations'],
        fails: ['not_found'],
        summary: 'Prometheus metrics; in production only on METRICS_PORT',
        response: { 200: MetricsText },
      },
    },
    async (_request, reply) => {
      if (!open) throw notFound('path');
      const [backlog, siblings] = await Promise.all([backlogNow().catch(() => []), collectReports()]);
      measure();
      // An unreadable value is reset: the last one would look like the current one.
      for (const gauge of [metrics.backlogAge, metrics.backlog, metrics.parked]) gauge.reset();
      for (const { queue, waiting, oldestSeconds, parked } of backlog) {
        metrics.backlogAge.set({ queue }, oldestSeconds);
        metrics.backlog.set({ queue }, waiting);
        metrics.parked.set({ queue }, parked);
      }
      // The body is text already: the JSON serializer must leave it alone.
      return reply
        .type(metrics.registry.contentType)
        .serializer((text: string) => text)
        .send(await renderMetrics(metrics, siblings as MetricObject[][]));
    },
  );
}

/** Health and metrics alone, on a separate port: for a worker, which has no other, and for an API that is public. */
export async function createOperations(kernel: Kernel): Promise<App> {
  const app = await createServer({ ...kernel, identify: async () => null });
  healthRoutes(app, kernel, { open: true });
  app.setNotFoundHandler(answerNotFound);
  return app;
}

/**
 * False when migrations are missing, or when a newer version has migrated the database so far that this version does not work.
 */
async function isMigrated(db: Db): Promise<boolean> {
  try {
    return (await db.acrossTenants(compareMigrations)).missing.length === 0;
  } catch (error) {
    const noTable = (error as { code?: string }).code === '42P01';
    if (error instanceof SetupError || noTable) return false;
    throw error;
  }
}

/** Concurrent callers share one answer: the route is public, so any number of callers uses only one connection. */
function together<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
