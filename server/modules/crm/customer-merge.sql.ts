import type { Tx } from '#kernel/db/db.ts';

/** All orders of the one become orders of the other; answers how many. The caller holds both customers. */
export async function moveOrders(tx: Tx, from: string, to: string): Promise<number> {
  const { rowCount } = await tx.query(
    'update orders set customer_id = $2 where tenant_id = current_tenant() and customer_id = $1',
    [from, to],
  );
  return rowCount;
}

/** People of a company that is no more, and those who were merged into someone who now is: one step always suffices. */
export async function repointCustomers(tx: Tx, from: string, to: string): Promise<void> {
  await tx.query(
    'update customers set company_id = $2 where tenant_id = current_tenant() and company_id = $1',
    [from, to],
  );
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
