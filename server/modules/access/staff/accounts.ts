/** Accounts, identified by id. An e-mail address proves no identity, so several accounts may have the same one. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import { FairQueue } from '#kernel/work/fair-queue.ts';
import { type Asker, hashPassword, saltOf, stranger } from '../passwords/passwords.ts';
import {
  findHashOfAddress,
  findOpenings,
  holdPerson,
  insertAccount,
  lockAddress,
  lockAuditLogs,
  waitTwoSecondsForLocks,
} from './accounts.sql.ts';

/** Hashes the password outside of any transaction; `open` makes the account, in the transaction of its first membership. */
export async function prepareAccount(
  db: Db,
  email: string,
  password: string,
  asker: Asker = stranger('', email),
) {
  const hash = async () => {
    const known = await findHashOfAddress(db, email);
    return hashPassword(password, known === undefined ? undefined : saltOf(known), asker);
  };
  const passwordHash = await hash();
  return {
    email,
    async open(tx: Tx): Promise<string> {
      await lockAddress(tx, email);
      const id = newId();
      if (await insertAccount(db, { id, email, passwordHash })) return id;
      // Another tenant's first account of this address was created meanwhile. Under the lock, its salt no longer changes.
      if (await insertAccount(db, { id, email, passwordHash: await hash() })) return id;
      throw new Error('the accounts of an address have different salts');
    },
  };
}

/** A tenant that blocks its own audit log occupies at most two connections of this role. */
const changes = new FairQueue({
  atOnce: 2,
  waitingOfParty: 8,
  waiting: 64,
  refusal: 'Too many accounts are being changed at once. Please try again shortly.',
});

/**
 * Changes the password or factors of an account, one change at a time, in one transaction with its audit log rows. Tenants take
 * turns.
 */
export async function changeAccount<T>(db: Db, personId: string, change: (tx: Tx) => Promise<T>): Promise<T> {
  const [account] = await findOpenings(db, [personId]);
  return changes.run([account?.home ?? '', personId], () =>
    db.identity(async (tx) => {
      await waitTwoSecondsForLocks(tx);
      await lockAuditLogs(tx, personId);
      await holdPerson(tx, personId);
      return change(tx);
    }),
  );
}
