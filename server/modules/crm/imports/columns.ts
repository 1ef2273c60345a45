/** Maps the columns of a CSV file to the fields of an order. The fields are those of POST /v1/crm/orders. */
import { Unreadable } from '#kernel/files/rows.ts';
import { PastOrder } from '../orders/fields.ts';

type Kind = 'text' | 'number' | 'time' | 'json' | 'address';
type FieldSchema = { type?: string; format?: string; verbatim?: boolean };

const kindOf = ({ type, format, verbatim }: FieldSchema): Kind => {
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'object') return verbatim ? 'json' : 'address';
  return format === 'date-time' ? 'time' : 'text';
};

const kindsOf = (properties: object): [string, Kind][] =>
  Object.entries(properties).map(([name, schema]) => [name, kindOf(schema as FieldSchema)]);

const { items, ...ofOrder } = PastOrder.properties;
const ORDER_FIELDS = new Map<string, Kind>([
  ...kindsOf(ofOrder),
  // The reference that groups rows, a customer by address, and the name of a new customer.
  ['orderRef', 'text'],
  ['customerEmail', 'text'],
  ['customerName', 'text'],
]);
const ITEM_FIELDS = new Map(kindsOf(items.items.properties));

/** Without these columns no row could become an order, so the whole file is rejected with one error. */
const NEEDED = [['sku'], ['name'], ['customerId', 'customerEmail']];

/** Stands for all address parts without a column of their own, as one JSON object. */
export const OTHER_PARTS = '*';

export type Target = {
  field: string;
  kind: Kind;
  ofItem: boolean;
  /** The part of an address; null for other fields. */
  part: string | null;
  column: string;
};

export type Plan = {
  /** The field that each column of the file fills, or null. */
  targets: (Target | null)[];
  /** The column whose value groups rows into orders; -1: every row is an order. */
  groupBy: number;
  warnings: string[];
};

export function isField(name: string): boolean {
  const [base = '', ...part] = name.split('.');
  const kind = ORDER_FIELDS.get(base) ?? ITEM_FIELDS.get(base);
  return kind !== undefined && (kind === 'address') === part.length > 0;
}

/** `mapping` gives the column of a field; other fields are matched by their own name. */
export function planColumns(header: string[], mapping: Record<string, string>): Plan {
  const columns = header.map((name) => name.trim());
  const absent = Object.values(mapping).filter((name) => !columns.includes(name));
  if (absent.length > 0) throw new Unreadable(`The file has no column ${list(absent)}.`);
  const fieldOf = new Map(Object.entries(mapping).map(([field, name]) => [name, field]));
  const isMapped = new Set(Object.keys(mapping).map(bare));
  const targets = columns.map((column) => {
    const field = fieldOf.get(column);
    if (field !== undefined) return targetOf(field, column);
    const found = targetOf(column, column);
    return found !== null && isMapped.has(bare(nameOf(found))) ? null : found;
  });
  const names = targets.flatMap((target) => (target === null ? [] : [nameOf(target)]));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Unreadable(`The file has more than one column for ${list(twice)}.`);
  const missing = NEEDED.filter((any) => !any.some((field) => names.includes(field)));
  if (missing.length > 0) {
    throw new Unreadable(`The file has no column for ${missing.map((any) => any.join(' or ')).join(', ')}.`);
  }
  const groupBy = ['orderRef', 'orderNumber'].map((name) =>
    targets.findIndex((target) => target?.field === name),
  );
  return {
    targets,
    groupBy: groupBy.find((index) => index !== -1) ?? -1,
    warnings: unusedColumns(columns.filter((_, index) => targets[index] === null)),
  };
}

const MAX_WARNINGS = 50;

function unusedColumns(columns: string[]): string[] {
  const told = columns.slice(0, MAX_WARNINGS).map((column) => `The column ${list([column])} is not used.`);
  const more = columns.length - told.length;
  return more === 0 ? told : [...told, `${more} more columns are not used.`];
}

const nameOf = ({ field, part }: Target) => (part === null ? field : `${field}.${part}`);

/** `Order Number`, `order_number` and `orderNumber` match the same field. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');
const FIELD_OF = new Map(
  [...ORDER_FIELDS.keys(), ...ITEM_FIELDS.keys()].map((field) => [bare(field), field]),
);

function targetOf(name: string, column: string): Target | null {
  const dot = name.indexOf('.');
  const field = FIELD_OF.get(bare(dot === -1 ? name : name.slice(0, dot)));
  if (field === undefined) return null;
  const ofItem = ITEM_FIELDS.has(field);
  const kind = (ofItem ? ITEM_FIELDS : ORDER_FIELDS).get(field)!;
  const part = dot === -1 ? null : name.slice(dot + 1);
  return (kind === 'address') === (part !== null && part !== '')
    ? { field, kind, ofItem, part, column }
    : null;
}

/** Shortens the names, because they come from the file. */
const list = (names: string[]) =>
  names
    .slice(0, 10)
    .map((name) => `“${name.length > 60 ? `${name.slice(0, 60)}…` : name}”`)
    .join(', ');
