/**
 * A histogram for Prometheus whose observations cost next to nothing: prom-client looks up the series by its labels for each
 * observation; here the caller stores the series.
 */
import type { Metric, Registry } from 'prom-client';

type Labels = Record<string, string | number>;

class Series {
  readonly labels: Labels;
  readonly #bounds: readonly number[];
  /** The number of observations within each bound, but not within the one before; the last: beyond all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(labels: Labels, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.counts = new Array(bounds.length + 1).fill(0);
  }

  observe(seconds: number): void {
    let place = 0;
    while (place < this.#bounds.length && seconds > this.#bounds[place]!) place++;
    this.counts[place]! += 1;
    this.sum += seconds;
  }
}

export class Timings<Names extends Labels> {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #bounds: readonly number[];
  readonly #series: Series[] = [];

  constructor(options: { name: string; help: string; buckets: number[]; registry: Registry }) {
    this.name = options.name;
    this.help = options.help;
    this.#bounds = options.buckets;
    options.registry.registerMetric(this as unknown as Metric);
  }

  /** Call it once for each set of labels. */
  series(labels: Names): Series {
    const series = new Series(labels, this.#bounds);
    this.#series.push(series);
    return series;
  }

  /** The form that prom-client reads. */
  async get() {
    return { name: this.name, help: this.help, type: this.type, values: this.#series.flatMap(this.#values) };
  }

  #values = ({ labels, counts, sum }: Series) => {
    let within = 0;
    const buckets = counts.map((count, place) => {
      within += count;
      return {
        metricName: `${this.name}_bucket`,
        labels: { le: this.#bounds[place] ?? '+Inf', ...labels },
        value: within,
      };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: within },
    ];
  };
}
