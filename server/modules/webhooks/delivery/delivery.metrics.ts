import { Gauge } from 'prom-client';
import { Timings } from '#kernel/histogram.ts';
import { metricsOf } from '#kernel/metrics.ts';

export const deliveryMetrics = metricsOf((registry) => {
  const attempts = new Timings<{ outcome: string }>({
    name: 'colonnade_webhook_attempt_seconds',
    help: 'Time of one delivery attempt.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registry,
  });
  /** Cached by outcome: looking up a series for each attempt costs more than recording its time. */
  const series: Record<string, { observe(seconds: number): void }> = {};
  return {
    inFlight: new Gauge({
      name: 'colonnade_webhook_in_flight',
      help: 'Delivery attempts under way in this process.',
      registers: [registry],
    }),
    timingsOf: (outcome: string) => (series[outcome] ??= attempts.series({ outcome })),
  };
});
