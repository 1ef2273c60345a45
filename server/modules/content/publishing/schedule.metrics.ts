import { Counter, Histogram } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const scheduleMetrics = metricsOf((registry) => ({
  scheduleLateness: new Histogram({
    name: 'colonnade_content_schedule_lateness_seconds',
    help: 'How long after its time something scheduled was done.',
    labelNames: ['action'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
    registers: [registry],
  }),
  scheduleFailures: new Counter({
    name: 'colonnade_content_schedule_failures_total',
    help: 'Scheduled actions that could not be done at their time.',
    labelNames: ['action'] as const,
    registers: [registry],
  }),
}));
