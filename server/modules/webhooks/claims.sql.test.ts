import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { newId } from '#kernel/id.ts';
import { newTenant, useApp } from '../../testing.ts';
import { claimReady } from './claims.sql.ts';
import { insertDeliveries } from './fan-out.sql.ts';

const test = await useApp();

it('a rate limit holds across workers: what one took, another cannot', async () => {
  const tenant = await newTenant(test);
  const token = await tenant.staff('admin');
  const body = { name: 'slow', url: 'http://localhost:9/', events: ['redirect.added'], rateLimit: 5 };
  const { body: made } = await test.call('POST', '/v1/webhooks/subscriptions', { token, body });
  for (let n = 0; n < 12; n++) {
    await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: `/${n}`, to: '/to' } });
  }
  const fanOut = {
    name: 'fan-out',
    consume: async (...args: Parameters<typeof insertDeliveries>) => void (await insertDeliveries(...args)),
  };
  await dispatch(test.db, 'others', [fanOut], test.now(), test.kernel.log);
  const across = { query: test.db.acrossTenantsQuery };
  const lane = { tenantId: tenant.id, subscriptionId: made.data.id };
  const quota = { ...lane, isHeld: false, size: 16, fresh: 16, retries: 8 };
  const sent: string[] = [];
  const start = test.now().getTime() + 10_000;
  const taken = async (atMs: number) => {
    const now = new Date(start + atMs);
    // Each time another worker, to whom the lease has come.
    const lease = { holder: newId(), until: new Date(now.getTime() + 1) };
    const [claimed] = await claimReady(across, now, lease, [quota], sent);
    sent.push(...claimed!.deliveries.map(({ id }) => id));
    return [claimed!.deliveries.length, claimed!.paced];
  };
  assert.deepEqual(await taken(0), [5, true]);
  assert.deepEqual(await taken(1), [0, true]);
  assert.deepEqual(await taken(400), [2, true]);
  assert.deepEqual(await taken(1_400), [5, true]);
  assert.deepEqual((await taken(9_000))[0], 0);
});
