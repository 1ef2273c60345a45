import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Statement } from '#kernel/db/transaction.ts';
import { dispatch } from '#kernel/events/dispatcher.ts';
import { newId } from '#kernel/id.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { claimReady, claimSpecial } from './claims.sql.ts';
import { insertDeliveries } from './fan-out.sql.ts';

const test = await useApp();

it('a rate limit applies across workers: a delivery that one claimed counts for all', async () => {
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
  await dispatch(test.db, 'webhooks', [fanOut], test.now(), test.kernel.log);
  const across = { query: test.db.acrossTenantsQuery };
  const lane = { tenantId: tenant.id, subscriptionId: made.data.id };
  const quota = { ...lane, isHeld: false, size: 16, fresh: 16, retries: 8 };
  const sent: string[] = [];
  const start = test.now().getTime() + 10_000;
  const taken = async (atMs: number) => {
    const now = new Date(start + atMs);
    // Uses a new worker each time, which gets the lease.
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

it('each lane is read through its index, however long the queues of others are', async () => {
  const plans: string[] = [];
  const explaining = {
    query: async (statement: Statement, values?: unknown[]) => {
      const { name, text } = statement as { name: string; text: string };
      const explain = { name: `explain ${name}`, text: `explain ${text}` };
      const { rows } = await test.db.acrossTenantsQuery(explain, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [], rowCount: 0 };
    },
  };
  const lane = { tenantId: newId(), subscriptionId: newId() };
  const quota = { ...lane, isHeld: false, size: 16, fresh: 16, retries: 8 };
  const lease = { holder: newId(), until: test.now() };
  await claimReady(explaining, test.now(), lease, [quota], []);
  await claimSpecial(explaining, test.now(), lease, [quota], []);
  assert.equal(plans.length, 3);
  for (const plan of plans) {
    const looks = plan.match(/Scan using webhook_queue_.*\n.*/g) ?? [];
    assert.ok(looks.length > 0, plan);
    for (const look of looks) {
      assert.match(look, /Index Cond: \(\(tenant_id = .*\) AND \((subscription_id|id) = /);
    }
    assert.doesNotMatch(plan, /Seq Scan on webhook_/);
  }
});
