/** Resolves the e-mail addresses by which a file names customers. */

import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { findRoom } from '#kernel/usage.ts';
import type { Quotas } from '#kernel/usage-kinds.ts';
import { createCustomer } from '../customers/customers.ts';
import { CUSTOMERS } from '../settings.ts';
import type { Entry } from './batches.ts';
import { findCustomersByEmail } from './customers.sql.ts';
import type { ImportOptions } from './imports.ts';

/** Sets the customer ids of the orders, and reports the addresses that belong to no customer. */
export async function resolveCustomers(
  tx: Tx,
  entries: Entry[],
  options: ImportOptions,
  quotas: Quotas,
  now: Date,
): Promise<Map<Entry, Problem[]>> {
  const named = entries.filter((entry) => entry.email !== null && 'order' in entry.checked);
  const firsts = new Map<string, Entry>();
  for (const entry of named) {
    const email = normalEmail(entry.email!)!;
    if (!firsts.has(email)) firsts.set(email, entry);
  }
  const known = await findCustomersByEmail(tx, [...firsts.keys()]);
  let beyond: Problem | null = null;
  const strangers = [...firsts].filter(([email]) => !known.has(email));
  if (options.createCustomers && strangers.length > 0) {
    const { used, allowed } = await findRoom(tx, quotas, CUSTOMERS);
    const room = allowed === null ? strangers.length : Math.max(0, allowed - used);
    if (room < strangers.length) beyond = noRoom(allowed!);
    for (const [email, { name }] of strangers.slice(0, room)) {
      const { id } = await createCustomer(tx, null, now, {
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
    if (id === undefined) problemsOf.set(entry, [beyond ?? UNKNOWN_ADDRESS]);
    else if ('order' in entry.checked) entry.checked.order.order.customer_id = id;
  }
  return problemsOf;
}

const noRoom = (allowed: number): Problem => ({
  path: 'customerEmail',
  code: 'quota_exceeded',
  message: `is of nobody yet, and would be one customer more than the ${allowed.toLocaleString('en')} you may have`,
});

/** The message omits the address: errors are stored longer than files. */
const UNKNOWN_ADDRESS: Problem = {
  path: 'customerEmail',
  code: 'not_found',
  message: 'must be the address of a customer; with createCustomers=true one is made',
};
