/** Erasure on request: everything personal goes for good; what the books need stays, without the person. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { planByIndex } from '#kernel/db/plans.ts';
import { publish } from '#kernel/events/publish.ts';
import { forgetAnswersAbout } from '#kernel/http/idempotency.ts';
import { anonymiseEvents, anonymiseHistory, anonymiseOrders, findMerged } from './customer-erase.sql.ts';
import type { Customer } from './customer-fields.ts';
import { deleteIdentities } from './customer-identities.sql.ts';
import { blankCustomer, presentCustomer } from './customer-record.ts';
import { replaceTerms } from './customer-terms.sql.ts';
import { lockAgainstOrders, updateCustomer } from './customers.sql.ts';
import { assertSeen } from './customers.ts';

export const ERASED_NAME = 'Erased customer';

/** Once is enough: a second time changes nothing and publishes nothing. */
export async function eraseCustomer(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: string,
  seen: number | null,
): Promise<Customer> {
  const [row] = await lockAgainstOrders(tx, [id]);
  if (row?.erased_at) return presentCustomer(row);
  const { type, created_at, archived_at, version } = assertSeen(row, seen);
  planByIndex(tx);
  const mergedIds = await findMerged(tx, id);
  const orders = await anonymiseOrders(tx, actor, now, id);
  await anonymiseHistory(tx, id);
  await anonymiseEvents(tx, id);
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
  await forgetAnswersAbout(tx, [id, ...mergedIds]);
  const erasedAt = now.toISOString();
  await publish(tx, now, { type: 'customer.erased', data: { id, mergedIds, orders, erasedAt } });
  const entry = { action: 'customer.erased', subjectType: 'customer', subjectId: id, details: { orders } };
  await audit(tx, actor, now, entry);
  return presentCustomer(erased);
}
