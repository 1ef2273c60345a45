import type { Tx } from '#kernel/db/db.ts';
import { texts } from '#kernel/db/list.ts';

/** The customers with these normalized e-mail addresses. */
export async function findCustomersByEmail(tx: Tx, emails: string[]): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const { rows } = await tx.query<{ email: string; id: string }>(
    `select value as email, customer_id as id from customer_identities
     where tenant_id = current_tenant() and kind = 'email' and value = any ($1::text[])`,
    [texts(emails, (email) => email)],
  );
  return new Map(rows.map(({ email, id }) => [email, id]));
}
