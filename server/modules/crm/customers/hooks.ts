/** Called in the transaction that merges or erases a customer: other modules follow before anyone can read the former state. */
import type { Tx } from '#kernel/db/db.ts';

export type CustomerHooks = {
  merged?(tx: Tx, customers: { from: string; into: string }): Promise<void>;
  /** `ids`: the customer, and those that were merged into it. */
  erased?(tx: Tx, person: { ids: string[]; emails: string[] }): Promise<void>;
};
