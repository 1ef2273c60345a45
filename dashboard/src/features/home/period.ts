/** The bars of a chart: days, or longer spans if there are many. Pure. */
import { addDays, daysBetween } from '#shared/time-zone.ts';
import type { Data } from '../../api.ts';

export type Metrics = Data<'getOrderMetrics'>;
export type Measure = 'revenue' | 'orders';

/** `before`: the span of the same place in the period before. */
export type Bar = {
  from: string;
  to: string;
  /** By channel; '': none. */
  values: Record<string, number>;
  total: number;
  before: { from: string; to: string; total: number } | null;
};

const MOST_BARS = 92;

/** The days of one bar: a day, a week, or about a month. */
export const spanOf = (days: number): number => (days <= MOST_BARS ? 1 : days <= 7 * MOST_BARS ? 7 : 30);

/** Every bar of the period, those without orders too. */
export function barsOf(metrics: Metrics, currency: string, measure: Measure): Bar[] {
  const { from, to, groups, before } = metrics;
  const days = daysBetween(from, to);
  const span = spanOf(days);
  const bars: Bar[] = [];
  for (let first = 0; first < days; first += span) {
    const last = Math.min(first + span, days) - 1;
    bars.push({
      from: addDays(from, first),
      to: addDays(from, last),
      values: {},
      total: 0,
      before: before ? { from: addDays(before.from, first), to: addDays(before.from, last), total: 0 } : null,
    });
  }
  const barOf = (start: string, day: string) => bars[Math.floor((daysBetween(start, day) - 1) / span)]!;
  for (const group of groups) {
    if (group.currency !== currency) continue;
    const bar = barOf(from, group.key!);
    const channel = group.channel ?? '';
    bar.values[channel] = (bar.values[channel] ?? 0) + group[measure];
    bar.total += group[measure];
  }
  for (const group of before?.groups ?? []) {
    if (group.currency === currency) barOf(before!.from, group.key!).before!.total += group[measure];
  }
  return bars;
}

/** The channels that occur, in the order of their names; '' (none) last. */
export const channelsOf = (bars: Bar[]): string[] =>
  [...new Set(bars.flatMap(({ values }) => Object.keys(values)))].sort((a, b) =>
    a === '' ? 1 : b === '' ? -1 : a < b ? -1 : 1,
  );

/** The change as a part of one; null if there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / Math.abs(before);
