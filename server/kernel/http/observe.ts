import type { Metrics } from '#kernel/metrics.ts';

type Series = ReturnType<Metrics['requests']['series']>;

/** Records the duration of answers by route; each series of the histogram is looked up once. */
export function observing(metrics: Metrics) {
  const known = new Map<string, Map<string, Map<number, Series>>>();
  return (method: string, route: string, status: number, seconds: number) => {
    const series = known.get(route)?.get(method)?.get(status) ?? add(method, route, status);
    series.observe(seconds);
  };

  function add(method: string, route: string, status: number): Series {
    const series = metrics.requests.series({ method, route, status });
    const methods = known.get(route) ?? new Map<string, Map<number, Series>>();
    const statuses = methods.get(method) ?? new Map<number, Series>();
    known.set(route, methods.set(method, statuses.set(status, series)));
    return series;
  }
}
