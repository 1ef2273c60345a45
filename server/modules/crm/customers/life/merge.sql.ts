import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';

export type StoredOrder = { id: string; created_at: Date };

/** Locks the next orders of a customer after the position reached, newest first, until commit. */
export async function lockOrders(
  tx: Tx,
  customerId: string,
  { reached_at, reached_id }: { reached_at: Date | null; reached_id: string | null },
  limit: number,
): Promise<StoredOrder[]> {
  const { rows } = await tx.query<StoredOrder>(
    `select id, created_at from orders
     where tenant_id = current_tenant() and customer_id = $1
       and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4 for update`,
    [customerId, reached_at, reached_id, limit],
  );
  return rows;
}

/** Moves orders, locked by the caller, to another customer: each gets a next version and a history entry. */
export async function moveOrders(tx: Tx, by: Author, now: Date, ids: string[], to: string): Promise<void> {
  await tx.query(
    `with held as (
       select id, customer_id from orders where tenant_id = current_tenant() and id = any($1) and customer_id <> $2
     ),
     moved as (
       update orders o set customer_id = $2, version = version + 1, updated_at = $3
       from held where o.tenant_id = current_tenant() and o.id = held.id
       returning o.id, o.version, o.status, o.payment_status, held.customer_id as came_from
     )
     insert into order_history (
       tenant_id, order_id, version, action, actor_type, actor_id, actor_name, status, payment_status, details, created_at)
     select current_tenant(), id, version, 'merged', $4, $5, $6, status, payment_status,
       json_build_object('from', came_from, 'to', $2::uuid), $3
     from moved`,
    [ids, to, now, by.type, by.id, by.name],
  );
}

/** The number of these customers' orders, counted up to `most`. */
export async function countOrders(tx: Tx, customerIds: string[], most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int from (
       select from orders where tenant_id = current_tenant() and customer_id = any($1) limit $2) few`,
    [customerIds, most],
  );
  return rows[0]!.count;
}

export const hasOrders = async (tx: Tx, customerId: string): Promise<boolean> =>
  (await countOrders(tx, [customerId], 1)) > 0;

/** The number of people in a company, counted up to `most`. */
export async function countPeople(tx: Tx, companyId: string, most: number): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int from (
       select from customers where tenant_id = current_tenant() and company_id = $1 limit $2) few`,
    [companyId, most],
  );
  return rows[0]!.count;
}

/** Locks up to `limit` people of a company until commit, in order of id. */
export async function lockPeople(tx: Tx, companyId: string, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from customers where tenant_id = current_tenant() and company_id = $1 and id = any(array(
       select id from customers where tenant_id = current_tenant() and company_id = $1 limit $2))
     order by id for update`,
    [companyId, limit],
  );
  return rows.map((row) => row.id);
}

/** Moves people, locked by the caller, to another company; returns their new versions. */
export async function movePeople(
  tx: Tx,
  now: Date,
  ids: string[],
  to: string,
): Promise<{ id: string; version: number }[]> {
  const { rows } = await tx.query<{ id: string; version: number }>(
    `update customers set company_id = $2, version = version + 1, updated_at = $3
     where tenant_id = current_tenant() and id = any($1)
     returning id, version`,
    [ids, to, now],
  );
  return rows;
}

/**
 * Redirects tombstones of earlier merges to the new survivor, so that one step always suffices. No other transaction writes them,
 * because the caller has locked their former survivor.
 */
export async function repointMerged(tx: Tx, ids: string[], to: string): Promise<void> {
  await tx.query(
    'update customers set merged_into = $2 where tenant_id = current_tenant() and id = any($1)',
    [ids, to],
  );
}

/**
 * The first object, followed by the keys that only the second has. PostgreSQL preserves the spelling of each value, which
 * JavaScript would lose.
 */
export async function uniteMetadata(tx: Tx, first: string, second: string): Promise<string> {
  const { rows } = await tx.query<{ text: string }>(
    `select '{' || coalesce(string_agg(to_json(key) || ':' || value, ',' order by side, place), '') || '}' as text
     from (
       select 1 as side, place, key, value::text from json_each($1::json) with ordinality as e (key, value, place)
       union all
       select 2, place, key, value::text from json_each($2::json) with ordinality as e (key, value, place)
       where key not in (select json_object_keys($1::json))
     ) entry`,
    [first, second],
  );
  return rows[0]!.text;
}
