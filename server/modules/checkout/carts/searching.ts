/** Finds carts by the beginning of an e-mail address, by the name of a customer, or by an id. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { ID_FORMS } from '#kernel/http/envelope.ts';
import type { Others } from '../others.ts';
import { type Found, findSought } from './carts.sql.ts';

/** The customers whose carts a search finds. */
export const MOST_CUSTOMERS = 200;

/** Names are those of the CRM, for callers that may read it. */
const mayReadNames = ({ tenant, scopes }: Actor) =>
  tenant.modules.includes('crm') && (scopes?.includes('read:crm') ?? true);

export async function searchCarts(
  tx: Tx,
  actor: Actor,
  q: string,
  { searchCustomers }: Pick<Others, 'searchCustomers'>,
): Promise<Found> {
  const text = q.trim().toLowerCase();
  if (text === '') return { ids: [] };
  const id = ID_FORMS.uuid.test(text) ? text : null;
  const named = mayReadNames(actor) ? await searchCustomers(tx, text, MOST_CUSTOMERS) : [];
  return findSought(tx, { email: text, customerIds: id === null ? named : [id, ...named], id });
}
