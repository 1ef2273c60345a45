import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { addRedirect, allAre, deliveriesOf, openInbox, startWork, subscribe } from '../testing/receiver.ts';

const test = await useApp();

describe('outcomes of deliveries that a tenant has locked', () => {
  it('wait for the lock alone: those of other tenants are recorded at once, and each delivery is sent once', async (t) => {
    const [locking, other] = [await newTenant(test), await newTenant(test)];
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<number>();
    const slow = await openInbox(t, () => {
      arrived.resolve();
      return answer.promise;
    });
    const quick = await openInbox(t);
    await subscribe(test, locking, slow);
    await subscribe(test, other, quick);
    startWork(test, t);
    await addRedirect(test, locking);
    await arrived.promise;
    await test.db.inTenant(locking.id, async (tx) => {
      await tx.query('select from webhook_queue for update');
      answer.resolve(200);
      await addRedirect(test, other);
      await allAre(test, other, 'delivered');
      const [row] = await deliveriesOf(test, locking);
      assert.equal(row!.status, 'pending');
    });
    await allAre(test, locking, 'delivered');
    assert.equal(slow.receipts.length, 1);
    await eventually('no lane is leased', async () => {
      const { rowCount } = await test.db.acrossTenantsQuery('select from webhook_lanes');
      return rowCount === 0;
    });
  });
});
