/** The customer of an order that a shopper places: known by id, found by e-mail address, or created. */
import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { inSavepoint } from '#kernel/db/savepoint.ts';
import { gathering, isShared, RUN_ALONE } from '#kernel/db/sharing.ts';
import { AppError } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { findCustomersByEmail } from '../imports/customers.sql.ts';
import { findLive, insertPeople, lockFree } from './buyers.sql.ts';
import { findCustomer } from './customers.sql.ts';
import { createCustomer } from './customers.ts';
import type { NewCustomer } from './fields.ts';
import { applyChange, blankCustomer, presentCustomer } from './record.ts';

export type Contact = { email: string; name: string };

/** Without `id`: nobody has the address. Not free: another transaction merges, erases or changes the customer right now. */
export type FoundBuyer = { id: string | undefined; isFree: boolean };

export async function customerForOrder(
  tx: Tx,
  now: Date,
  knownId: string | null,
  contact: Contact,
): Promise<string> {
  const { id } = await findBuyer(tx, knownId, contact);
  return id ?? createBuyer(tx, now, contact);
}

/**
 * Follows a merge. An erased customer is never revived: the contact finds another one, or nobody. In a shared transaction, free
 * customers stay locked until the order is placed.
 */
export const findBuyer = (tx: Tx, knownId: string | null, contact: Contact) =>
  findBuyers(tx, { knownId, email: normalEmail(contact.email)! });

const findBuyers = gathering(
  async (tx, buyers: { knownId: string | null; email: string }[]): Promise<FoundBuyer[]> => {
    const known = buyers.flatMap(({ knownId }) => knownId ?? []);
    const live = known.length === 0 ? new Map<string, string>() : await findLive(tx, known);
    const liveOf = ({ knownId }: { knownId: string | null }) =>
      knownId === null ? undefined : live.get(knownId);
    const addresses = buyers.filter((buyer) => liveOf(buyer) === undefined).map(({ email }) => email);
    const found = await findCustomersByEmail(tx, [...new Set(addresses)]);
    const ids = buyers.map((buyer) => liveOf(buyer) ?? found.get(buyer.email));
    const free = isShared(tx) ? await lockFree(tx, ids) : undefined;
    return ids.map((id) => ({ id, isFree: id === undefined || free === undefined || free.has(id) }));
  },
);

/** After `findBuyer` found nobody. */
export const createBuyer = (tx: Tx, now: Date, contact: Contact) =>
  createBuyers(tx, { now, email: normalEmail(contact.email)!, name: contact.name.slice(0, 200) });

/** Two of a shared transaction with one address are one person. */
const createBuyers = gathering(async (tx, buyers: (Stranger & { now: Date })[]): Promise<string[]> => {
  const people = [...new Map(buyers.map(({ email, name }) => [email, { email, name }])).values()];
  const created = await create(tx, buyers[0]!.now, people);
  return buyers.map(({ email }) => created.get(email)!);
});

type Stranger = { email: string; name: string };

async function create(tx: Tx, now: Date, strangers: Stranger[]): Promise<Map<string, string>> {
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
