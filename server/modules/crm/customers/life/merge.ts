/**
 * Merges duplicates: the survivor takes over orders, contacts and other data, and the other's id finds the survivor from then on.
 */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { type CustomerRow, lockForMerge, updateCustomer } from '../customers.sql.ts';
import { assertLive, assertSeen } from '../customers.ts';
import type { CustomerInFull } from '../fields.ts';
import { noteStep } from '../history.sql.ts';
import type { CustomerHooks } from '../hooks.ts';
import { findReferences, moveIdentities } from '../identities.sql.ts';
import { replaceTerms } from '../lists/terms.sql.ts';
import { termsOf } from '../lists/terms.ts';
import { blankCustomer, presentCustomer, united } from '../record.ts';
import { findMerged } from './erase.sql.ts';
import { countOrders, countPeople, repointMerged, uniteMetadata } from './merge.sql.ts';
import { findArriving, insertWork, type Work } from './work.sql.ts';
import { AT_ONCE, describeWork, MOST_COUNTED, newWork, takeStep } from './work.ts';

export const MERGED_NAME = 'Merged customer';

export async function mergeCustomers(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  from: string,
  seen: number | null,
  hooks: CustomerHooks = {},
): Promise<CustomerInFull> {
  if (from === id) {
    throw invalid([{ path: 'from', code: 'not_allowed', message: 'must not be the customer in the path' }]);
  }
  planByIndex(tx);
  const fewPeople = (await countPeople(tx, from, AT_ONCE + 1)) <= AT_ONCE;
  await hooks.lock?.(tx, { ids: [from], emails: [] });
  const rows = await lockForMerge(tx, id, from, fewPeople);
  const survivor = assertSeen(
    rows.find((row) => row.id === id),
    seen,
  );
  const other = rows.find((row) => row.id === from);
  if (other?.merged_into === id) return { ...presentCustomer(survivor), ...(await describeWork(tx, id)) };
  const merged = { ...(await unite(tx, survivor, assertLive(other))), updated_at: now };

  const arriving = await findArriving(tx, from);
  const orders = await countOrders(tx, [from, ...arriving], MOST_COUNTED);
  const work = newWork(actor, now, {
    kind: 'merge',
    customer_id: from,
    into_id: id,
    phase: 'people',
    orders_total: orders,
  });
  // Read once: reading again after each statement would scan all rows that were already redirected.
  const mergedBefore = await findMerged(tx, from);
  for (let at = 0; at < mergedBefore.length; at += AT_ONCE) {
    await repointMerged(tx, mergedBefore.slice(at, at + AT_ONCE), id);
  }
  await moveIdentities(tx, from, id);
  await hooks.merged?.(tx, { from, into: id });
  await updateCustomer(tx, tombstone(assertLive(other), id, now));
  await replaceTerms(tx, from, []);
  await updateCustomer(tx, merged);
  await noteStep(tx, actor, merged, 'merged', { from });
  await replaceTerms(tx, id, termsOf(merged, await findReferences(tx, id)));
  await publish(tx, now, {
    type: 'customer.merged',
    data: { id, from, orders, mergedAt: now.toISOString() },
  });
  if (fewPeople && orders <= AT_ONCE && arriving.length === 0) await finish(tx, now, work);
  else await insertWork(tx, work);
  const entry = {
    action: 'customer.merged',
    subjectType: 'customer',
    subjectId: id,
    details: { from, orders },
  };
  await audit(tx, actor, now, entry);
  return { ...presentCustomer(merged), ...(await describeWork(tx, id)) };
}

async function finish(tx: Tx, now: Date, work: Work): Promise<void> {
  for (let left: Work | null = work; left !== null; ) left = await takeStep(tx, now, left);
}

async function unite(tx: Tx, survivor: CustomerRow, other: CustomerRow): Promise<CustomerRow> {
  if (survivor.type !== other.type) throw conflict('A person and a company cannot be merged.');
  const metadata =
    survivor.metadata === null || other.metadata === null
      ? (survivor.metadata ?? other.metadata)
      : await uniteMetadata(tx, survivor.metadata, other.metadata);
  return { ...united(survivor, other), metadata, version: survivor.version + 1 };
}

/** The tombstone stores only the survivor's id, and no personal data. */
const tombstone = (row: CustomerRow, into: string, now: Date): CustomerRow => ({
  ...blankCustomer(row.id, row.type, row.created_at),
  name: MERGED_NAME,
  merged_into: into,
  version: row.version + 1,
  updated_at: now,
});
