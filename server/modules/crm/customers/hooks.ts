/** Called in the transaction that merges or erases a customer: other modules follow before anyone can read the former state. */
import type { Tx } from '#kernel/db/db.ts';

/** `ids`: the customer, and those that were merged into it. */
export type Person = { ids: string[]; emails: string[] };

export type CustomerHooks = {
  /**
   * Called before the customer is locked: a completion of a checkout locks what other modules have of a person first, and the
   * customer at last.
   */
  lock?(tx: Tx, person: Person): Promise<void>;
  merged?(tx: Tx, customers: { from: string; into: string }): Promise<void>;
  erased?(tx: Tx, person: Person): Promise<void>;
};
