/** Orders in a file may name their customer by e-mail address: here addresses become customers. */

import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { createCustomer } from './customers.ts';
import type { Entry } from './import-batches.ts';
import { findCustomersByEmail } from './import-customers.sql.ts';
import type { ImportOptions } from './imports.ts';

/** Puts the ids of the customers into the orders, and tells which addresses belong to nobody. */
export async function resolveCustomers(
  tx: Tx,
  entries: Entry[],
  options: ImportOptions,
  now: Date,
): Promise<Map<Entry, Problem[]>> {
  const named = entries.filter((entry) => entry.email !== null && 'order' in entry.checked);
  const firsts = new Map(named.toReversed().map((entry) => [normalEmail(entry.email!)!, entry]));
  const known = await findCustomersByEmail(tx, [...firsts.keys()]);
  if (options.createCustomers) {
    for (const [email, { name }] of firsts) {
      if (known.has(email)) continue;
      const { id } = await createCustomer(tx, now, {
        type: 'person',
        name: name ?? email.slice(0, 200),
        email,
      });
      known.set(email, id);
    }
  }
  const problemsOf = new Map<Entry, Problem[]>();
  for (const entry of named) {
    const id = known.get(normalEmail(entry.email!)!);
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
