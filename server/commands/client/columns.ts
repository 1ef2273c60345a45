/** Chooses the columns of a table for rows of any list. */
import { shortTime } from '../output.ts';

type Row = Record<string, unknown>;

/** The fields by which a person recognises a row, the best first. */
const PREFERRED = [
  'orderNumber keyId sku handle slug name title label email type eventType action method from code',
  'status state paymentStatus active role total amount currency quantity available to path statusCode',
  'url events scopes channel attemptCount customerName subscriptionName',
]
  .join(' ')
  .split(' ');
const TIMES = ['placedAt', 'createdAt', 'at', 'eventAt', 'updatedAt', 'startedAt', 'lastSeenAt'];
const MOST_FIELDS = 6;
const LONGEST_CELL = 40;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** A name first, then its state, a time, and the id at the end, where it is easily copied. */
export function tableRows(rows: Row[]): Record<string, string>[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const shows = (name: string) => names.has(name) && rows.some((row) => cellOf(row[name]) !== '');
  const fields = PREFERRED.filter(shows).slice(0, MOST_FIELDS);
  const more = [...names].filter((name) => shows(name) && isPlain(name, rows) && !fields.includes(name));
  const chosen = fields.length >= 2 ? fields : [...fields, ...more].slice(0, MOST_FIELDS);
  const time = TIMES.find((name) => shows(name) && !chosen.includes(name));
  const columns = [...chosen, ...(time ? [time] : []), ...(shows('id') ? ['id'] : [])];
  return rows.map((row) =>
    Object.fromEntries(columns.map((name) => [headOf(name), cut(name, cellOf(row[name]))])),
  );
}

const isPlain = (name: string, rows: Row[]) =>
  !['id', ...TIMES].includes(name) &&
  rows.every((row) => typeof row[name] !== 'object' || row[name] === null);

/** `orderNumber` is headed ORDER NUMBER. */
const headOf = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const cut = (name: string, text: string) =>
  name === 'id' || text.length <= LONGEST_CELL ? text : `${text.slice(0, LONGEST_CELL - 1)}…`;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.every((each) => typeof each !== 'object') ? value.join(' ') : '';
  if (typeof value === 'object') return '';
  const text = String(value);
  return TIME.test(text) ? shortTime(text) : text;
}
