/** Days of a chart: every one of them, also those on which nothing happened. Pure. */
import type { Data } from '../../api.ts';

export type Metrics = Data<'getOrderMetrics'>;
export type Day = { day: string; orders: number; revenue: number };

const DAY = 86_400_000;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The last `days` days up to today, and as many before them to compare with. Days are UTC, as the API counts. */
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

/** The currency in which most orders are, unless one chose another. */
export const mainCurrency = ({ totals }: Metrics): string | undefined =>
  totals.toSorted((a, b) => b.orders - a.orders)[0]?.currency;

/** In per cent; null when there is nothing to compare with. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((100 * (now - before)) / before);
