import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Position } from '#kernel/db/newest-first.ts';
import type { RowChange } from '#kernel/work/row-changes.ts';
import type { CustomerRow } from './customers.sql.ts';

export const CUSTOMER_ACTIONS = ['created', 'edited', 'archived', 'unarchived', 'merged', 'erased'] as const;
export type CustomerAction = (typeof CUSTOMER_ACTIONS)[number];

/** Records the step that led to this version of a customer. Details have no values, which an erasure would have to find. */
export async function noteStep(
  tx: Tx,
  by: Author,
  { id, version, updated_at }: Pick<CustomerRow, 'id' | 'version' | 'updated_at'>,
  action: CustomerAction,
  details: { fields?: string[]; from?: string } = {},
): Promise<void> {
  await tx.query(
    `insert into customer_history (
       tenant_id, customer_id, version, action, actor_type, actor_id, actor_name, details, created_at)
     values (current_tenant(), $1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, version, action, by.type, by.id, by.name, JSON.stringify(details), updated_at],
  );
}

export type EntryRow = {
  /** The order or customer, and its version after the entry. */
  id: string;
  created_at: Date;
  action: string;
  order_id: string | null;
  order_number: string | null;
  currency: string | null;
  total: bigint | null;
  actor_type: string | null;
  actor_id: string | null;
  actor_name: string | null;
  details: string;
};

/** More merged customers than this are not looked for: each costs a look into three indexes. */
const MOST_MERGED = 200;

/** The ids under which the entries of a customer are stored: its own, and those of the customers merged into it. */
export async function findIdsOf(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from customers where tenant_id = current_tenant() and merged_into = $1
     order by updated_at desc limit ${MOST_MERGED}`,
    [id],
  );
  return [id, ...rows.map((row) => row.id)];
}

/**
 * One page of the timeline, newest first. Each source gives at most a page for each id, in the order of an index, so the cost does
 * not grow with the number of orders.
 */
export async function listEntries(
  tx: Tx,
  ids: string[],
  limit: number,
  after: Position | null,
): Promise<EntryRow[]> {
  const [subject, version] = after?.id.split(':') ?? [null, null];
  const { rows } = await tx.query<EntryRow>(LIST_ENTRIES, [
    ids,
    after?.at ?? null,
    subject,
    version,
    limit + 1,
  ]);
  return rows;
}

const isAfter = (...place: [at: string, subject: string, version: string]) =>
  `($2::timestamptz is null or (${place.join(', ')}) < ($2, $3::uuid, $4::int))`;

const LIST_ENTRIES = `
  select e.subject || ':' || e.version as id, e.created_at, e.action, o.id as order_id, o.order_number, o.currency, o.total,
    e.actor_type, e.actor_id, e.actor_name, e.details
  from (
    select s.* from unnest($1::uuid[]) stored cross join lateral (
      select id as subject, 1 as version, created_at, 'placed' as action, id as order_id, placed_by ->> 'type' as actor_type,
        (placed_by ->> 'id')::uuid as actor_id, placed_by ->> 'name' as actor_name, '{}' as details
      from orders
      where tenant_id = current_tenant() and customer_id = any (array[stored])
        and ($2::timestamptz is null or (created_at, id) <= ($2, $3::uuid)) and ${isAfter('created_at', 'id', '1')}
      order by customer_id, created_at desc, id desc limit $5) s
    union all
    select s.* from unnest($1::uuid[]) stored cross join lateral (
      select order_id, version, created_at, action, order_id, actor_type, actor_id, actor_name, details::text
      from order_history
      where tenant_id = current_tenant() and customer_id = any (array[stored]) and ${isAfter('created_at', 'order_id', 'version')}
      order by customer_id, created_at desc, order_id desc, version desc limit $5) s
    union all
    select s.* from unnest($1::uuid[]) stored cross join lateral (
      select customer_id, version, created_at, 'customer_' || action, null::uuid, actor_type, actor_id, actor_name, details::text
      from customer_history
      where tenant_id = current_tenant() and customer_id = any (array[stored]) and (action <> 'created' or customer_id = $1[1])
        and ($2::timestamptz is null or created_at <= $2) and ${isAfter('created_at', 'customer_id', 'version')}
      order by customer_id desc, created_at desc, version desc limit $5) s
    union all
    -- An import, and a program before there was a history, created customers without an entry.
    select id, 1, created_at, 'customer_created', null, null, null, null, '{}' from customers c
    where tenant_id = current_tenant() and id = $1[1] and ${isAfter('created_at', 'id', '1')} and not exists (
      select from customer_history h
      where h.tenant_id = current_tenant() and h.customer_id = c.id and h.created_at = c.created_at and h.version = 1)
  ) e
  left join orders o on o.tenant_id = (select current_tenant()) and o.id = e.order_id
  order by e.created_at desc, e.subject desc, e.version desc limit $5`;

const AT_ONCE = 500;

/** Fills in the customers of entries from before migration 0054. */
export const customersOfHistory: RowChange = {
  name: 'customers of order history',
  async batch(tx, place) {
    const { rows } = await tx.query<{ id: string }>(
      `with few as (
         select id, customer_id from orders where tenant_id = current_tenant() and ($1::uuid is null or id > $1)
         order by id limit ${AT_ONCE}
       ),
       changed as (
         update order_history h set customer_id = few.customer_id from few
         where h.tenant_id = current_tenant() and h.order_id = few.id and h.customer_id is null
           and h.action not in ('merged', 'erased')
       )
       select id from few order by id`,
      [place],
    );
    return rows.length < AT_ONCE ? null : rows.at(-1)!.id;
  },
};
