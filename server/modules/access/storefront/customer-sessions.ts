/** Sessions of customers: a business signs its customers in by its own means, and gets a token for the shopper's browser. */
import type { Shopper } from '#kernel/auth/shopper.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound, unauthorized } from '#kernel/errors.ts';
import type { Consumer } from '#kernel/events/dispatcher.ts';
import { newId } from '#kernel/id.ts';
import {
  deleteCustomerSession,
  deleteSessionsOfGone,
  extendCustomerSession,
  insertCustomerSession,
} from './customer-sessions.sql.ts';
import { CUSTOMER_TOKEN_SECONDS, type ShopperTokens } from './shopper-tokens.ts';

/** However often it is renewed. */
const LONGEST_DAYS = 30;

/** Returns the id of the customer, or of the one that it was merged into; undefined if there is none, or it was erased. */
export type HoldCustomer = (tx: Tx, id: string) => Promise<string | undefined>;

const expiryAt = (now: Date): Date => new Date(now.getTime() + CUSTOMER_TOKEN_SECONDS * 1000);

export async function signCustomerIn(
  tx: Tx,
  { tenant, propertyId }: Shopper,
  now: Date,
  customerId: string,
  { holdCustomer, tokens }: { holdCustomer: HoldCustomer; tokens: ShopperTokens },
) {
  const id = await holdCustomer(tx, customerId);
  if (id === undefined) throw notFound('customer');
  const session = { id: newId(), propertyId, customerId: id, now, expiresAt: expiryAt(now) };
  await insertCustomerSession(tx, session);
  return {
    token: await tokens.newCustomerToken(tenant.id, session.id),
    expiresAt: session.expiresAt.toISOString(),
    customerId: id,
    propertyId,
  };
}

/** The former token works until its own expiry. */
export async function renewSession(
  tx: Tx,
  { id, tenant, propertyId, customerId }: Shopper,
  now: Date,
  tokens: ShopperTokens,
) {
  const longestSeconds = LONGEST_DAYS * 86_400;
  const expiresAt = await extendCustomerSession(tx, id, { now, expiresAt: expiryAt(now), longestSeconds });
  if (expiresAt === undefined) throw unauthorized('This session has ended. Sign the customer in again.');
  return {
    token: await tokens.newCustomerToken(tenant.id, id),
    expiresAt: expiresAt.toISOString(),
    customerId: customerId!,
    propertyId,
  };
}

/** Takes effect on the next request, in every process: each request looks its session up. */
export async function signCustomerOut(tx: Tx, { id }: Shopper) {
  await deleteCustomerSession(tx, id);
  return { id, deleted: true as const };
}

/** A customer who is erased, or merged into another one, is signed in no longer. */
export const endSessionsOfGone: Consumer = {
  name: 'sessions of customers',
  types: new Set(['customer.erased', 'customer.merged']),
  consume: deleteSessionsOfGone,
};
