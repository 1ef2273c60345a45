import { Histogram } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const transformMetrics = metricsOf((registry) => ({
  made: new Histogram({
    name: 'colonnade_media_transform_seconds',
    help: 'Time to make one picture that a page asked for, without the wait for its turn.',
    labelNames: ['outcome'] as const,
    buckets: [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  }),
}));
