/** The metrics for Prometheus: the state of the process, never a tenant's data. */
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client';
import { Timings } from '#kernel/histogram.ts';
import { self } from '#kernel/siblings/siblings.ts';
import { batchFigures } from '#kernel/work/batching.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  // Sums would look like a restart of everything whenever one process starts again.
  if (self.name !== null) registry.setDefaultLabels({ process: self.name });
  /** Figures of the database: the same for every process. */
  const shared = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    shared,
    requests: new Timings<{ method: string; route: string; status: number }>({
      name: 'colonnade_http_request_seconds',
      help: 'Time from request to answer.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registry,
    }),
    holds: new Histogram({
      name: 'colonnade_event_loop_hold_seconds',
      help: 'How long something computed without a turn for others, where that was 50 ms or more.',
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    }),
    clockSkew: new Gauge({
      name: 'colonnade_clock_skew_seconds',
      help: "How far this machine's clock is ahead of the database's.",
      registers: [registry],
    }),
    backlogAge: new Gauge({
      name: 'colonnade_backlog_oldest_seconds',
      help: 'Age of the oldest row that is due and not done.',
      labelNames: ['queue'] as const,
      registers: [shared],
    }),
    backlog: new Gauge({
      name: 'colonnade_backlog_rows',
      help: 'Rows that are due and not done, counted up to 1000.',
      labelNames: ['queue'] as const,
      registers: [shared],
    }),
    parked: new Gauge({
      name: 'colonnade_parked_events',
      help: 'Events, and merges and erasures, that kept failing and are tried no more, counted up to 1000.',
      labelNames: ['queue'] as const,
      registers: [shared],
    }),
    poolConnections: new Gauge({
      name: 'colonnade_pool_connections',
      help: 'The most database connections of a pool of this process.',
      labelNames: ['pool'] as const,
      registers: [registry],
    }),
    poolInUse: new Gauge({
      name: 'colonnade_pool_in_use',
      help: 'Database connections of a pool that are in use.',
      labelNames: ['pool'] as const,
      registers: [registry],
    }),
    poolWaiting: new Gauge({
      name: 'colonnade_pool_waiting',
      help: 'Transactions that wait for a connection of a pool.',
      labelNames: ['pool'] as const,
      registers: [registry],
    }),
    batches: batchCounter(
      registry,
      'colonnade_batches_total',
      'Statements that serve several requests.',
      'batches',
    ),
    batchInputs: batchCounter(
      registry,
      'colonnade_batch_inputs_total',
      'Requests that were served by such a statement.',
      'inputs',
    ),
    batchSeconds: batchCounter(
      registry,
      'colonnade_batch_seconds_total',
      'Time that such statements took.',
      'seconds',
    ),
    relayLag: new Gauge({
      name: 'colonnade_relay_lag_seconds',
      help: 'Age of the event that the relay sent last, or of the oldest that it cannot send; 0 when none waits.',
      registers: [registry],
    }),
    quotaRefusals: new Counter({
      name: 'colonnade_quota_refusals_total',
      help: 'Requests that would have taken more than their tenant is allowed.',
      labelNames: ['kind'] as const,
      registers: [registry],
    }),
  };
}

function batchCounter(
  registry: Registry,
  name: string,
  help: string,
  figure: 'batches' | 'inputs' | 'seconds',
): Counter<'batch'> {
  return new Counter({
    ...{ name, help, labelNames: ['batch'] as const, registers: [registry] },
    collect() {
      this.reset();
      for (const [batch, figures] of batchFigures) this.inc({ batch }, figures[figure]);
    },
  });
}

/** The text of the metrics of this process and of its siblings, whose series differ by the label `process`. */
export async function renderMetrics(
  { registry, shared }: Metrics,
  siblings: MetricObject[][],
): Promise<string> {
  if (self.name === null) return `${await registry.metrics()}\n${await shared.metrics()}`;
  const reports = [await registry.getMetricsAsJSON(), ...siblings];
  // No two series have the same labels, so that nothing is added up.
  const series = reports.map((metrics) =>
    metrics.map((metric) => ({ ...metric, aggregator: 'sum' as const })),
  );
  return `${await AggregatorRegistry.aggregate(series).metrics()}\n${await shared.metrics()}`;
}

/** The metrics of a module: created once for each registry, which several apps of a process may share. */
export function metricsOf<T>(make: (registry: Registry) => T): (metrics: Metrics) => T {
  const made = new WeakMap<Registry, T>();
  return ({ registry }) => {
    const metrics = made.get(registry) ?? make(registry);
    made.set(registry, metrics);
    return metrics;
  };
}
