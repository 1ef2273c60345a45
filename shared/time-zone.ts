/** Days and local times of a time zone. Pure: every time is milliseconds since 1970, every day a text such as 2030-01-31. */

const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  // Names are known in any case, and a caller may choose it: the cache has each name once.
  const name = zone.toLowerCase();
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formats.set(name, format);
  }
  return format;
}

/** Returns true if this machine knows a time zone of this name. An offset such as +05:30 is none: PostgreSQL would read its sign otherwise. */
export function isTimeZone(zone: string): boolean {
  // Refused before it is remembered: there are thousands of offsets.
  if (!/^[a-z]/i.test(zone)) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The time that clocks of the zone show, as 2030-01-31T12:00:00. */
export function localTime(zone: string, time: number): string {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month, day, hour, minute, second } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

export const dayAt = (zone: string, time: number): string => localTime(zone, time).slice(0, 10);

const offsetAt = (zone: string, time: number): number =>
  Date.parse(`${localTime(zone, time)}Z`) - Math.floor(time / 1000) * 1000;

/**
 * The time at which clocks show this local time: the first, if they are set back and show it twice; if they are set forward and skip
 * it, the time to which it would have led before.
 */
export function timeOf(zone: string, local: string): number {
  const guess = Date.parse(`${local}Z`);
  // No clock is a day or more from UTC, so these two are the offsets before and after any change of that day.
  const [before, after] = [offsetAt(zone, guess - 1.1 * DAY), offsetAt(zone, guess + 1.1 * DAY)];
  const shown = [before, after]
    .map((offset) => guess - offset)
    .filter((time) => offsetAt(zone, time) === guess - time);
  return shown.length > 0 ? Math.min(...shown) : guess - before;
}

/** The first moment of a day. Some days begin at one o'clock, and a day may have 23 or 25 hours. */
export const startOfDay = (zone: string, day: string): number => timeOf(zone, `${day}T00:00:00`);

/** The starts of so many days, one after the other. Asks the time zone about once a day: a chart may have a thousand. */
export function startsOfDays(zone: string, from: string, days: number): number[] {
  const starts: number[] = [];
  for (let index = 0; index < days; index++) {
    const day = addDays(from, index);
    const likely = index === 0 ? startOfDay(zone, day) : starts[index - 1]! + DAY;
    starts.push(localTime(zone, likely) === `${day}T00:00:00` ? likely : startOfDay(zone, day));
  }
  return starts;
}

/** A day so many days later; without a time zone, because every day has a next. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** The number of days from one to the other, both included. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY + 1;

export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  addDays(text, 0) === text;
