import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';

/** All orders of the one become orders of the other; answers how many. The caller holds both customers. */
export async function moveOrders(tx: Tx, by: Author, now: Date, from: string, to: string): Promise<number> {
  const { rowCount } = await tx.query(
    `with moved as (
       update orders set customer_id = $2, version = version + 1, updated_at = $3
       where tenant_id = current_tenant() and customer_id = $1
       returning id, version, status, payment_status
     )
     insert into order_history (
       tenant_id, order_id, version, action, actor_type, actor_id, actor_name, status, payment_status, details, created_at)
     select current_tenant(), id, version, 'merged', $4, $5, $6, status, payment_status,
       json_build_object('from', $1::uuid, 'to', $2::uuid), $3
     from moved`,
    [from, to, now, by.type, by.id, by.name],
  );
  return rowCount;
}

/** The people of a company that is no more; answers who they are, in the version that this makes of them. */
export async function movePeople(
  tx: Tx,
  now: Date,
  from: string,
  to: string,
): Promise<{ id: string; version: number }[]> {
  const { rows } = await tx.query<{ id: string; version: number }>(
    `update customers set company_id = $2, version = version + 1, updated_at = $3
     where tenant_id = current_tenant() and company_id = $1
     returning id, version`,
    [from, to, now],
  );
  return rows;
}

/** Those who were merged into someone who now is: one step always suffices. */
export async function repointMerged(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    'update customers set merged_into = $2 where tenant_id = current_tenant() and merged_into = $1',
    [from, to],
  );
}

/** The first object, and after it what only the second has: each value in its own spelling, which JavaScript would lose. */
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
