/** Accounts: a person's own, by id. An address is no proof of who someone is, so several accounts may have the same one. */
import { type Author, audit } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import { findHashOfAddress, findPlaces, insertAccount, lockAddress } from './accounts.sql.ts';
import { hashPassword, saltOf } from './passwords.ts';

/** Hashes the password outside of any transaction; `open` makes the account, in the transaction of its first membership. */
export async function prepareAccount(db: Db, email: string, password: string) {
  const hash = async () => {
    const known = await findHashOfAddress(db, email);
    return hashPassword(password, known === undefined ? undefined : saltOf(known));
  };
  const passwordHash = await hash();
  return {
    email,
    async open(tx: Tx): Promise<string> {
      await lockAddress(tx, email);
      const id = newId();
      if (await insertAccount(db, { id, email, passwordHash })) return id;
      // Another tenant's first account of this address came in between; under the lock, its salt stays.
      if (await insertAccount(db, { id, email, passwordHash: await hash() })) return id;
      throw new Error('the accounts of an address have different salts');
    },
  };
}

/** What someone did to their account, or the operator for them, in the log of every tenant they work for. */
export async function auditForPerson(
  db: Db,
  now: Date,
  personId: string,
  action: string,
  author?: Author,
): Promise<void> {
  for (const { tenant_id, member_id, name } of await findPlaces(db, personId)) {
    const by = author ?? { type: 'staff', id: member_id, name };
    await db.inTenant(tenant_id, (tx) =>
      audit(tx, by, now, { action, subjectType: 'staff', subjectId: member_id }),
    );
  }
}
