import { Counter } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const customerWorkMetrics = metricsOf((registry) => ({
  customerWorkFailures: new Counter({
    name: 'colonnade_customer_work_failures_total',
    help: 'Batches of merges and erasures in the background that failed, and are tried again or parked.',
    labelNames: ['kind'] as const,
    registers: [registry],
  }),
}));
