/** The customer of an order that a shopper places: known by id, found by e-mail address, or created. */
import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { gathering, isShared, RUN_ALONE } from '#kernel/db/sharing.ts';
import { AppError } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { findByEmail, findLive, insertPeople } from './buyers.sql.ts';
import { findCustomer } from './customers.sql.ts';
import { createCustomer } from './customers.ts';
import type { NewCustomer } from './fields.ts';
import { inSavepoint } from './for-orders.sql.ts';
import { applyChange, blankCustomer, presentCustomer } from './record.ts';

export type Contact = { email: string; name: string };

/** Follows a merge. An erased customer is never revived: the contact finds or makes another one. */
export async function customerForOrder(
  tx: Tx,
  now: Date,
  knownId: string | null,
  contact: Contact,
): Promise<string> {
  const known = knownId === null ? undefined : await findLive(tx, knownId);
  if (known !== undefined) return known;
  const email = normalEmail(contact.email)!;
  const found = await findByEmail(tx, email);
  if (found !== undefined) return found;
  const input: Person = { type: 'person', name: contact.name.slice(0, 200), email };
  if (isShared(tx)) return createPerson(tx, { now, input });
  try {
    return (await inSavepoint(tx, () => createCustomer(tx, null, now, input))).id;
  } catch (error) {
    // Another request made a customer with this address meanwhile.
    const others =
      error instanceof AppError && error.code === 'conflict' ? await findByEmail(tx, email) : undefined;
    if (others === undefined) throw error;
    return others;
  }
}

type Person = NewCustomer & { email: string };

/** In a shared transaction: the people of all its orders at once. Two orders with one address are of one person. */
const createPerson = gathering(
  async (tx, people: { now: Date; input: Person }[]): Promise<string[]> => {
    const { now } = people[0]!;
    const rows = new Map(
      people.map(({ input }) => [input.email, applyChange(blankCustomer(newId(), 'person', now), input)]),
    );
    // Another request made a customer with one of these addresses meanwhile.
    if (!(await insertPeople(tx, [...rows.values()]))) throw RUN_ALONE;
    const created = [...rows.values()].map(presentCustomer);
    await publishAll(
      tx,
      now,
      created.map(({ id, type, createdAt }) => ({ type: 'customer.created', data: { id, type, createdAt } })),
    );
    return people.map(({ input }) => rows.get(input.email)!.id);
  },
  ({ now }) => now.toISOString(),
);

/** The tags of a customer, or of its survivor, which choose its price lists. */
export async function tagsOfCustomer(tx: Tx, id: string): Promise<string[]> {
  return (await findCustomer(tx, id))?.tags ?? [];
}
