/** The days of a chart, including those without orders. Pure. */
import type { Data } from '../../api.ts';

export type Metrics = Data<'getOrderMetrics'>;
export type Day = { day: string; orders: number; revenue: number };

const DAY = 86_400_000;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Returns the last `days` days up to today, and as many before them for comparison. Days are UTC, as in the API. */
export function periodsOf(days: number, now: number) {
  const [to, from] = [dayOf(now), dayOf(now - (days - 1) * DAY)];
  return {
    now: { from, to },
    before: { from: dayOf(now - (2 * days - 1) * DAY), to: dayOf(now - days * DAY) },
  };
}

export function daysOf({ from, to, groups }: Metrics, currency: string): Day[] {
  const found = new Map(
    groups.filter((group) => group.currency === currency).map((group) => [group.key, group]),
  );
  const days: Day[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    const day = dayOf(time);
    const { orders = 0, revenue = 0 } = found.get(day) ?? {};
    days.push({ day, orders, revenue });
  }
  return days;
}

/** The currency with the most orders, which the screen shows unless another is chosen. */
export const mainCurrency = ({ totals }: Metrics): string | undefined =>
  totals.toSorted((a, b) => b.orders - a.orders)[0]?.currency;

/** The change in per cent; null if there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((100 * (now - before)) / before);
