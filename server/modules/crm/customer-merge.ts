/** Duplicates become one: the survivor takes over orders, contacts and all, and answers for the other's id ever after. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import type { Customer } from './customer-fields.ts';
import { findReferences, moveIdentities } from './customer-identities.sql.ts';
import { moveOrders, movePeople, repointMerged, uniteMetadata } from './customer-merge.sql.ts';
import { blankCustomer, presentCustomer, united } from './customer-record.ts';
import { replaceTerms } from './customer-terms.sql.ts';
import { termsOf } from './customer-terms.ts';
import { type CustomerRow, lockAgainstOrders, updateCustomer } from './customers.sql.ts';
import { assertLive, assertSeen } from './customers.ts';

export const MERGED_NAME = 'Merged customer';

export async function mergeCustomers(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  from: string,
  seen: number | null,
): Promise<Customer> {
  if (from === id) {
    throw invalid([
      { path: 'from', code: 'not_allowed', message: 'must be another customer than the one it joins' },
    ]);
  }
  const rows = await lockAgainstOrders(tx, [id, from]);
  const survivor = assertSeen(
    rows.find((row) => row.id === id),
    seen,
  );
  const other = rows.find((row) => row.id === from);
  if (other?.merged_into === id) return presentCustomer(survivor);
  const merged = { ...(await unite(tx, survivor, assertLive(other))), updated_at: now };

  const orders = await moveOrders(tx, actor, now, from, id);
  const people = await movePeople(tx, now, from, id);
  await repointMerged(tx, from, id);
  await moveIdentities(tx, from, id);
  await updateCustomer(tx, tombstone(assertLive(other), id, now));
  await replaceTerms(tx, from, []);
  await updateCustomer(tx, merged);
  await replaceTerms(tx, id, termsOf(merged, await findReferences(tx, id)));
  const mergedAt = now.toISOString();
  await publishAll(tx, now, [
    { type: 'customer.merged', data: { id, from, orders, mergedAt } },
    ...people.map((person) => ({
      type: 'customer.updated',
      data: { id: person.id, changed: ['companyId'], version: person.version, updatedAt: mergedAt },
    })),
  ]);
  const entry = {
    action: 'customer.merged',
    subjectType: 'customer',
    subjectId: id,
    details: { from, orders },
  };
  await audit(tx, actor, now, entry);
  return presentCustomer(merged);
}

async function unite(tx: Tx, survivor: CustomerRow, other: CustomerRow): Promise<CustomerRow> {
  if (survivor.type !== other.type) throw conflict('A person and a company cannot be merged.');
  const metadata =
    survivor.metadata === null || other.metadata === null
      ? (survivor.metadata ?? other.metadata)
      : await uniteMetadata(tx, survivor.metadata, other.metadata);
  return { ...united(survivor, other), metadata, version: survivor.version + 1 };
}

/** All that is left tells where to look, and nothing about anyone. */
const tombstone = (row: CustomerRow, into: string, now: Date): CustomerRow => ({
  ...blankCustomer(row.id, row.type, row.created_at),
  name: MERGED_NAME,
  merged_into: into,
  version: row.version + 1,
  updated_at: now,
});
