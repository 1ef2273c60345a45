import { Counter } from 'prom-client';
import { metricsOf } from '#kernel/metrics.ts';

export const requestLogMetrics = metricsOf((registry) => ({
  rows: new Counter({
    name: 'colonnade_request_log_rows_total',
    help: 'Requests with a key: stored in the log, or not, because the buffer or the quota was full or the write failed.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  }),
}));
