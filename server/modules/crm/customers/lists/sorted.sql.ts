import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { SortedPosition as Position } from '#kernel/http/sorted-cursor.ts';
import { COLUMNS, type CustomerRow } from '../customers.sql.ts';
import { type CustomerFilter, conditionsOf } from './list.sql.ts';
import type { CUSTOMER_SORTS } from './list-fields.ts';

/** The currency is that of a list by revenue. */
export type Sort = { by: (typeof CUSTOMER_SORTS)[number]; descending: boolean; currency: string };
export type SortedRow = CustomerRow & {
  /** The last order of the customer, in a list that is sorted by it. */
  order_id?: string;
  ordered_at?: Date;
  /** Minor units, in a list that is sorted by it. */
  revenue?: bigint;
};

/** The most orders, or sums of customers, that one page of customers by their last order or revenue reads. */
const MOST_SCANNED = 4_000;

const KEYS = {
  createdAt: { column: 'created_at', read: (key: string) => new Date(Number(key)), type: 'timestamptz' },
  name: { column: 'name collate by_name', read: (key: string) => key, type: 'text' },
};

/** Customers by their own column. */
export async function listByColumn(
  tx: Tx,
  filter: CustomerFilter,
  { by, descending }: { by: keyof typeof KEYS; descending: boolean },
  limit: number,
  after: Position | null,
): Promise<SortedRow[]> {
  const { bind: $, values } = binding();
  const { column, read, type } = KEYS[by];
  const conditions = ['tenant_id = current_tenant()', 'merged_into is null', ...conditionsOf(filter, $)];
  if (after !== null) {
    const place = `(${$(read(after.key))}::${type}, ${$(after.id)}::uuid)`;
    conditions.push(`(${column}, id) ${descending ? '<' : '>'} ${place}`);
  }
  const direction = descending ? 'desc' : 'asc';
  const { rows } = await tx.query<SortedRow>(
    `select ${COLUMNS} from customers where ${conditions.join(' and ')}
     order by ${column} ${direction}, id ${direction} limit ${$(limit + 1)}`,
    values,
  );
  return rows;
}

/**
 * Customers by the time of their last order. Reads the orders by time, and keeps those that are the last of their customer; a
 * page may be short, and then `reached` is the last order read.
 */
export async function listByLastOrder(
  tx: Tx,
  filter: CustomerFilter,
  { descending }: { descending: boolean },
  limit: number,
  after: Position | null,
): Promise<{ rows: SortedRow[]; reached: { id: string; created_at: Date } | null }> {
  const { bind: $, values } = binding();
  const direction = descending ? 'desc' : 'asc';
  const place =
    after === null
      ? ''
      : `and (created_at, id) ${descending ? '<' : '>'} (${$(new Date(Number(after.key)))}::timestamptz, ${$(after.id)}::uuid)`;
  const scan = `
    select id, customer_id, created_at from orders where tenant_id = current_tenant() ${place}
    order by created_at ${direction}, id ${direction}`;
  const own = ['tenant_id = current_tenant()', 'merged_into is null', ...conditionsOf(filter, $)];
  const { rows } = await tx.query<SortedRow>(
    `select c.*, o.id as order_id, o.created_at as ordered_at from (${scan} limit ${MOST_SCANNED}) o
     cross join lateral (
       select x.id from orders x where x.tenant_id = current_tenant() and x.customer_id = any (array[o.customer_id])
       order by x.customer_id, x.created_at desc, x.id desc limit 1) newest
     cross join lateral (
       select ${COLUMNS} from customers where id = o.customer_id and ${own.join(' and ')} offset 0) c
     where newest.id = o.id
     order by o.created_at ${direction}, o.id ${direction} limit ${$(limit + 1)}`,
    values,
  );
  if (rows.length > limit) return { rows, reached: null };
  const scanned = binding();
  const again =
    after === null
      ? ''
      : `and (created_at, id) ${descending ? '<' : '>'} (${scanned.bind(new Date(Number(after.key)))}::timestamptz, ${scanned.bind(after.id)}::uuid)`;
  const last = await tx.query<{ id: string; created_at: Date }>(
    `select id, created_at from orders where tenant_id = current_tenant() ${again}
     order by created_at ${direction}, id ${direction} offset ${MOST_SCANNED - 1} limit 1`,
    scanned.values,
  );
  return { rows, reached: last.rows[0] ?? null };
}

/**
 * Customers by what they spent in a currency. Reads the sums in order, and keeps those of customers that the filter finds; a page
 * may be short, and then `reached` is the last sum read.
 */
export async function listByRevenue(
  tx: Tx,
  filter: CustomerFilter,
  { descending, currency }: { descending: boolean; currency: string },
  limit: number,
  after: Position | null,
): Promise<{ rows: SortedRow[]; reached: { id: string; revenue: bigint } | null }> {
  const direction = descending ? 'desc' : 'asc';
  const scan = ($: Bind, end: string) => {
    const place =
      after === null
        ? ''
        : `and (revenue, customer_id) ${descending ? '<' : '>'} (${$(after.key)}::bigint, ${$(after.id)}::uuid)`;
    return `
      select customer_id as id, revenue from customer_revenue
      where tenant_id = current_tenant() and currency = ${$(currency)} ${place}
      order by revenue ${direction}, customer_id ${direction} ${end}`;
  };
  const page = binding();
  const own = ['tenant_id = current_tenant()', 'merged_into is null', ...conditionsOf(filter, page.bind)];
  const { rows } = await tx.query<SortedRow>(
    `select c.*, r.revenue from (${scan(page.bind, `limit ${MOST_SCANNED}`)}) r
     cross join lateral (
       select ${COLUMNS} from customers where id = any (array[r.id]) and ${own.join(' and ')} offset 0) c
     order by r.revenue ${direction}, r.id ${direction} limit ${page.bind(limit + 1)}`,
    page.values,
  );
  if (rows.length > limit) return { rows, reached: null };
  const last = binding();
  const { rows: reached } = await tx.query<{ id: string; revenue: bigint }>(
    scan(last.bind, `offset ${MOST_SCANNED - 1} limit 1`),
    last.values,
  );
  return { rows, reached: reached[0] ?? null };
}
