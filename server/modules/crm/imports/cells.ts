/** Reads the times of CSV cells, as spreadsheets of different countries write them. */
import { isDay, timeOf } from '#shared/time-zone.ts';

/** 2026-03-01, 01.03.2026, either with a time such as 14:30 or T14:30:05. With slashes, day and month could be confused. */
const LOCAL = /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)\.(\d\d?)\.(\d{4}))(?:[T ]+(\d\d?):(\d\d)(?::(\d\d))?)?$/;

/** A local time becomes that of the time zone; any other text stays as it is, and the schema accepts or rejects it. */
export function timeIn(zone: string, text: string): string {
  const found = LOCAL.exec(text.trim());
  if (found === null) return text;
  const [, year, month, day, dayFirst, itsMonth, itsYear, hour = '0', minute = '0', second = '0'] = found;
  const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0');
  const date = `${year ?? itsYear}-${two(month ?? itsMonth)}-${two(day ?? dayFirst)}`;
  if (!isDay(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return text;
  return new Date(timeOf(zone, `${date}T${two(hour)}:${two(minute)}:${two(second)}`)).toISOString();
}
