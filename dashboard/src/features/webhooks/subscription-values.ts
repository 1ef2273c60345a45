import type { Subscription } from './subscription-dialog.ts';

/** A field of the data, and the values that are wanted in it, as they were typed. */
export type FilterRow = { field: string; values: string[] };
/** A header; the value of a stored one is not known, and stays unless another is typed. */
export type HeaderRow = { name: string; secret: string; isStored: boolean };

export type SubscriptionValues = {
  name: string;
  url: string;
  events: string[];
  rateLimit: number | '';
  coalesceSeconds: number | '';
  ordered: boolean;
  asymmetric: boolean;
  filter: FilterRow[];
  headers: HeaderRow[];
};

export const EMPTY: SubscriptionValues = {
  ...{ name: '', url: '', events: [], rateLimit: '', coalesceSeconds: '' },
  ...{ ordered: false, asymmetric: false, filter: [], headers: [] },
};

export const valuesOf = (subscription: Subscription): SubscriptionValues => ({
  name: subscription.name,
  url: subscription.url,
  events: subscription.events,
  rateLimit: subscription.rateLimit ?? '',
  coalesceSeconds: subscription.coalesceSeconds ?? '',
  ordered: subscription.ordered,
  asymmetric: subscription.publicKey !== null,
  filter: Object.entries(subscription.filter ?? {}).map(([field, values]) => ({
    field,
    values: values.map((value) => (typeof value === 'string' ? writeText(value) : String(value))),
  })),
  headers: subscription.headerNames.map((name) => ({ name, secret: '', isStored: true })),
});

/** An empty field means no limit, and an empty row means nothing. Half a row is sent, so that the server says what lacks. */
const common = ({ headers: _, ...values }: SubscriptionValues) => {
  const rows = values.filter.filter(({ field, values: wanted }) => field.trim() !== '' || wanted.length > 0);
  const filter = Object.fromEntries(
    rows.map(({ field, values: wanted }) => [field.trim(), wanted.map(readValue)]),
  );
  return {
    ...values,
    rateLimit: values.rateLimit === '' ? null : values.rateLimit,
    coalesceSeconds: values.coalesceSeconds === '' ? null : values.coalesceSeconds,
    filter: rows.length === 0 ? null : filter,
  };
};

const typed = (rows: HeaderRow[]) =>
  rows
    .filter(({ name, secret, isStored }) => (name.trim() !== '' && !isStored) || secret !== '')
    .map(({ name, secret }) => [name.trim(), secret]);

export const newBody = (values: SubscriptionValues) => ({
  ...common(values),
  headers: Object.fromEntries(typed(values.headers)) as Record<string, string>,
});

/** Headers that are no longer among the rows are removed; stored ones without a new value stay. */
export function changeBody(values: SubscriptionValues, before: Subscription) {
  const named = new Set(values.headers.map(({ name }) => name.trim().toLowerCase()));
  const removed = before.headerNames
    .filter((name) => !named.has(name.toLowerCase()))
    .map((name) => [name, null]);
  const headers = Object.fromEntries([...removed, ...typed(values.headers)]) as Record<string, string | null>;
  return { ...common(values), headers };
}

/** Numbers, true, false and null mean themselves; quoted, they are text. */
export function readValue(text: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string;
  } catch {
    // Any other text is itself.
  }
  return text;
}

const writeText = (text: string) => (readValue(text) === text ? text : JSON.stringify(text));
