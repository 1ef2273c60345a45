/**
 * Examples of the contract, recorded from real calls: ids, times and secrets become ones that say nothing and stay the same. The times
 * of a request are replaced before it is sent, so that the server accepts the example as it is shown.
 */

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const DAY = /^\d{4}-\d\d-\d\d$/;
/** Keys, tokens and secrets, by the prefix that shows their kind. */
const PREFIXED = /\b(sk_live_|pk_live_|whsec_|whpk_|ct_|cr_|ol_|pt_|cs_)[\w+/=.-]+/g;
const TOKEN = /\b[\w-]{16,}\.[\w-]{16,}(\.[\w-]{16,})?\b|\b[A-Za-z0-9_-]{40,}\b/g;
/** Names that tests number, and the names of their tenants. */
const NUMBERED =
  /\b(someone|old|shop|type|SKU|ITEM|STOCK|SPRING|IMPORTED|M|Entry|file|code|name)([- ])\d+\b/gi;
const TENANT = /\btenant-\d+-\d+\b/g;

const DAY_MS = 86_400_000;
const PAST = Date.UTC(2020, 0, 31, 12);
const FUTURE = Date.UTC(2050, 0, 31, 12);

/** The body of a request with times of the far past and the far future, a day apart, in the order that they had. */
export function withExampleTimes(body: string, now: Date): string {
  const times = timesIn(body).sort();
  const isFuture = (time: string) => time > now.toISOString();
  const exampleOf = (time: string) => {
    const alike = times.filter((other) => isFuture(other) === isFuture(time));
    const first = isFuture(time) ? FUTURE : PAST;
    return new Date(first + alike.indexOf(time) * DAY_MS).toISOString();
  };
  return body.replace(TIME, (text) => exampleOf(normal(text)));
}

export const timesIn = (value: unknown): string[] => [
  ...new Set((JSON.stringify(value) ?? '').match(TIME)?.map(normal)),
];

const normal = (time: string) => new Date(time).toISOString();

const MOST_ITEMS = 2;
const MOST_TEXT = 300;
const FILE_LINES = 2;

export function asExample(
  value: { request?: unknown; answer: unknown },
  mostText: number = MOST_TEXT,
): unknown {
  const sent = timesIn(value.request);
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id.toLowerCase());
    if (known !== undefined) return known;
    const next = `01920000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id.toLowerCase(), next);
    return next;
  };
  const textOf = (text: string) =>
    text
      .replace(UUID, idOf)
      .replace(TIME, (time) => (sent.includes(normal(time)) ? normal(time) : '2030-01-31T12:00:00.000Z'))
      .replace(DAY, '2030-01-31')
      .replace(PREFIXED, '$1EXAMPLE')
      .replace(TOKEN, (found) => (ids.has(found) || isExampleId(found) ? found : 'EXAMPLE'))
      .replace(TENANT, 'acme')
      .replace(NUMBERED, '$1$21');
  const walk = (part: unknown): unknown => {
    if (typeof part === 'string') return textOf(part).slice(0, mostText);
    if (Array.isArray(part)) return part.slice(0, MOST_ITEMS).map(walk);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inside]) => [textOf(key), walk(inside)]));
  };
  return walk(value);
}

/**
 * The content of an example: its properties, kinds of values, codes and states. Two recordings that are alike in these differ only by
 * chance, such as in a random secret or a duration.
 */
export function outlineOf(value: unknown): string {
  return JSON.stringify(value, (_name, part) => {
    if (typeof part === 'number') return 0;
    return typeof part === 'string' && !WORD.test(part) ? 'text' : part;
  });
}

const WORD = /^[a-z]+([._][a-z]+)*$/;

const isExampleId = (text: string) => text.startsWith('01920000-0000-7000-8000-');

/** The beginning of a file: the names of the columns and a row of CSV, or two lines. */
export function asFileExample(text: string): string {
  const lines = text.split(/\r?\n/).slice(0, FILE_LINES);
  const { answer } = asExample({ answer: `${lines.join('\n').trimEnd()}\n` }, Infinity) as { answer: string };
  return answer;
}
