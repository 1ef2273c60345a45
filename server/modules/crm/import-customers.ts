/** Orders in a file may name their customer by e-mail address: here addresses become customers. */
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import type { Entry } from './import-batches.ts';
import { findCustomersByEmail, insertNamedCustomers } from './import-customers.sql.ts';
import type { ImportOptions } from './imports.ts';

/** Puts the ids of the customers into the orders, and tells which addresses belong to nobody. */
export async function resolveCustomers(
  tx: Tx,
  entries: Entry[],
  options: ImportOptions,
  now: Date,
): Promise<Map<Entry, Problem[]>> {
  const named = entries.filter((entry) => entry.email !== null && 'order' in entry.checked);
  const firsts = new Map(named.toReversed().map((entry) => [entry.email!.toLowerCase(), entry]));
  const known = await findCustomersByEmail(tx, [...firsts.keys()]);
  if (options.createCustomers) {
    const missing = [...firsts.values()].filter(({ email }) => !known.has(email!.toLowerCase()));
    const customers = missing.map(({ email, name }) => ({
      email: email!,
      name: name ?? email!.slice(0, 200),
    }));
    for (const [email, id] of await insertNamedCustomers(tx, customers, now)) known.set(email, id);
  }
  const problemsOf = new Map<Entry, Problem[]>();
  for (const entry of named) {
    const id = known.get(entry.email!.toLowerCase());
    if (id === undefined) problemsOf.set(entry, [UNKNOWN_ADDRESS]);
    else if ('order' in entry.checked) entry.checked.order.order.customer_id = id;
  }
  return problemsOf;
}

/** The address itself is not repeated: errors are kept longer than files. */
const UNKNOWN_ADDRESS: Problem = {
  path: 'customerEmail',
  code: 'not_found',
  message: 'must be the address of a customer; with createCustomers=true one is made',
};
