/** The customer of an order that a shopper places: known by id, found by e-mail address, or created. */
import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { gathering, isShared, RUN_ALONE } from '#kernel/db/sharing.ts';
import { AppError } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { findCustomersByEmail } from '../imports/customers.sql.ts';
import { findLive, insertPeople } from './buyers.sql.ts';
import { findCustomer } from './customers.sql.ts';
import { createCustomer } from './customers.ts';
import type { NewCustomer } from './fields.ts';
import { inSavepoint } from './for-orders.sql.ts';
import { applyChange, blankCustomer, presentCustomer } from './record.ts';

export type Contact = { email: string; name: string };

type Buyer = { now: Date; knownId: string | null; contact: Contact };

/** Follows a merge. An erased customer is never revived: the contact finds or makes another one. */
export const customerForOrder = (tx: Tx, now: Date, knownId: string | null, contact: Contact) =>
  findOrCreate(tx, { now, knownId, contact });

/** All buyers of a shared transaction at once. Two of them with one address are one person. */
const findOrCreate = gathering(async (tx, buyers: Buyer[]): Promise<string[]> => {
  const ids = buyers.flatMap(({ knownId }) => knownId ?? []);
  const live = ids.length === 0 ? new Map<string, string>() : await findLive(tx, ids);
  const people = buyers.map(({ knownId, contact }) => ({
    id: knownId === null ? undefined : live.get(knownId),
    ...{ email: normalEmail(contact.email)!, name: contact.name.slice(0, 200) },
  }));
  const addresses = new Set(people.flatMap(({ id, email }) => (id === undefined ? [email] : [])));
  const found = await findCustomersByEmail(tx, [...addresses]);
  const strangers = new Map(
    people.filter(({ id, email }) => id === undefined && !found.has(email)).map((one) => [one.email, one]),
  );
  const created = await create(tx, buyers[0]!.now, [...strangers.values()]);
  return people.map(({ id, email }) => id ?? found.get(email) ?? created.get(email)!);
});

type Stranger = { email: string; name: string };

async function create(tx: Tx, now: Date, strangers: Stranger[]): Promise<Map<string, string>> {
  if (strangers.length === 0) return new Map();
  if (isShared(tx)) return createAll(tx, now, strangers);
  const { email, name } = strangers[0]!;
  return new Map([[email, await createOne(tx, now, { type: 'person', name, email })]]);
}

async function createOne(tx: Tx, now: Date, input: NewCustomer & { email: string }): Promise<string> {
  const { email } = input;
  try {
    return (await inSavepoint(tx, () => createCustomer(tx, null, now, input))).id;
  } catch (error) {
    // Another request made a customer with this address meanwhile.
    const others =
      error instanceof AppError && error.code === 'conflict'
        ? (await findCustomersByEmail(tx, [email])).get(email)
        : undefined;
    if (others === undefined) throw error;
    return others;
  }
}

async function createAll(tx: Tx, now: Date, strangers: Stranger[]): Promise<Map<string, string>> {
  const rows = strangers.map(({ email, name }) =>
    applyChange(blankCustomer(newId(), 'person', now), { type: 'person', name, email }),
  );
  // Another request made a customer with one of these addresses meanwhile.
  if (!(await insertPeople(tx, rows))) throw RUN_ALONE;
  const events = rows.map(presentCustomer).map(({ id, type, createdAt }) => ({
    type: 'customer.created',
    data: { id, type, createdAt },
  }));
  await publishAll(tx, now, events);
  return new Map(rows.map(({ id, emails }) => [emails[0]!, id]));
}

/** The tags of a customer, or of its survivor, which choose its price lists. */
export async function tagsOfCustomer(tx: Tx, id: string): Promise<string[]> {
  return (await findCustomer(tx, id))?.tags ?? [];
}
