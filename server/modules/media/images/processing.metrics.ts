import { Histogram } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const processingMetrics = metricsOf((registry) => ({
  pictures: new Histogram({
    name: 'colonnade_media_processing_seconds',
    help: 'Time to make the pictures of one image.',
    labelNames: ['outcome'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  }),
}));
