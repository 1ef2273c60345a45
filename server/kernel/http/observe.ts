import type { Metrics } from '#kernel/metrics.ts';

/** Notes how long answers took, by route; each series of the histogram is looked for once. */
export function observing(metrics: Metrics) {
  const known = new Map<string, ReturnType<Metrics['requests']['series']>>();
  return (method: string, route: string, status: number, seconds: number) => {
    const name = `${method} ${status} ${route}`;
    let series = known.get(name);
    if (series === undefined) {
      series = metrics.requests.series({ method, route, status });
      known.set(name, series);
    }
    series.observe(seconds);
  };
}
