import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { repeated } from '#kernel/db/repeated.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import type { EntryStatus } from '../entries/entries.sql.ts';
import { isBelow, type Part } from './conditions.sql.ts';
import { type Base, ofEntry } from './index-rows.sql.ts';
import { POSITION, type Position, type Sort } from './sorting.ts';

/** The most rows that each way of a list reads. */
export const BOUNDS = {
  /** Entries of a condition that are sorted before anything else is tried. */
  sorted: 700,
  /** Entries of a condition that are gathered after a walk that found too little. */
  gathered: 20_000,
  /** Rows of a walk whose conditions are looked up: before anything else, before entries are gathered, and if these are too many. */
  short: 300,
  looking: 1_000,
  far: 4_000,
  /** Rows of a walk whose conditions are words, and of one without conditions. */
  slow: 1_000,
  passing: 20_000,
  /** Values of the first sort that more entries have than are walked, in one page. */
  groups: 5,
  /** Milliseconds of a list after which no further such value begins. */
  groupsMs: 1_000,
};
export type Bounds = typeof BOUNDS;

export type Listing = {
  bounds: Bounds;
  base: Base;
  typeId: string | null;
  parts: Part[];
  sorts: Sort[];
  after: Position | null;
  limit: number;
  /** Conditions on the row of the list's table. */
  narrow($: Bind): string[];
  /** The status that an index of the walk has, if it does. */
  walkedStatus: EntryStatus | null;
  /** The parent whose entries are walked by position; null: none. */
  walkedParent: string | null;
  columns($: Bind): string;
  joined: string;
  /** Lists whose forms repeat: planning one takes as long as reading it, so connections keep the plans of frequent ones. */
  isCommon: boolean;
};

/**
 * The entries of one condition are gathered, those of `sets` hashed, and the rest is looked up; or so many rows are walked in the
 * order of the first sort, and all conditions looked up.
 */
export type Way = { driver: Part; most: number; sets: Part[] } | { walked: number };

type Row = { id: string | null; too_large: boolean };

/** Reads a page, and one entry more if there is one. */
export async function readPage<T extends { id: string }>(tx: Tx, listing: Listing, way: Way): Promise<T[]> {
  const { bind: $, values } = binding();
  const text = bounded(pageStatement(listing, way, $));
  const { rows } = await tx.query<Row>(listing.isCommon ? repeated(text) : text, values);
  if (rows[0]?.too_large) throw answerTooLarge();
  return rows.filter(({ id }) => id !== null) as unknown as T[];
}

/** Returns the page, or no entry of it when they are too large for one answer together. */
const bounded = (page: string) => `
  with page as materialized (${page}), size as (select coalesce(sum(octet_length(fields::text)), 0) as bytes from page)
  select page.*, size.bytes > ${MAX_ANSWER_BYTES} as too_large from size left join page on size.bytes <= ${MAX_ANSWER_BYTES}`;

const LIMIT_TIME = {
  name: 'limit_time_of_content_list',
  text: "select set_config('statement_timeout', $1, true)",
};

/** The same transaction; `check` runs before each of its statements. */
export const beforeEach = (tx: Tx, check: () => void): Tx => ({
  ...tx,
  query: async (statement, values) => {
    check();
    return tx.query(statement, values);
  },
});

/** Both are sent with the next statement. If one fails, the next statement fails too. */
export function limitTime(tx: Tx, milliseconds: number): void {
  tx.query(LIMIT_TIME, [String(milliseconds)]).catch(() => {});
}
/** Statements that follow in the transaction, such as those of links, have the usual time again. */
export function resetTime(tx: Tx): void {
  tx.query('reset statement_timeout').catch(() => {});
}

const wayOf = ({ descending }: Sort) => (descending ? 'desc' : 'asc');
const beyondOf = ({ descending }: Sort) => (descending ? '<' : '>');
const isOwn = ({ as }: Base) => `${as}.tenant_id = (select current_tenant())`;
const isOfType = ({ base, typeId }: Listing, $: Bind) =>
  typeId === null ? [] : [`${base.as}.type_id = ${$(typeId)}`];
const sortedValue = ({ as }: Base, { column }: Sort, n: number) =>
  column === null ? `s${n}.key` : `${as}.${column}`;
const isTime = ({ column }: Sort) => column !== null && column !== POSITION;
const keyOf = (value: string, sort: Sort) =>
  !isTime(sort) ? value : `(extract(epoch from ${value}) * 1000)::bigint::text`;
const boundOf = (sort: Sort, key: string, $: Bind) =>
  !isTime(sort) ? $(key) : `to_timestamp(${$(Number(key) / 1000)}::float8)`;

/** `limit 1` makes each look-up one by index, whatever the planner estimates. */
export const rowOf = ({ base }: Listing, id: string) =>
  `cross join lateral (select * from ${base.table} ${base.as} where ${isOwn(base)} and ${base.as}.${base.id} = ${id} limit 1) ${base.as}`;
const sortOf = ({ base }: Listing, { by, locale }: Sort, n: number, id: string, $: Bind) =>
  `cross join lateral (select i.key from ${ofEntry(base.stage, id, by, locale, $)} limit 1) s${n}`;

export const isAmong = (id: string, { scan }: Part, most: number, $: Bind) =>
  `coalesce(${id} in (select x.entry_id from (${scan!($, most)}) x where x.meets), false)`;

/** The other conditions, of entries that one condition yields. */
export const othersHold = (
  parts: Part[],
  { driver, sets, most }: { driver: Part | null; sets: Part[]; most: number },
  id: string,
  $: Bind,
) =>
  parts
    .filter((part) => part !== driver || !part.isExact)
    .map((part) => (sets.includes(part) && part.isExact ? isAmong(id, part, most, $) : part.holds(id, $)));

/** Entries of one parent: naming it makes the order that of the index, also where it is null. */
const beside = ({ base, sorts }: Listing) => (sorts[0]!.column === POSITION ? [`${base.as}.parent_id`] : []);

function pageStatement(listing: Listing, way: Way, $: Bind): string {
  const { base, parts, sorts, limit } = listing;
  const [first, ...more] = sorts as [Sort, ...Sort[]];
  const isWalk = 'walked' in way;
  const id = !isWalk ? 'd.entry_id' : first.column === null ? 's0.entry_id' : `${base.as}.${base.id}`;
  const from = isWalk
    ? [
        `(${walkOf(listing, way.walked, $)}) ${first.column === null ? 's0' : base.as}`,
        ...(first.column === null ? [rowOf(listing, id)] : []),
      ]
    : [
        `(select distinct x.entry_id from (${way.driver.scan!($, way.most)}) x where x.meets) d`,
        rowOf(listing, id),
        ...(first.column === null ? [sortOf(listing, first, 0, id, $)] : []),
      ];
  from.push(
    ...more.flatMap((sort, n) => (sort.column === null ? [sortOf(listing, sort, n + 1, id, $)] : [])),
  );
  const isRest = !isWalk || more.length > 0;
  const where = [
    ...(isWalk ? parts.map((part) => part.holds(id, $)) : othersHold(parts, way, id, $)),
    ...(isWalk && first.column !== null ? [] : isOfType(listing, $)),
    ...listing.narrow($),
    ...(isRest ? afterOf(listing, id, $) : []),
    'true',
  ];
  const values = sorts.map((sort, n) => ({ sort, value: sortedValue(base, sort, n) }));
  const keys = values.map(({ sort, value }) => keyOf(value, sort));
  const order = [
    ...beside(listing).map((parent) => `${parent} ${wayOf(first)}`),
    ...values.map(({ sort, value }) => `${value} ${wayOf(sort)}`),
  ];
  return `select ${listing.columns($)}, array[${keys.join(', ')}] as sort_keys from ${from.join(' ')} ${listing.joined}
    where ${where.join(' and ')} order by ${[...order, `${id} ${wayOf(sorts.at(-1)!)}`].join(', ')} limit ${$(limit + 1)}`;
}

/** So many rows in the order of the first sort, from the cursor on. */
function walkOf(listing: Listing, most: number, $: Bind): string {
  const { base, sorts, after, typeId } = listing;
  const [first, ...more] = sorts as [Sort, ...Sort[]];
  const [value, id] =
    first.column === null ? ['s.key', 's.entry_id'] : [`${base.as}.${first.column}`, `${base.as}.${base.id}`];
  const start = () => {
    if (after === null) return [];
    const bound = boundOf(first, after.keys[0]!, $);
    if (more.length === 0) return [`(${value}, ${id}) ${beyondOf(first)} (${bound}, ${$(after.id)}::uuid)`];
    const isOver = after.id === null && after.keys.length === 1;
    return [`${value} ${beyondOf(first)}${isOver ? '' : '='} ${bound}`];
  };
  const order = `order by ${[...beside(listing), value, id].map((each) => `${each} ${wayOf(first)}`).join(', ')} limit ${most}`;
  if (first.column !== null) {
    const ofStatus = listing.walkedStatus === null ? [] : [`${base.as}.status = ${$(listing.walkedStatus)}`];
    const ofParent = first.column === POSITION ? [isBelow(base.as, listing.walkedParent, $)] : [];
    const where = [isOwn(base), ...isOfType(listing, $), ...ofStatus, ...ofParent, ...start()].join(' and ');
    return `select * from ${base.table} ${base.as} where ${where} ${order}`;
  }
  return `select s.key, s.entry_id from content_index s
    where s.tenant_id = (select current_tenant()) and s.type_id = ${$(typeId)} and s.stage = '${base.stage}' and s.field = ${$(first.by)}
      and s.locale = ${$(first.locale)}${start().map((each) => ` and ${each}`)} ${order}`;
}

/** True of entries behind the cursor, whose sorts may have different directions. */
function afterOf({ base, sorts, after }: Listing, id: string, $: Bind): string[] {
  if (after === null) return [];
  const beyond = (n: number): string => {
    if (n === after.keys.length)
      return after.id === null ? 'false' : `${id} ${beyondOf(sorts.at(-1)!)} ${$(after.id)}::uuid`;
    const [sort, key] = [sorts[n]!, after.keys[n]!];
    const [value, bound] = [sortedValue(base, sort, n), boundOf(sort, key, $)];
    return `(${value} ${beyondOf(sort)} ${bound} or (${value} = ${bound} and ${beyond(n + 1)}))`;
  };
  return [beyond(0)];
}

/** The last of so many rows of a walk; null: there are not so many. */
export async function lastWalked(tx: Tx, listing: Listing, most: number): Promise<Position | null> {
  const { bind: $, values } = binding();
  const { base, sorts } = listing;
  const [first] = sorts as [Sort];
  const [key, id] =
    first.column === null ? ['w.key', 'w.entry_id'] : [keyOf(`w.${first.column}`, first), `w.${base.id}`];
  const { rows } = await tx.query<{ key: string; id: string }>(
    `select ${key} as key, ${id} as id from (${walkOf(listing, most, $)}) w offset ${most - 1} limit 1`,
    values,
  );
  return rows[0] === undefined ? null : { keys: [rows[0].key], id: rows[0].id };
}

/** The number of index rows of each part, up to one more than `most`; null: no index yields its entries. */
export async function sizesOf(
  tx: Tx,
  parts: Part[],
  most: number,
  isCommon: boolean,
): Promise<(number | null)[]> {
  const counted = parts.filter(({ scan }) => scan !== null).slice(0, MAX_PARTS_COUNTED);
  if (counted.length === 0) return parts.map(() => null);
  const { bind: $, values } = binding();
  const counts = counted.map(
    ({ scan }, n) =>
      `(select count(*) from (select from (${scan!($, most + 1)}) each limit ${most + 1}) few)::int as p${n}`,
  );
  const text = `select ${counts.join(', ')}`;
  const { rows } = await tx.query<Record<string, number>>(isCommon ? repeated(text) : text, values);
  return parts.map((part) => (counted.includes(part) ? rows[0]![`p${counted.indexOf(part)}`]! : null));
}

/** Further conditions are looked up. */
const MAX_PARTS_COUNTED = 8;
