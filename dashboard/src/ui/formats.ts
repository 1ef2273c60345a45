/**
 * Every date, number and amount of the dashboard: in the formats that the person chose, else the tenant's, else the browser's, and in
 * the time zone of the tenant.
 */
import { isTimeZone } from '#shared/time-zone.ts';
import { currentSession } from '../session/session.ts';
import { decimalsOf } from './currency.ts';
import { directionOf } from './direction.ts';

/** Undefined: that of the browser. */
export function formatLocale(): string | undefined {
  const session = currentSession();
  return session?.actor.locale ?? session?.tenant.locale ?? undefined;
}

/** A browser may be older than the time zone. */
export function timeZone(): string {
  const zone = currentSession()?.tenant.timeZone ?? 'UTC';
  return isTimeZone(zone) ? zone : 'UTC';
}

const kept = new Map<string, unknown>();

/** Makes a format once: making one takes longer than a hundred uses. */
function cached<Format>(make: () => Format, ...parts: unknown[]): Format {
  const key = JSON.stringify(parts);
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as Format;
}

function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const locale = formatLocale();
  return cached(() => new Intl.NumberFormat(locale, options), 'number', locale, options);
}

function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = formatLocale();
  return cached(() => new Intl.DateTimeFormat(locale, options), 'time', locale, options);
}

/** The tag in use. Resolved, because a browser may report a language that is no valid tag. */
const shownLocale = (): string => numberFormat().resolvedOptions().locale;

/** Texts from right to left stand in English sentences: marks keep their neighbours in place. */
const isolated = (text: string): string =>
  directionOf(shownLocale()) === 'rtl' ? `\u2068${text}\u2069` : text;

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions): string =>
  isolated(numberFormat(options).format(value));

/** "1 order", "2,300 orders". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** A part of one as per cent. */
export const formatPercent = (part: number): string =>
  formatNumber(part, { style: 'percent', maximumFractionDigits: 1 });

export function formatMoney(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatNumber(amount, { style: 'currency', currency, ...digits });
}

/** For an axis: "1.2K". */
export const formatMoneyShortly = (amount: number, currency: string): string =>
  formatNumber(amount, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 });

/** The price of a unit may have more decimals than its currency. */
export const formatPrice = (amount: number, currency: string): string =>
  formatNumber(amount, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: 6,
  });

/** A date and a time of day in the time zone of the tenant. */
export const formatTime = (at: Date): string =>
  isolated(timeFormat({ dateStyle: 'medium', timeStyle: 'medium', timeZone: timeZone() }).format(at));

/** Its day in the time zone of the tenant. */
export const formatDate = (at: Date): string =>
  isolated(timeFormat({ dateStyle: 'medium', timeZone: timeZone() }).format(at));

/** The same without seconds, as people choose it. */
export const formatMoment = (at: Date): string =>
  isolated(timeFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() }).format(at));

/** A time of day in the time zone of the tenant. */
export const formatClock = (at: Date): string =>
  isolated(timeFormat({ timeStyle: 'short', timeZone: timeZone() }).format(at));

/** A day such as 2030-01-31, which belongs to no time zone. */
export const formatDay = (
  day: string,
  options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' },
): string => isolated(timeFormat({ ...options, timeZone: 'UTC' }).format(new Date(day)));

/** Reserved codes, unions and test regions, which no address has. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

const countryNames = () =>
  cached(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }), 'countries');

/** Turns DE into Germany; a country that is written out stays as it is. */
export const formatCountry = (text: string): string =>
  /^[A-Z]{2}$/.test(text) ? (countryNames().of(text) ?? text) : text;

/** The countries of this browser by name, with their codes of two letters. */
export const listCountries = (): { value: string; label: string }[] =>
  cached(() => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((first) => letters.map((second) => first + second));
    return codes
      .filter((code) => !NO_COUNTRY.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
      .flatMap((value) => {
        const label = countryNames().of(value);
        return label === undefined ? [] : [{ value, label }];
      })
      .toSorted((a, b) => a.label.localeCompare(b.label, 'en'));
  }, 'list of countries');

export const decimalSeparator = (): string =>
  numberFormat()
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

/** Words stay in the language of the dashboard, which is English; its dialects differ in a few. */
export function relativeFormat(): Intl.RelativeTimeFormat {
  const locale = formatLocale()?.startsWith('en') ? formatLocale() : 'en';
  return cached(
    () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }),
    'relative',
    locale,
  );
}

type Day = 0 | 1 | 2 | 3 | 4 | 5 | 6;
type Weeks = { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };

/** Sunday is 0. Not every browser knows it: then the week begins on Monday. */
export function firstDayOfWeek(): Day {
  const locale = new Intl.Locale(shownLocale()) as Weeks;
  return (((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7) as Day;
}
