/** Reads the filters of the customer list, normalized like the stored values; and finds customers by words for other lists. */
import type { Static } from 'typebox';
import { normalEmail, normalPhone } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import { type CustomerFilter, findSearched } from './list.sql.ts';
import type { CustomerFilters } from './list-fields.ts';
import { readSearch } from './terms.ts';

type Query = Static<typeof CustomerFilters>;

export function readFilter(query: Query): CustomerFilter {
  const { q, email, phone, tag, externalId, companyId, type, archived, createdFrom, createdTo } = query;
  return {
    type,
    tag: tag?.trim(),
    identities: [
      ...(email === undefined ? [] : [{ kind: 'email' as const, value: normalEmail(email)! }]),
      ...(phone === undefined ? [] : [{ kind: 'phone' as const, value: readPhone(phone) }]),
      ...(externalId === undefined ? [] : [{ kind: 'external_id' as const, value: externalId }]),
    ],
    companyId,
    archived,
    createdFrom: createdFrom === undefined ? undefined : new Date(createdFrom),
    createdTo: createdTo === undefined ? undefined : new Date(createdTo),
    search: q === undefined ? undefined : readSearch(q),
  };
}

/** A + in a query string means a space, so it is often missing. */
function readPhone(text: string): string {
  const phone = normalPhone(`+${text.trim().replace(/^\+/, '')}`);
  if (phone !== undefined) return phone;
  const message = 'must be a phone number in international form, for example %2B442079460958';
  throw invalid([{ path: 'phone', code: 'wrong_format', message }]);
}

/** The ids of customers that the search of the list finds. */
export const searchCustomers = (tx: Tx, q: string, most: number): Promise<string[]> =>
  findSearched(tx, readSearch(q), most);
