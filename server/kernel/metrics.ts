/** What Prometheus may know: how the process fares, never whose data it holds. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Timings } from '#kernel/timings.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
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
      registers: [registry],
    }),
    backlog: new Gauge({
      name: 'colonnade_backlog_rows',
      help: 'Rows that are due and not done, counted up to 1000.',
      labelNames: ['queue'] as const,
      registers: [registry],
    }),
    parked: new Gauge({
      name: 'colonnade_parked_events',
      help: 'Events, and merges and erasures, that kept failing and are tried no more, counted up to 1000.',
      labelNames: ['queue'] as const,
      registers: [registry],
    }),
    quotaRefusals: new Counter({
      name: 'colonnade_quota_refusals_total',
      help: 'Requests that would have taken more than their tenant is allowed.',
      labelNames: ['kind'] as const,
      registers: [registry],
    }),
    customerWorkFailures: new Counter({
      name: 'colonnade_customer_work_failures_total',
      help: 'Batches of merges and erasures in the background that failed, and are tried again or parked.',
      labelNames: ['kind'] as const,
      registers: [registry],
    }),
    inFlight: new Gauge({
      name: 'colonnade_webhook_in_flight',
      help: 'Delivery attempts under way in this process.',
      registers: [registry],
    }),
    attempts: new Timings<{ outcome: string }>({
      name: 'colonnade_webhook_attempt_seconds',
      help: 'Time of one delivery attempt.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registry,
    }),
    pictures: new Histogram({
      name: 'colonnade_media_processing_seconds',
      help: 'Time to make the pictures of one image.',
      labelNames: ['outcome'] as const,
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers: [registry],
    }),
    scheduleLateness: new Histogram({
      name: 'colonnade_content_schedule_lateness_seconds',
      help: 'How long after its time something scheduled was done.',
      labelNames: ['action'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
      registers: [registry],
    }),
    scheduleFailures: new Counter({
      name: 'colonnade_content_schedule_failures_total',
      help: 'What was scheduled and could not be done at its time.',
      labelNames: ['action'] as const,
      registers: [registry],
    }),
  };
}
