import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, useApp } from '../../../testing.ts';
import {
  addRedirect,
  addRedirects,
  allAre,
  deliveriesOf,
  openInbox,
  startWork,
  subscribe,
} from '../testing/receiver.ts';

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

describe('deliveries that a tenant has locked while it pauses their subscription', () => {
  it('keep no delivery of another tenant waiting', async (t) => {
    const [locking, other] = [await newTenant(test), await newTenant(test)];
    const [paused, quick] = [await openInbox(t), await openInbox(t)];
    const { id } = await subscribe(test, locking, paused);
    await subscribe(test, other, quick);
    const work = test.startWork();
    await addRedirect(test, locking);
    await allAre(test, locking, 'delivered');
    await work.stop();
    const [delivered] = await deliveriesOf(test, locking);
    const token = await locking.staff('owner');
    const resent = await test.call('POST', `/v1/webhooks/deliveries/${delivered!.id}/resend`, { token });
    assert.equal(resent.status, 202, resent.text);
    // The deliveries that a large pause has not reached yet.
    await test.db.inTenant(locking.id, (tx) =>
      tx.query('update webhook_subscriptions set active = false where id = $1', [id]),
    );
    await test.db.inTenant(locking.id, async (tx) => {
      const { rowCount } = await tx.query("select from webhook_queue where state = 'ready' for update");
      assert.equal(rowCount, 1);
      startWork(test, t);
      await addRedirect(test, other);
      await quick.arrived(1);
      await allAre(test, other, 'delivered');
    });
    await eventually('it is held', async () => {
      const { rows } = await test.db.acrossTenantsQuery<{ state: string }>('select state from webhook_queue');
      return rows.map(({ state }) => state).join() === 'held';
    });
    assert.equal(paused.receipts.length, 1);
  });
});

describe('a subscription with a rate limit that its tenant is deleting', () => {
  it('keeps no delivery of another tenant waiting', async (t) => {
    const [deleting, other] = [await newTenant(test), await newTenant(test)];
    const [limited, quick] = [await openInbox(t), await openInbox(t)];
    const { id, change } = await subscribe(test, deleting, limited);
    await change({ rateLimit: 100 });
    await subscribe(test, other, quick);
    const owner = await connectAsOwner(test.database);
    t.after(() => owner.end());
    await owner.query('begin');
    // The request that deletes it goes on with its deliveries, or waits for a replay of it.
    await owner.query('delete from webhook_subscriptions where id = $1', [id]);
    startWork(test, t);
    await addRedirect(test, deleting);
    await eventually('it has a delivery', async () => (await deliveriesOf(test, deleting)).length === 1);
    const began = performance.now();
    for (let n = 1; n <= 5; n++) {
      await addRedirect(test, other);
      await quick.arrived(n);
    }
    // The wait for a lock ends after five seconds.
    assert.ok(performance.now() - began < 4_000);
    assert.equal(limited.receipts.length, 0);
    await owner.query('commit');
    await allAre(test, deleting, 'cancelled');
  });
});

describe('a failing subscription that its tenant has locked', () => {
  it('is marked when the lock is over, and keeps no outcome of another tenant waiting', async (t) => {
    const [locking, other] = [await newTenant(test), await newTenant(test)];
    const [failing, quick] = [await openInbox(t, () => 500), await openInbox(t)];
    const { id } = await subscribe(test, locking, failing);
    await subscribe(test, other, quick);
    startWork(test, t);
    const isFailing = async () => {
      const { rows } = await test.db.acrossTenantsQuery<{ since: Date | null }>(
        'select failing_since as since from webhook_subscriptions where id = $1',
        [id],
      );
      return rows[0]!.since !== null;
    };
    await test.db.inTenant(locking.id, async (tx) => {
      await tx.query('select from webhook_subscriptions for update');
      await addRedirects(test, locking, 5);
      await eventually('five attempts are recorded', async () =>
        (await deliveriesOf(test, locking)).every(({ attempts }) => attempts === 1),
      );
      const began = performance.now();
      await addRedirect(test, other);
      await allAre(test, other, 'delivered');
      // The wait for a lock ends after five seconds.
      assert.ok(performance.now() - began < 4_000);
      assert.equal(await isFailing(), false);
    });
    await eventually('it is failing', isFailing);
  });
});

describe('an outcome that cannot be recorded', () => {
  it('counts as an attempt, its delivery waits, and the outcomes of other tenants are recorded', async (t) => {
    const [broken, other] = [await newTenant(test), await newTenant(test)];
    const [failing, quick] = [await openInbox(t, () => 500), await openInbox(t)];
    await subscribe(test, broken, failing);
    await subscribe(test, other, quick);
    const owner = await connectAsOwner(test.database);
    t.after(() =>
      owner.query('drop trigger broken on webhook_attempts; drop function broken').finally(() => owner.end()),
    );
    // As if the statement had exceeded its time.
    await owner.query(`
      create function broken() returns trigger language plpgsql as
        $$ begin raise exception 'broken' using errcode = '57014'; end $$;
      create trigger broken before insert on webhook_attempts for each row when (new.tenant_id = '${broken.id}')
        execute function broken()`);
    await addRedirect(test, broken);
    await addRedirect(test, other);
    startWork(test, t);
    await allAre(test, other, 'delivered');
    await eventually('the attempt counts', async () => {
      const [row] = await deliveriesOf(test, broken);
      return row?.attempts === 1;
    });
    await addRedirect(test, other);
    await allAre(test, other, 'delivered', 2);
    const [row] = await deliveriesOf(test, broken);
    assert.equal(row!.status, 'pending');
    assert.equal(failing.receipts.length, 1);
  });
});
