import { Counter, Histogram } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const sweepMetrics = metricsOf((registry) => ({
  sweepLateness: new Histogram({
    name: 'colonnade_inventory_sweep_lateness_seconds',
    help: 'How long after its expiry a hold on stock was released.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600],
    registers: [registry],
  }),
  orphans: new Counter({
    name: 'colonnade_inventory_orphans_total',
    help: 'Holds on stock that were released more than an hour after their expiry.',
    registers: [registry],
  }),
}));
