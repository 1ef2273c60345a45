/** Follows the customers of the CRM, in the transaction that merges or erases one. */
import type { Tx } from '#kernel/db/db.ts';
import { moveUses } from './discounts/uses.sql.ts';
import { erasePerson, lockPerson, moveCustomer } from './people.sql.ts';

export const customerHooks = {
  lock: (tx: Tx, { ids, emails }: { ids: string[]; emails: string[] }): Promise<void> =>
    lockPerson(tx, ids, emails),
  async merged(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
    await moveCustomer(tx, from, into);
    await moveUses(tx, from, into);
  },
  /** Uses of codes stay: an id alone says nothing of an erased person. */
  erased: (tx: Tx, { ids, emails }: { ids: string[]; emails: string[] }): Promise<void> =>
    erasePerson(tx, ids, emails),
};
