/** The days that a month shows, and where a moved item goes. Pure. */
import { addDays, localTime, timeOf } from '#shared/time-zone.ts';
import type { Data } from '../../../api.ts';

export type Item = Data<'getContentCalendar'>['items'][number];

/** The first day of each week that the month has a day of. */
export function weeksOf(month: string, firstDay: number): string[] {
  const first = `${month}-01`;
  const before = (new Date(first).getUTCDay() - firstDay + 7) % 7;
  const weeks: string[] = [];
  for (let day = addDays(first, -before); day.slice(0, 7) <= month; day = addDays(day, 7)) weeks.push(day);
  return weeks;
}

export const daysOfWeek = (first: string): string[] => [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(first, n));

export function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The same time of day on another day of the tenant. */
export const onDay = (zone: string, at: string, day: string): string =>
  new Date(timeOf(zone, `${day}T${localTime(zone, Date.parse(at)).slice(11)}`)).toISOString();

/** The days by which the arrow keys move an item, from left to right. */
export const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export const keyOf = ({ id, action, locale }: Item) => `${id} ${action} ${locale ?? ''}`;

export const titleOf = ({ title }: Item) => title ?? 'Untitled';
