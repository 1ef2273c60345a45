import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
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
  startWork,
  subscribe,
} from '../testing/receiver.ts';
import { rawReceiver } from '../testing/receivers.ts';

const [test, crowded, queued] = [await useApp(), await useApp(), await useApp()];
const production = await useApp({ MODE: 'production' });

// Concurrent, because the first test takes the ten seconds that the document gives a receiver.
describe('receivers that misbehave', { concurrency: true }, () => {
  it('fail within ten seconds, while other receivers get their deliveries at once', async (t) => {
    const tenant = await newTenant(test);
    const hanging = await rawReceiver(t, () => {});
    const dripping = await rawReceiver(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 50);
      socket.once('close', () => clearInterval(drip));
    });
    const resetting = await rawReceiver(t, (socket) => socket.resetAndDestroy());
    const flooding = await rawReceiver(t, (socket) => {
      socket.write('HTTP/1.1 500 No\r\n\r\n');
      const flood = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536))) {}
      };
      socket.on('drain', flood);
      flood();
    });
    const expected: Record<string, [number | null, string]> = {};
    for (const [receiver, outcome] of [
      [hanging, [null, 'timeout']],
      [dripping, [200, 'timeout']],
      [resetting, [null, 'reset']],
      [flooding, [500, 'status']],
    ] as const) {
      const { id } = await subscribe(test, tenant, { url: receiver.url, secret: '' });
      expected[id] = [...outcome];
    }
    const inbox = await openInbox(t);
    const good = await subscribe(test, tenant, inbox);
    startWork(test, t);
    const startedAt = performance.now();
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    assert.ok(performance.now() - startedAt < 8_000);
    const tried = async () => (await deliveriesOf(test, tenant)).every(({ attempts }) => attempts === 1);
    await new Promise((resolve) => setTimeout(resolve, startedAt + 9_500 - performance.now()));
    assert.equal(await tried(), false);
    await eventually('every attempt has ended', tried);
    assert.ok(performance.now() - startedAt < 16_000);
    for (const { id, subscription_id, status } of await deliveriesOf(test, tenant)) {
      if (subscription_id === good.id) continue;
      const [attempt] = await attemptsOf(test, tenant, id);
      assert.deepEqual([attempt!.status_code, attempt!.failure], expected[subscription_id]);
      assert.match(attempt!.message, /^The receiver .+\.$/);
      assert.equal(status, 'pending');
    }
    await addRedirect(test, tenant);
    await inbox.arrived(2);
  });

  it("of one tenant do not delay another tenant's deliveries", async (t) => {
    const [slow, quick] = [await newTenant(crowded), await newTenant(crowded)];
    for (let count = 0; count < 8; count++) {
      const { url } = await rawReceiver(t, () => {});
      await subscribe(crowded, slow, { url, secret: '' });
    }
    const inbox = await openInbox(t);
    await subscribe(crowded, quick, inbox);
    await addRedirects(crowded, slow, 30);
    startWork(crowded, t);
    await eventually(
      'the hanging receivers are busy',
      async () => (await deliveriesOf(crowded, slow)).length === 240,
    );
    const startedAt = performance.now();
    await addRedirect(crowded, quick);
    await inbox.arrived(1);
    assert.ok(performance.now() - startedAt < 8_000);
  });

  it('cost a waiting delivery no attempt', async (t) => {
    const tenant = await newTenant(queued);
    const hanging = await rawReceiver(t, () => {});
    const subscription = await subscribe(queued, tenant, { url: hanging.url, secret: '' });
    startWork(queued, t);
    await subscription.change({ active: false });
    await addRedirects(queued, tenant, 60);
    await allAre(queued, tenant, 'held', 60);
    await subscription.change({ active: true });
    await new Promise((resolve) => setTimeout(resolve, 9_500));
    const attempts = async () =>
      (await deliveriesOf(queued, tenant)).reduce((sum, row) => sum + row.attempts, 0);
    await eventually('the first ones have failed', async () => (await attempts()) > 0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok((await attempts()) <= hanging.accepted(), `${await attempts()} > ${hanging.accepted()}`);
  });

  it('inside our network are not dialled in production, even if the stored URL resolves there', async (t) => {
    const tenant = await newTenant(production);
    const inbox = await openInbox(t);
    await subscribe(production, tenant, { url: 'https://shop.example/', secret: '' });
    const owner = await connectAsOwner(production.database);
    await owner.query('update webhook_subscriptions set url = $1', [inbox.url.replace('http:', 'https:')]);
    await owner.end();
    startWork(production, t);
    await addRedirect(production, tenant);
    await eventually(
      'the attempt is recorded',
      async () => (await deliveriesOf(production, tenant))[0]?.attempts === 1,
    );
    const [delivery] = await deliveriesOf(production, tenant);
    const [attempt] = await attemptsOf(production, tenant, delivery!.id);
    assert.equal(attempt!.failure, 'address_refused');
    assert.doesNotMatch(attempt!.message, /127|localhost|::1/);
    assert.equal(inbox.receipts.length, 0);
    await allAre(production, tenant, 'pending');
  });
});
