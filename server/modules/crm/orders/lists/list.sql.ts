import { binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { BY_INDEX_FROM_HERE } from '#kernel/db/plans.ts';
import type { SortedPosition as Position } from '#kernel/http/sorted-cursor.ts';
import { survivorOf } from '../../customers/customers.sql.ts';
import type { CHANNELS } from '../fields.ts';
import {
  type Bind,
  boundsOf,
  type FilterClause,
  isOneOf,
  type OrderFilter,
  textsHave,
} from './filters.sql.ts';
import type { SORTS } from './list-fields.ts';

export type ListedRow = {
  id: string;
  order_number: string;
  sort_number: string;
  status: string;
  payment_status: string;
  customer_id: string;
  customer_name: string;
  channel: (typeof CHANNELS)[number] | null;
  property_id: string | null;
  currency: string;
  total: bigint;
  paid_total: bigint;
  line_count: number;
  created_at: Date;
};

export type Sort = { by: (typeof SORTS)[number]; descending: boolean };

/** Up to this many rows are fetched and sorted in a few milliseconds; for more, an index scan is cheaper. */
const FEW_ENOUGH_TO_SORT = 1_000;
/** The same limit for a filter that sorts ids by date before it fetches rows (`idsByDate`). */
const FEW_ENOUGH_BY_DATE = 2_500;
/** The most index rows that one request scans. Matching words reads texts, which takes longer. */
const MAX_ROWS_SCANNED = 4_000;
const MAX_ROWS_SCANNED_FOR_WORDS = 1_500;

const COLUMNS = `
  o.id, o.order_number, o.sort_number, o.status, o.payment_status, o.customer_id, o.channel, o.property_id, o.currency,
  o.total, o.paid_total, o.facet, o.created_at`;

const SORT_KEYS = {
  createdAt: ['o.created_at', 'o.id'],
  total: ['o.total', 'o.id'],
  orderNumber: ['o.sort_number'],
};

/** Splits a search into words, folded like the stored ones; the statements after this one are planned by index. */
export async function splitWords(tx: Tx, q: string): Promise<string[]> {
  const { rows } = await tx.query<{ words: string[] }>(SPLIT_WORDS, [q]);
  return rows[0]!.words;
}

const SPLIT_WORDS = { name: 'words_in', text: `select words_in($1) as words, ${BY_INDEX_FROM_HERE}` };

/**
 * Counts the matches of each filter, up to a cap; null means "more than the cap". Once one filter matches fewer rows, the others
 * are counted only that far. `further` raises the cap for words.
 */
export async function countFew(
  tx: Tx,
  clauses: FilterClause[],
  further: boolean,
): Promise<(number | null)[]> {
  const { bind, values } = binding();
  const mostOf = (clause: FilterClause) => (further ? fewOf(clause) : FEW_ENOUGH_TO_SORT);
  const counts = clauses.map((clause, at) => {
    const all = clause.countQuery?.(bind) ?? `select ${fromIndex(clause, bind)}`;
    const fewest = at === 0 ? FEW_ENOUGH_BY_DATE : `c${at - 1}.fewest`;
    return `lateral (
      select count, least(case when count <= ${mostOf(clause)} then count end, ${fewest}) as fewest from (
        select count(*)::int from (${all} limit least(${mostOf(clause)}, ${fewest}) + 1) few) counted) c${at}`;
  });
  const { rows } = await tx.query<{ counts: number[] }>(
    prepared(
      `select array[${clauses.map((_, at) => `c${at}.count`)}] as counts from ${counts.join(' cross join ')}`,
    ),
    values,
  );
  return rows[0]!.counts.map((count, index) => (count > mostOf(clauses[index]!) ? null : count));
}

/** Fetches the orders that one filter finds by its index, and sorts those that match all other filters. */
export async function gatherOrders(
  tx: Tx,
  by: FilterClause,
  all: FilterClause[],
  filter: OrderFilter,
  sort: Sort,
  after: Position | null,
  limit: number,
): Promise<ListedRow[]> {
  const { bind, values } = binding();
  const others = all.filter((each) => each !== by);
  const lazily = sort.by === 'createdAt' ? by.idsByDate : undefined;
  const source = lazily
    ? fetchedInOrder(lazily, sort, after, bind)
    : // The rows were few when they were counted; the limit makes the planner expect few.
      `(select ${COLUMNS} ${fromIndex(by, bind)} limit ${2 * fewOf(by)}) o`;
  const sql = `
    select ${COLUMNS} from ${source}
    where ${boundsOf(filter, sort.by, bind)} and ${matchesAll(others, bind)} and ${afterPosition(sort, after, bind)}
    order by ${lazily ? ordered(sort, ['dated.at', 'dated.id']) : ordered(sort)} limit ${limit}`;
  return withCustomerAndLineCount(tx, sql, values, sort);
}

/** Sorts ids by the dates in the index, then fetches the orders one by one until the page is full. */
const fetchedInOrder = (
  idsByDate: NonNullable<FilterClause['idsByDate']>,
  sort: Sort,
  after: Position | null,
  bind: Bind,
) => `
  (select distinct id, at from (${idsByDate(bind)}) found
   where ${afterPosition(sort, after, bind, ['at', 'id'])}
   order by ${ordered(sort, ['at', 'id'])} limit ${2 * FEW_ENOUGH_BY_DATE}) dated
  cross join lateral (
    select ${COLUMNS} from orders o where o.tenant_id = (select current_tenant()) and o.id = dated.id offset 0) o`;

/** Reads the first orders of each facet, which its index returns in sort order, and merges them. */
export async function mergeFacets(
  tx: Tx,
  filter: OrderFilter,
  sort: Sort,
  after: Position | null,
  limit: number,
): Promise<ListedRow[]> {
  const { bind, values } = binding();
  const sql = `
    select ${COLUMNS} from unnest(${bind(filter.facets, 'text[]')}) facet cross join lateral (
      select ${COLUMNS} from orders o
      where o.tenant_id = (select current_tenant()) and ${isOneOf('o.facet', 'facet.facet')}
        and ${boundsOf(filter, sort.by, bind)} and ${afterPosition(sort, after, bind)}
      order by o.facet ${sort.descending ? 'asc' : 'desc'}, ${ordered(sort)} limit ${limit}) o
    order by ${ordered(sort)} limit ${limit}`;
  return withCustomerAndLineCount(tx, sql, values, sort);
}

/** Scans the index of the sort, at most `maxRows` rows, and returns the orders that match every filter. */
export async function walkOrders(
  tx: Tx,
  clauses: FilterClause[],
  filter: OrderFilter,
  sort: Sort,
  after: Position | null,
  limit: number,
  maxRows = maxRowsScanned(filter),
): Promise<ListedRow[]> {
  const { bind, values } = binding();
  const sql = `
    select ${COLUMNS} from (${indexScan(filter, sort, after, bind)} limit ${maxRows}) o
    where ${matchesAll(clauses, bind)}
    order by ${ordered(sort)} limit ${limit}`;
  return withCustomerAndLineCount(tx, sql, values, sort);
}

/** The position of the last row that an index scan from here reads; null: the scan reads to the end. */
export async function lastRowScanned(
  tx: Tx,
  filter: OrderFilter,
  sort: Sort,
  after: Position | null,
): Promise<Position | null> {
  const { bind, values } = binding();
  const { rows } = await tx.query<{ id: string; created_at: Date; total: bigint; sort_number: string }>(
    `${indexScan(filter, sort, after, bind)} offset ${maxRowsScanned(filter) - 1} limit 1`,
    values,
  );
  const last = rows[0];
  if (last === undefined) return null;
  const keys = {
    createdAt: String(last.created_at.getTime()),
    total: String(last.total),
    orderNumber: last.sort_number,
  };
  return { key: keys[sort.by], id: last.id };
}

const fewOf = ({ idsByDate }: FilterClause) =>
  idsByDate === undefined ? FEW_ENOUGH_TO_SORT : FEW_ENOUGH_BY_DATE;

const fromIndex = ({ whereByIndex, indexOrder }: FilterClause, bind: Bind) =>
  `from orders o where o.tenant_id = (select current_tenant()) and ${whereByIndex(bind)}
   ${indexOrder === undefined ? '' : `order by ${indexOrder}`}`;

const maxRowsScanned = (filter: OrderFilter) =>
  filter.words.length > 0 ? MAX_ROWS_SCANNED_FOR_WORDS : MAX_ROWS_SCANNED;

const indexScan = (filter: OrderFilter, sort: Sort, after: Position | null, bind: Bind) => `
  select ${COLUMNS} from orders o
  where o.tenant_id = (select current_tenant()) and ${boundsOf(filter, sort.by, bind)} and ${afterPosition(sort, after, bind)}
  order by ${ordered(sort)}`;

function matchesAll(clauses: FilterClause[], bind: Bind): string {
  const words = clauses.flatMap(({ word }) => word ?? []);
  return [
    'true',
    ...clauses
      .filter(({ word }) => word === undefined)
      .map(({ whereOnRow, whereByIndex }) => (whereOnRow ?? whereByIndex)(bind)),
    ...(words.length > 0
      ? [
          textsHave(
            words,
            bind,
            clauses.some(({ isUnsettled }) => isUnsettled),
          ),
        ]
      : []),
  ].join(' and ');
}

const ordered = ({ by, descending }: Sort, columns = SORT_KEYS[by]) =>
  columns.map((key) => `${key} ${descending ? 'desc' : 'asc'}`).join(', ');

function afterPosition(
  { by, descending }: Sort,
  after: Position | null,
  bind: Bind,
  columns = SORT_KEYS[by],
): string {
  if (after === null) return 'true';
  const keys = {
    createdAt: () => [bind(new Date(Number(after.key)), 'timestamptz'), bind(after.id, 'uuid')],
    total: () => [bind(after.key, 'bigint'), bind(after.id, 'uuid')],
    orderNumber: () => [bind(after.key, 'text')],
  };
  return `(${columns.join(', ')}) ${descending ? '<' : '>'} (${keys[by]().join(', ')})`;
}

// Planning takes longer than most of these lists. Frequent statements are prepared. Their number is limited, because the
// combinations of filters are endless and every connection stores what it has prepared.
const MAX_PREPARED = 200;
const names = new Map<string, string>();
function prepared(text: string): string | { name: string; text: string } {
  const name = names.get(text) ?? `list_orders_${names.size}`;
  if (!names.has(text) && names.size >= MAX_PREPARED) return text;
  names.set(text, name);
  return { name, text };
}

/**
 * Adds the customer and the line count to the orders of one page. Lines are numbered from one, so the last number is the count.
 */
async function withCustomerAndLineCount(
  tx: Tx,
  page: string,
  values: unknown[],
  sort: Sort,
): Promise<ListedRow[]> {
  const { rows } = await tx.query<ListedRow>(
    prepared(`select o.*, ${survivorOf('o.customer_id')} as customer_id, (
       select n.name from customers n
       where n.tenant_id = (select current_tenant()) and n.id = ${survivorOf('o.customer_id')}) as customer_name, (
       select l.line from order_lines l
       where l.tenant_id = (select current_tenant()) and l.order_id = o.id order by l.line desc limit 1) as line_count
     from (${page}) o
     order by ${ordered(sort)}`),
    values,
  );
  return rows;
}
