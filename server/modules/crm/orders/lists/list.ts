/**
 * Finds orders by any combination of filters. There are three ways, and each reads a bounded number of rows: fetch the orders of
 * the rarest filter and sort them; merge the facets, each of which its index returns in sort order; or scan the index of the sort
 * and skip orders that do not match. The cost of choosing is bounded too: a word may match very many orders, so a short scan is
 * tried before more matches are counted.
 */

import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { invalid, type Problem } from '#kernel/errors.ts';
import {
  type SortedPosition as Position,
  readSortedCursor,
  TIME_KEY,
  writeSortedCursor,
} from '#kernel/http/sorted-cursor.ts';
import { currencyExponent, fromMinor, MAX_MINOR, toMinor } from '#shared/money.ts';
import { balanceOf } from '#shared/order-state.ts';
import { PAYMENT_STATUSES, STATUSES } from '#shared/order-statuses.ts';
import { isWorkLeft } from '../../customers/life/work.sql.ts';
import { CHANNELS } from '../fields.ts';
import { type FilterClause, filterClauses, type OrderFilter } from './filters.sql.ts';
import {
  countFew,
  gatherOrders,
  type ListedRow,
  lastRowScanned,
  mergeFacets,
  type Sort,
  splitWords,
  walkOrders,
} from './list.sql.ts';
import type { ListedOrder, OrderQuery } from './list-fields.ts';

/** A word that occurs in one of this many orders, or more often, is found by a short scan sooner than its matches are counted. */
const SHORT_SCAN_FACTOR = 12;
/** Further words hardly narrow a result. */
const MAX_WORDS = 8;

export type Search = { filter: OrderFilter; q?: string; sort: Sort; after: Position | null; limit: number };

/** Reads the query, or throws every problem that the schema cannot express. */
export function readFilter(query: OrderQuery): Search {
  const problems: Problem[] = [];
  const { currency, totalFrom, totalTo, metadataKey, metadataValue } = query;
  const exponent = currency === undefined ? undefined : currencyExponent(currency);
  const aboutTotals = totalFrom !== undefined || totalTo !== undefined || query.sort === 'total';
  if (aboutTotals && exponent === undefined) {
    const message = 'is required with totals: amounts of different currencies cannot be compared';
    problems.push({ path: 'currency', code: 'required', message });
  }
  const minor = (path: string, amount: number | undefined) => {
    if (amount === undefined || exponent === undefined) return undefined;
    const converted = toMinor(amount, exponent);
    // No order's total reaches this, so a larger limit means the same.
    if (converted !== null) return converted < MAX_MINOR ? converted : MAX_MINOR;
    const message = `must have at most ${exponent} decimals in ${currency}`;
    problems.push({ path, code: 'too_many_decimals', message });
  };
  const total = { from: minor('totalFrom', totalFrom), to: minor('totalTo', totalTo) };
  if (metadataValue !== undefined && metadataKey === undefined) {
    problems.push({ path: 'metadataKey', code: 'required', message: 'is required with metadataValue' });
  }
  if (problems.length > 0) throw invalid(problems);
  const sort = { by: query.sort, descending: query.order === 'desc' };
  return {
    filter: {
      facets: facetsOf(query),
      isOwed: query.owed === 'true',
      customerId: query.customerId,
      propertyId: query.propertyId,
      orderNumber: query.orderNumber,
      created: range(query.createdFrom, query.createdTo),
      currency,
      total: totalFrom === undefined && totalTo === undefined ? undefined : total,
      metadata: metadataKey === undefined ? undefined : { key: metadataKey, value: metadataValue },
      words: [],
    },
    q: query.q,
    sort,
    after: readCursor(query.cursor, sort),
    limit: query.limit,
  };
}

/** Every facet that matches the chosen values; undefined when none was chosen. */
export function facetsOf(query: Pick<OrderQuery, 'status' | 'paymentStatus' | 'channel'>) {
  const { status, paymentStatus, channel } = query;
  if (status === undefined && paymentStatus === undefined && channel === undefined) return undefined;
  const chosen = <T>(value: T | T[] | undefined, all: readonly T[]) =>
    value === undefined ? [...all] : [...new Set([value].flat() as T[])];
  return chosen(status, STATUSES).flatMap((s) =>
    chosen(paymentStatus, PAYMENT_STATUSES).flatMap((p) =>
      chosen<string>(channel, [...CHANNELS, '-']).map((c) => `${s}/${p}/${c}`),
    ),
  );
}

const range = (from: string | undefined, to: string | undefined) =>
  from === undefined && to === undefined
    ? undefined
    : {
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
      };

export async function findOrders(tx: Tx, search: Search) {
  const { sort, after, limit } = search;
  const filter = { ...search.filter };
  if (search.q === undefined) planByIndex(tx);
  else {
    filter.words = (await splitWords(tx, search.q)).slice(0, MAX_WORDS);
    if (filter.words.length === 0) return pageOf([], limit, sort, null);
  }
  const { customerId, metadata } = filter;
  if (customerId ?? metadata ?? search.q) filter.isUnsettled = await isWorkLeft(tx);
  const clauses = filterClauses(filter, sort.by);
  const [only] = clauses;
  // Most orders of a facet such as partially_refunded owe nothing, so its index could be read for long.
  if (sort.by === 'createdAt' && clauses.length === 1 && only!.name === 'facets' && !filter.isOwed) {
    return pageOf(await mergeFacets(tx, filter, sort, after, limit + 1), limit, sort, null);
  }
  let rarest = await findRarest(tx, clauses, false);
  if (rarest === undefined && filter.words.length > 0) {
    const near = await walkOrders(
      tx,
      clauses,
      filter,
      sort,
      after,
      limit + 1,
      SHORT_SCAN_FACTOR * (limit + 1),
    );
    if (near.length > limit) return pageOf(near, limit, sort, null);
    rarest = await findRarest(tx, clauses, true);
  }
  if (rarest?.count === 0) return pageOf([], limit, sort, null);
  if (rarest !== undefined) {
    const found = await gatherOrders(tx, rarest.clause, clauses, filter, sort, after, limit + 1);
    return pageOf(found, limit, sort, null);
  }
  const rows = await walkOrders(tx, clauses, filter, sort, after, limit + 1);
  const isShort = clauses.length > 0 && rows.length <= limit;
  return pageOf(rows, limit, sort, isShort ? await lastRowScanned(tx, filter, sort, after) : null);
}

/** More than this is "many" to a person, and costs as much as ten pages. */
export const MAX_COUNTED = 1_000;

/** Counts by the same bounded scans as a list. */
export async function countOrders(tx: Tx, search: Search) {
  const { data, pagination } = await findOrders(tx, search);
  return { count: data.length, isExact: !pagination.hasMore };
}

/** The filter that matches the fewest orders, if those are few enough to sort. */
async function findRarest(tx: Tx, clauses: FilterClause[], further: boolean) {
  if (clauses.length === 0) return undefined;
  const counts = await countFew(tx, clauses, further);
  return clauses
    .flatMap((clause, index) => {
      const count = counts[index]!;
      return count === null ? [] : [{ clause: clause, count }];
    })
    .sort((a, b) => a.count - b.count)[0];
}

/** `reached`: the last position scanned when the scan ended before the orders did. */
function pageOf(rows: ListedRow[], limit: number, sort: Sort, reached: Position | null) {
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? positionOf(shown.at(-1)!, sort) : reached;
  const nextCursor = next === null ? null : writeSortedCursor(sort, next);
  return {
    success: true as const,
    data: shown.map(present),
    pagination: { limit, hasMore: next !== null, nextCursor },
  };
}

export type SortKeys = Pick<ListedRow, 'id' | 'created_at' | 'total' | 'sort_number'>;

export const positionOf = (row: SortKeys, { by }: Sort): Position => {
  const keys = {
    createdAt: String(row.created_at.getTime()),
    total: String(row.total),
    orderNumber: row.sort_number,
  };
  return { key: keys[by], id: row.id };
};

const KEYS = { createdAt: TIME_KEY, total: /^\d{1,15}$/, orderNumber: /^\d\d[^\0]{1,64}$/su };

export const readCursor = (cursor: string | undefined, sort: Sort) =>
  readSortedCursor(cursor, sort, KEYS[sort.by]);

function present(row: ListedRow): ListedOrder {
  const exponent = currencyExponent(row.currency)!;
  const balance = balanceOf({
    total: row.total,
    paid: row.paid_total,
    cancelled: row.status === 'cancelled',
  });
  return {
    id: row.id,
    orderNumber: row.order_number,
    status: row.status,
    paymentStatus: row.payment_status,
    customerId: row.customer_id,
    customerName: row.customer_name,
    channel: row.channel,
    propertyId: row.property_id,
    currency: row.currency,
    total: fromMinor(row.total, exponent),
    balance: fromMinor(balance, exponent),
    lineCount: row.line_count,
    createdAt: row.created_at.toISOString(),
  };
}
