import { use, useSyncExternalStore } from 'react';
import { formatDate, formatTime, relativeFormat } from './formats.ts';
import { FullDates } from './list/full-dates.ts';

/** Farther away, a date says more than a number of months. */
const A_MONTH = 2_592_000;

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Past units count only when complete; future units are rounded. */
const wholes = (units: number) => (units < 0 ? Math.trunc(units) : Math.round(units));

export function relativeTime(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) >= A_MONTH) return formatDate(at);
  const relative = relativeFormat();
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return relative.format(wholes(seconds / length), unit);
  }
  return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.trunc(seconds), 'second');
}

export const absoluteTime = formatTime;

// All times of a page share one clock.
let now = new Date();
function subscribe(listener: () => void): () => void {
  // Nobody moved the clock while no time was shown.
  if (Date.now() - now.getTime() > 1_000) now = new Date();
  const timer = setInterval(() => {
    now = new Date();
    listener();
  }, 10_000);
  return () => clearInterval(timer);
}

/** "3 min. ago", with the full time on hover and for machines. */
export function When({ at, fallback = '–' }: { at: string | null | undefined; fallback?: string }) {
  const current = useSyncExternalStore(subscribe, () => now);
  const isFull = use(FullDates);
  if (!at) return <>{fallback}</>;
  const date = new Date(at);
  const latest = date > current && date.getTime() - current.getTime() < 10_000 ? date : current;
  return (
    <time dateTime={at} title={absoluteTime(date)} data-full={isFull || undefined}>
      {isFull ? absoluteTime(date) : relativeTime(date, latest)}
    </time>
  );
}
