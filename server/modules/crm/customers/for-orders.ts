/** The customer of an order that a shopper places: known by id, found by e-mail address, or created. */
import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError } from '#kernel/errors.ts';
import { findCustomersByEmail } from '../imports/customers.sql.ts';
import { findCustomer } from './customers.sql.ts';
import { createCustomer } from './customers.ts';
import { inSavepoint } from './for-orders.sql.ts';

export type Contact = { email: string; name: string };

/** Follows a merge. An erased customer is never revived: the contact finds or makes another one. */
export async function customerForOrder(
  tx: Tx,
  now: Date,
  knownId: string | null,
  contact: Contact,
): Promise<string> {
  const known = knownId === null ? undefined : await findCustomer(tx, knownId);
  if (known !== undefined && known.erased_at === null) return known.id;
  const email = normalEmail(contact.email)!;
  const find = async () => (await findCustomersByEmail(tx, [email])).get(email);
  const found = await find();
  if (found !== undefined) return found;
  const input = { type: 'person' as const, name: contact.name.slice(0, 200), email };
  try {
    return (await inSavepoint(tx, () => createCustomer(tx, null, now, input))).id;
  } catch (error) {
    // Another request made a customer with this address meanwhile.
    const others = error instanceof AppError && error.code === 'conflict' ? await find() : undefined;
    if (others === undefined) throw error;
    return others;
  }
}

/** The tags of a customer, or of its survivor, which choose its price lists. */
export async function tagsOfCustomer(tx: Tx, id: string): Promise<string[]> {
  return (await findCustomer(tx, id))?.tags ?? [];
}
