import type { Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';

export type NamedCustomer = { email: string; name: string };

/**
 * Which customers have these e-mail addresses, whatever their case; of several the oldest. The addresses are the map's keys in
 * lower case.
 */
export async function findCustomersByEmail(tx: Tx, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const { rows } = await tx.query<{ email: string; id: string }>(
    `select distinct on (lower(email)) lower(email) as email, id from customers
     where tenant_id = current_tenant() and lower(email) = any($1)
     order by lower(email), created_at, id`,
    [emails.map((email) => email.toLowerCase())],
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}

export async function insertNamedCustomers(
  tx: Tx,
  customers: NamedCustomer[],
  now: Date,
): Promise<Map<string, string>> {
  if (customers.length === 0) return new Map();
  const ids = customers.map(() => newId());
  await tx.query(
    `insert into customers (tenant_id, id, name, email, created_at, updated_at)
     select current_tenant(), id, name, email, $4, $4
     from unnest($1::uuid[], $2::text[], $3::text[]) as c (id, name, email)`,
    [ids, customers.map(({ name }) => name), customers.map(({ email }) => email), now],
  );
  return new Map(customers.map(({ email }, index) => [email.toLowerCase(), ids[index]!]));
}
