import { survivorOf } from '../../customers/customers.sql.ts';
import { isBeingErased, storedUnder } from '../../customers/life/work.sql.ts';
import type { SORTS } from './list-fields.ts';

export type OrderFilter = {
  facets?: string[];
  /** Only orders with a balance. */
  isOwed?: boolean;
  customerId?: string;
  propertyId?: string;
  orderNumber?: string;
  created?: { from?: Date; to?: Date };
  currency?: string;
  /** In minor units; `currency` is set whenever this is. */
  total?: { from?: bigint | null; to?: bigint | null };
  metadata?: { key: string; value?: string };
  words: string[];
  /** A merge or an erasure of this tenant is unfinished: filters treat its orders as if it were done. */
  isUnsettled?: boolean;
};

/** Every parameter names its type: the statements are prepared, and a text alone tells no type. */
export type Bind = (value: unknown, type: string) => string;

/** One filter in SQL, about an order `o`. */
export type FilterClause = {
  name: string;
  /** Condition that finds the matching orders through an index. */
  whereByIndex(bind: Bind): string;
  /** ORDER BY of that index. Asking for it makes the planner use the index even when its statistics suggest otherwise. */
  indexOrder?: string;
  /** Condition that checks a single order that was already read; `whereByIndex` serves if it is absent. */
  whereOnRow?(bind: Bind): string;
  /** A word of the search. `textsHave` checks all words against the texts of an order at once. */
  word?: string;
  /** The word is also compared with the name of the surviving customer of an unfinished merge. */
  isUnsettled?: boolean;
  /**
   * Query whose rows are the matching orders, for counting. It reads in index order; otherwise PostgreSQL would read all rows
   * first.
   */
  countQuery?(bind: Bind): string;
  /** Ids and times of the matching orders, if an index has both, so that only the orders of one page are fetched. */
  idsByDate?(bind: Bind): string;
};

/** Condition: `balanceOf` of the order is above zero. The index `orders_owed` has exactly these orders. */
export const IS_OWED = `o.paid_total < o.total and o.status <> 'cancelled'`;

/** Every filter except those that bound the index scan of the sort (`boundsOf`). */
export function filterClauses(filter: OrderFilter, sort: (typeof SORTS)[number]): FilterClause[] {
  const { facets, customerId, propertyId, orderNumber, created, currency, metadata, words, isUnsettled } =
    filter;
  const clauses: (FilterClause | false)[] = [
    facets !== undefined && {
      name: 'facets',
      whereByIndex: (bind) => `o.facet = any (${bind(facets, 'text[]')})`,
      indexOrder: 'o.facet',
    },
    filter.isOwed === true &&
      sort !== 'createdAt' && {
        name: 'owed',
        whereByIndex: () => IS_OWED,
        indexOrder: 'o.created_at desc, o.id desc',
      },
    customerId !== undefined && {
      name: 'customer',
      whereByIndex: (bind) => {
        const survivor = survivorOf(bind(customerId, 'uuid'));
        return isUnsettled
          ? `o.customer_id = any (array${storedUnder(survivor)})`
          : isOneOf('o.customer_id', survivor);
      },
      indexOrder: 'o.customer_id',
    },
    propertyId !== undefined && {
      name: 'property',
      whereByIndex: (bind) => isOneOf('o.property_id', bind(propertyId, 'text')),
      indexOrder: 'o.property_id',
    },
    orderNumber !== undefined && {
      name: 'number',
      whereByIndex: (bind) => `o.order_number = ${bind(orderNumber, 'text')}`,
    },
    created !== undefined &&
      sort !== 'createdAt' && {
        name: 'created',
        whereByIndex: (bind) => createdWithin(filter, bind),
        indexOrder: 'o.created_at desc, o.id desc',
      },
    currency !== undefined &&
      sort !== 'total' && {
        name: 'total',
        whereByIndex: (bind) => totalWithin(filter, bind),
        indexOrder: 'o.total, o.id',
      },
    metadata !== undefined && metadataIs(metadata),
    metadata !== undefined &&
      isUnsettled === true && { name: 'erasure', whereByIndex: () => `not ${isBeingErased('o')}` },
    ...words.map((word) => hasWord(word, isUnsettled === true)),
  ];
  return clauses.filter((clause) => clause !== false);
}

/**
 * An equality on which the planner can still sort, which makes it choose the index that begins with this column. With a plain
 * equality and orders that are all alike, it assumes that every order matches, and scans all orders of the tenant for a value
 * that none has.
 */
export const isOneOf = (column: string, value: string) => `${column} = any (array[${value}])`;

/** The filters that bound the index scan of the sort. */
export function boundsOf(filter: OrderFilter, sort: (typeof SORTS)[number], bind: Bind): string {
  if (sort === 'createdAt') {
    const bounds = [
      filter.isOwed === true && IS_OWED,
      filter.created !== undefined && createdWithin(filter, bind),
    ];
    return bounds.filter(Boolean).join(' and ') || 'true';
  }
  if (sort === 'total') return totalWithin(filter, bind);
  return 'true';
}

function createdWithin({ created }: OrderFilter, bind: Bind): string {
  return [
    created?.from && `o.created_at >= ${bind(created.from, 'timestamptz')}`,
    created?.to && `o.created_at < ${bind(created.to, 'timestamptz')}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

function totalWithin({ currency, total }: OrderFilter, bind: Bind): string {
  return [
    `o.currency = ${bind(currency, 'text')}`,
    total?.from != null && `o.total >= ${bind(total.from, 'bigint')}`,
    total?.to != null && `o.total <= ${bind(total.to, 'bigint')}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

// Ids come as an array and single rows by a scalar subquery: both use a primary key, whatever the statistics say.
function metadataIs({ key, value }: { key: string; value?: string }): FilterClause {
  const entry = (bind: Bind) =>
    `m.tenant_id = (select current_tenant()) and m.key = ${bind(key, 'text')}
     ${value === undefined ? '' : `and m.value = ${bind(value, 'text')}`}`;
  return {
    name: 'metadata',
    whereByIndex: (bind) =>
      `o.id = any (array(select m.order_id from order_metadata m where ${entry(bind)}))`,
    whereOnRow: (bind) =>
      `coalesce((select true from order_metadata m where ${entry(bind)} and m.order_id = o.id), false)`,
    countQuery: (bind) => `select from order_metadata m where ${entry(bind)} order by m.key, m.value`,
  };
}

/** Sorts after every text that begins with the same letters. */
const LAST = '\u{10ffff}';

function hasWord(word: string, isUnsettled: boolean): FilterClause {
  const wordsOf = (subject: string, bind: Bind) =>
    `select w.subject_id as id, w.at from search_words w
     where w.tenant_id = (select current_tenant()) and w.subject = '${subject}'
       and w.word >= ${bind(word, 'text')} and w.word < ${bind(word + LAST, 'text')}`;
  // OFFSET 0 makes PostgreSQL read customer by customer, however many the planner expects.
  const orders = (bind: Bind) =>
    `(${wordsOf('order', bind)} order by w.word)
     union all
     select theirs.id, theirs.at from (${wordsOf('customer', bind)} order by w.word) c
     cross join lateral (
       select o.id, o.created_at as at from orders o
       where o.tenant_id = (select current_tenant()) and ${isUnsettled ? `o.customer_id = any (array${storedUnder('c.id')})` : isOneOf('o.customer_id', 'c.id')}
       order by o.customer_id offset 0) theirs`;
  return {
    name: 'word',
    word,
    isUnsettled,
    whereByIndex: (bind) => `o.id = any (array(select id from (${orders(bind)}) of_word))`,
    countQuery: orders,
    idsByDate: orders,
  };
}

/** Condition: the texts of the order and of its customer together have all words. */
export function textsHave(words: string[], bind: Bind, isUnsettled: boolean): string {
  const starts = words.map((word) => bind(` ${word}`, 'text'));
  const allIn = (text: string) => starts.map((start) => `position(${start} in ${text}) > 0`).join(' and ');
  const textOf = (subject: string, id: string) =>
    `select t.words from search_texts t
     where t.tenant_id = (select current_tenant()) and t.subject = '${subject}' and t.subject_id = ${id}`;
  const customer = isUnsettled ? survivorOf('o.customer_id') : 'o.customer_id';
  // OFFSET 0 makes PostgreSQL fetch the text once, however often the condition names it.
  return `(
    select ${allIn('its.words')} or coalesce((
      select ${allIn('(its.words || theirs.words)')} from (${textOf('customer', customer)} offset 0) theirs), false)
    from (select coalesce((${textOf('order', 'o.id')}), '') as words offset 0) its)`;
}
