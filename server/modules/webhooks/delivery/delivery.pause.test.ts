import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
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

const MINUTE = 60_000;
const test = await useApp();
const bystander = await newTenant(test);

/** A subscribed receiver with the given answers, and running background loops. */
async function setUp(t: TestContext, answer?: Parameters<typeof openInbox>[1]) {
  const tenant = await newTenant(test);
  const inbox = await openInbox(t, answer);
  const subscription = await subscribe(test, tenant, inbox);
  const aRoundPasses = await roundsOf(test, t, bystander);
  startWork(test, t);
  const firstFailure = () =>
    eventually('the first failure is recorded', async () => {
      const [delivery] = await deliveriesOf(test, tenant);
      return delivery?.attempts === 1;
    });
  return { tenant, inbox, subscription, aRoundPasses, firstFailure };
}

/** A receiver that does not answer until it is released. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<number>();
  return { answer: () => promise, open: resolve };
}

describe('a paused subscription', () => {
  it('gets nothing; matching events are held and sent when it is resumed', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses } = await setUp(t);
    await subscription.change({ active: false });
    const redirects = await addRedirects(test, tenant, 3);
    await aRoundPasses();
    await allAre(test, tenant, 'held', 3);
    test.advance(8 * 60 * MINUTE);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 0);
    await subscription.change({ active: true });
    await allAre(test, tenant, 'delivered', 3);
    const got = inbox.receipts.map(({ body }) => body.data.id);
    assert.deepEqual(got.sort(), redirects.map(({ id }) => id).sort());
  });

  it('can be resumed without its backlog', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses } = await setUp(t);
    await subscription.change({ active: false });
    await addRedirects(test, tenant, 3);
    await allAre(test, tenant, 'held', 3);
    await subscription.change({ active: true, backlog: 'discard' });
    await allAre(test, tenant, 'cancelled', 3);
    const later = await addRedirect(test, tenant);
    const [receipt] = await inbox.arrived(1);
    test.advance(MINUTE);
    await aRoundPasses();
    assert.equal(receipt!.body.data.id, later.id);
    assert.equal(inbox.receipts.length, 1);
  });

  it('is resumed without held deliveries whose event was deleted', async (t) => {
    const { tenant, inbox, subscription } = await setUp(t);
    await subscription.change({ active: false });
    const lost = await addRedirect(test, tenant);
    await addRedirect(test, tenant);
    await allAre(test, tenant, 'held', 2);
    const owner = await connectAsOwner(test.database);
    await owner.query(`delete from events where tenant_id = $1 and data ->> 'id' = $2`, [tenant.id, lost.id]);
    await owner.end();
    await subscription.change({ active: true });
    await eventually('one is delivered and the other cancelled', async () => {
      const statuses = (await deliveriesOf(test, tenant)).map(({ status }) => status);
      return String(statuses.sort()) === 'cancelled,delivered';
    });
    assert.equal(inbox.receipts.length, 1);
  });

  it('can discard its backlog and stay paused', async (t) => {
    const { tenant, inbox, subscription } = await setUp(t);
    await subscription.change({ active: false });
    await addRedirect(test, tenant);
    await allAre(test, tenant, 'held');
    await subscription.change({ backlog: 'discard' });
    await allAre(test, tenant, 'cancelled');
    const later = await addRedirect(test, tenant);
    await subscription.change({ active: true });
    const [receipt] = await inbox.arrived(1);
    assert.equal(receipt!.body.data.id, later.id);
  });

  it('keeps the attempt count of a delivery that waits for its retry', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses, firstFailure } = await setUp(t, (_, nth) =>
      nth === 1 ? 500 : 200,
    );
    await addRedirect(test, tenant);
    await firstFailure();
    await subscription.change({ active: false });
    await allAre(test, tenant, 'held');
    test.advance(10 * MINUTE);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 1);
    await subscription.change({ active: true });
    await allAre(test, tenant, 'delivered');
    const attempts = await attemptsOf(test, tenant, inbox.receipts[0]!.body.id);
    assert.deepEqual(
      attempts.map(({ attempt }) => attempt),
      [1, 2],
    );
  });

  it('does not shorten the wait of a retry by being resumed', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses, firstFailure } = await setUp(t, (_, nth) =>
      nth === 1 ? 500 : 200,
    );
    await addRedirect(test, tenant);
    await firstFailure();
    await subscription.change({ active: false });
    await subscription.change({ active: true });
    test.advance(0.8 * MINUTE);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 1);
    test.advance(0.4 * MINUTE);
    await allAre(test, tenant, 'delivered');
  });

  it('lets a delivery that is in flight succeed', async (t) => {
    const { answer, open } = gate();
    const { tenant, inbox, subscription } = await setUp(t, answer);
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    await subscription.change({ active: false });
    open(200);
    await allAre(test, tenant, 'delivered');
  });

  it('holds a delivery that was in flight and failed, with that attempt counted', async (t) => {
    const { answer, open } = gate();
    const { tenant, inbox, subscription, aRoundPasses, firstFailure } = await setUp(t, (_, nth) =>
      nth === 1 ? answer() : 200,
    );
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    await subscription.change({ active: false });
    open(500);
    await firstFailure();
    await allAre(test, tenant, 'held');
    test.advance(10 * MINUTE);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 1);
    await subscription.change({ active: true });
    await allAre(test, tenant, 'delivered');
    assert.equal((await deliveriesOf(test, tenant))[0]!.attempts, 2);
  });

  it('gets only the deliveries already in flight, however many are queued', async (t) => {
    const { answer, open } = gate();
    const { tenant, inbox, subscription, aRoundPasses } = await setUp(t, answer);
    await addRedirects(test, tenant, 60);
    await inbox.arrived(1);
    await aRoundPasses();
    await subscription.change({ active: false });
    const inFlight = inbox.receipts.length;
    open(200);
    await eventually('what was in flight is delivered', async () => {
      const rows = await deliveriesOf(test, tenant);
      return rows.filter(({ status }) => status === 'delivered').length >= inFlight;
    });
    await aRoundPasses();
    assert.equal(inbox.receipts.length, inFlight);
    await subscription.change({ active: true });
    test.advance(MINUTE);
    await allAre(test, tenant, 'delivered', 60);
    assert.equal(new Set(inbox.receipts.map(({ body }) => body.id)).size, 60);
  });
});

describe('a deleted subscription', () => {
  it('gets nothing more: its open deliveries are cancelled', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses, firstFailure } = await setUp(t, () => 500);
    await addRedirect(test, tenant);
    await firstFailure();
    await subscription.remove();
    await allAre(test, tenant, 'cancelled');
    await addRedirect(test, tenant);
    test.advance(2 * MINUTE);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 1);
    assert.equal((await deliveriesOf(test, tenant)).length, 1);
  });

  it('gets nothing more when it was paused before', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses } = await setUp(t);
    await subscription.change({ active: false });
    await addRedirect(test, tenant);
    await allAre(test, tenant, 'held');
    await subscription.remove();
    await allAre(test, tenant, 'cancelled');
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 0);
  });

  for (const status of [200, 500]) {
    it(`records the real outcome of a delivery in flight that gets ${status}, and never sends it again`, async (t) => {
      const { answer, open } = gate();
      const { tenant, inbox, subscription, aRoundPasses } = await setUp(t, answer);
      await addRedirect(test, tenant);
      await inbox.arrived(1);
      await subscription.remove();
      open(status);
      await aRoundPasses();
      test.advance(2 * MINUTE);
      await aRoundPasses();
      assert.equal(inbox.receipts.length, 1);
      const [delivery] = await deliveriesOf(test, tenant);
      assert.deepEqual(
        [delivery!.status, delivery!.attempts],
        [status === 200 ? 'delivered' : 'cancelled', 1],
      );
      assert.deepEqual(
        (await attemptsOf(test, tenant, delivery!.id)).map(({ status_code }) => status_code),
        [status],
      );
    });
  }
});

describe('a changed subscription', () => {
  it('sends waiting deliveries to the new URL, with the same id and secret', async (t) => {
    const { tenant, inbox, subscription, firstFailure } = await setUp(t, () => 500);
    const moved = await openInbox(t);
    moved.secret = inbox.secret;
    await addRedirect(test, tenant);
    await firstFailure();
    await subscription.change({ url: moved.url });
    test.advance(2 * MINUTE);
    const [receipt] = await moved.arrived(1);
    await allAre(test, tenant, 'delivered');
    assert.equal(receipt!.body.id, inbox.receipts[0]!.body.id);
    assert.equal(inbox.receipts.length, 1);
  });

  it('gets the types it names from then on', async (t) => {
    const { tenant, inbox, subscription, aRoundPasses } = await setUp(t);
    await subscription.change({ events: ['redirect.removed'] });
    const redirect = await addRedirect(test, tenant);
    await aRoundPasses();
    await test.call('DELETE', `/v1/redirects/${redirect.id}`, { token: tenant.key });
    const receipts = await inbox.arrived(1);
    assert.deepEqual(
      receipts.map(({ body }) => body.type),
      ['redirect.removed'],
    );
  });
});
