import { Histogram } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const checkoutMetrics = metricsOf((registry) => ({
  sweepLateness: new Histogram({
    name: 'colonnade_checkout_sweep_lateness_seconds',
    help: 'How long after its end a checkout was expired.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600],
    registers: [registry],
  }),
  paidWithoutOrder: new Histogram({
    name: 'colonnade_paid_without_order_seconds',
    help: 'How long a checkout was frozen before a worker placed its order.',
    buckets: [1, 2.5, 5, 10, 60, 600, 3600],
    registers: [registry],
  }),
}));
