/** Erasure on request: all personal data is deleted for good; the data needed for accounting stays, without the person. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { publish } from '#kernel/events/publish.ts';
import { startForgetting } from '#kernel/http/idempotency.ts';
import { lockAgainstOrders, updateCustomer } from '../customers.sql.ts';
import { assertSeen } from '../customers.ts';
import type { CustomerInFull } from '../fields.ts';
import { noteStep } from '../history.sql.ts';
import type { CustomerHooks } from '../hooks.ts';
import { deleteIdentities } from '../identities.sql.ts';
import { replaceTerms } from '../lists/terms.sql.ts';
import { blankCustomer, presentCustomer } from '../record.ts';
import { findMerged, findPerson } from './erase.sql.ts';
import { countOrders } from './merge.sql.ts';
import { findArriving, insertWork, type Work } from './work.sql.ts';
import { AT_ONCE, describeWork, MOST_COUNTED, newWork, takeStep } from './work.ts';

export const ERASED_NAME = 'Erased customer';

/** Idempotent: a second erasure changes nothing and publishes nothing. */
export async function eraseCustomer(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  seen: number | null,
  hooks: CustomerHooks = {},
): Promise<CustomerInFull> {
  await hooks.lock?.(tx, await findPerson(tx, id));
  const row = await lockAgainstOrders(tx, id);
  if (row?.erased_at) return { ...presentCustomer(row), ...(await describeWork(tx, id)) };
  const { type, created_at, archived_at, version, emails } = assertSeen(row, seen);
  planByIndex(tx);
  const mergedIds = await findMerged(tx, id);
  const arriving = await findArriving(tx, id);
  const orders = await countOrders(tx, [id, ...arriving], MOST_COUNTED);
  const work = newWork(actor, now, {
    kind: 'erase',
    customer_id: id,
    into_id: null,
    phase: 'orders',
    orders_total: orders,
  });
  await deleteIdentities(tx, id);
  await replaceTerms(tx, id, []);
  const erased = {
    ...blankCustomer(id, type, created_at),
    name: ERASED_NAME,
    archived_at: archived_at ?? now,
    erased_at: now,
    version: version + 1,
    updated_at: now,
  };
  await updateCustomer(tx, erased);
  await noteStep(tx, actor, erased, 'erased');
  await hooks.erased?.(tx, { ids: [id, ...mergedIds], emails });
  const left = orders <= AT_ONCE && arriving.length === 0 ? await startErasing(tx, now, work) : work;
  if (left !== null) {
    await startForgetting(tx, [id, ...mergedIds]);
    await insertWork(tx, left);
  }
  const erasedAt = now.toISOString();
  await publish(tx, now, { type: 'customer.erased', data: { id, mergedIds, orders, erasedAt } });
  const entry = { action: 'customer.erased', subjectType: 'customer', subjectId: id, details: { orders } };
  await audit(tx, actor, now, entry);
  return { ...presentCustomer(erased), ...(await describeWork(tx, id)) };
}

/** Erases the orders, and one batch of the stored answers. */
async function startErasing(tx: Tx, now: Date, work: Work): Promise<Work | null> {
  let left: Work | null = work;
  while (left?.phase === 'orders') left = await takeStep(tx, now, left);
  return left === null ? null : takeStep(tx, now, left);
}
