import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, useApp } from '../../../testing.ts';
import {
  addRedirect,
  addRedirects,
  allAre,
  attemptsOf,
  deliveriesOf,
  openInbox,
  roundsOf,
  startWork,
  subscribe,
} from '../testing/receiver.ts';

const SECOND = 1_000;
const test = await useApp();
const bystander = await newTenant(test);

describe('two workers on one database', () => {
  it('send each of many deliveries exactly once', async (t) => {
    const tenant = await newTenant(test);
    const inboxes = [await openInbox(t), await openInbox(t), await openInbox(t)];
    for (const inbox of inboxes) await subscribe(test, tenant, inbox);
    await addRedirects(test, tenant, 100);
    startWork(test, t);
    startWork(test, t);
    await allAre(test, tenant, 'delivered', 300);
    for (const { receipts } of inboxes) {
      assert.equal(receipts.length, 100);
      assert.equal(new Set(receipts.map(({ body }) => body.id)).size, 100);
    }
  });

  it('do not both send a delivery during the ten seconds of its receiver', async (t) => {
    const tenant = await newTenant(test);
    const { promise, resolve } = Promise.withResolvers<number>();
    const inbox = await openInbox(t, () => promise);
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    startWork(test, t);
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    test.advance(11 * SECOND);
    await aRoundPasses();
    resolve(200);
    await allAre(test, tenant, 'delivered');
    assert.equal(inbox.receipts.length, 1);
  });
});

describe('a worker whose lease has expired', () => {
  it('cannot change outcomes that another worker has recorded since', async (t) => {
    const tenant = await newTenant(test);
    const { promise, resolve } = Promise.withResolvers<number>();
    const inbox = await openInbox(t, (_, nth) => (nth === 1 ? promise : nth === 2 ? 503 : 200));
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    startWork(test, t);
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    test.advance(60 * SECOND);
    await inbox.arrived(2);
    const { id } = inbox.receipts[0]!.body;
    const statuses = async () => (await attemptsOf(test, tenant, id)).map(({ status_code }) => status_code);
    await eventually('the second outcome is recorded', async () => (await statuses()).length === 1);
    resolve(200);
    await aRoundPasses();
    assert.deepEqual(await statuses(), [503]);
    test.advance(120 * SECOND);
    await allAre(test, tenant, 'delivered');
    assert.deepEqual(await statuses(), [503, 200]);
    assert.deepEqual(new Set(inbox.receipts.map(({ body }) => body.id)), new Set([id]));
  });

  it('does not send its own deliveries in flight again', async (t) => {
    const tenant = await newTenant(test);
    const { promise, resolve } = Promise.withResolvers<number>();
    const inbox = await openInbox(t, () => promise);
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    test.advance(60 * SECOND);
    await aRoundPasses();
    resolve(200);
    await allAre(test, tenant, 'delivered');
    assert.equal(inbox.receipts.length, 1);
    assert.equal((await attemptsOf(test, tenant, inbox.receipts[0]!.body.id)).length, 1);
  });
});

describe('a worker that is told to stop', () => {
  it('finishes and records its deliveries in flight, and begins no others', async (t) => {
    const tenant = await newTenant(test);
    const { promise, resolve } = Promise.withResolvers<number>();
    const inbox = await openInbox(t, (_, nth) => (nth === 1 ? promise : 200));
    await subscribe(test, tenant, inbox);
    const work = test.startWork();
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    const stopped = work.stop();
    await addRedirect(test, tenant);
    resolve(200);
    await stopped;
    assert.deepEqual(
      (await deliveriesOf(test, tenant)).map(({ status }) => status),
      ['delivered'],
    );
    assert.equal(inbox.receipts.length, 1);
    const leases = await test.db.acrossTenantsQuery('select from webhook_lanes where tenant_id = $1', [
      tenant.id,
    ]);
    assert.equal(leases.rowCount, 0, 'whoever comes next need not wait');
    startWork(test, t);
    await allAre(test, tenant, 'delivered', 2);
  });
});
