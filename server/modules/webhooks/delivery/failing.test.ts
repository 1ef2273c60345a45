/** A subscription that fails: others are told, it recovers, or it is switched off after days. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { auditOf, openStage, type Stage, startWork } from '../testing/stage.ts';
import { disableRound } from './disabling.worker.ts';

const PATH = '/v1/webhooks/subscriptions';
const DAY = 86_400_000;
const test = await useApp({ RETRY_SCALE: '0.0001' });

async function openReceiver(t: TestContext) {
  const bodies: { type: string; data: Record<string, unknown> }[] = [];
  const receiver = {
    url: '',
    bodies,
    status: 200,
    headers: {} as Record<string, string>,
    arrived: (count: number) => eventually(`${count} arrive`, () => bodies.length >= count),
  };
  const { url } = await httpReceiver(t, async (request, response) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString('utf8')));
    response.writeHead(receiver.status, receiver.headers).end();
  });
  return Object.assign(receiver, { url });
}

let paths = 0;
const addRedirect = (stage: Stage) =>
  stage.ask('POST', '/v1/redirects', 201, { from: `/from-${++paths}`, to: '/to' });

const shown = async (stage: Stage, id: string) => (await stage.ask('GET', `${PATH}/${id}`, 200)).body.data;

describe('a failing subscription', () => {
  it('is told of to another subscription, once, and so is its recovery; never to itself', async (t) => {
    const stage = await openStage(test);
    const [shop, pager] = [await openReceiver(t), await openReceiver(t)];
    shop.status = 500;
    const { id } = await stage.subscribe({ name: 'Shop', url: shop.url, events: ['*'] });
    await stage.subscribe({ name: 'Pager', url: pager.url, events: ['webhook.*'] });
    startWork(test, t);
    await addRedirect(stage);
    await pager.arrived(1);
    const failingSince = (await shown(stage, id)).failingSince;
    assert.deepEqual(pager.bodies[0]!.type, 'webhook.subscription.failing');
    assert.deepEqual(pager.bodies[0]!.data, {
      subscriptionId: id,
      name: 'Shop',
      failingSince,
      notedAt: failingSince,
    });
    shop.status = 200;
    await addRedirect(stage);
    await pager.arrived(2);
    const { type, data } = pager.bodies[1]!;
    assert.deepEqual(
      [type, data.subscriptionId, data.failingSince],
      ['webhook.subscription.recovered', id, failingSince],
    );
    assert.equal((await shown(stage, id)).failingSince, null);
    assert.equal((await auditOf(stage, 'webhook_subscription.recovered')).length, 1);
    const received = shop.bodies.length;
    const since = new Date(test.now().getTime() - 60_000).toISOString();
    await stage.ask('POST', `${PATH}/${id}/replay`, 202, { since });
    await shop.arrived(received + 2);
    assert.deepEqual(
      shop.bodies.map((body) => body.type).filter((each) => each.startsWith('webhook.')),
      [],
    );
  });
});

describe('a subscription that fails for days', () => {
  /** A subscription whose attempts failed on each of the last `days`. */
  async function failing(stage: Stage, days: number, events = ['redirect.added']) {
    const { id } = await stage.subscribe({ name: 'Shop', events });
    const owner = await connectAsOwner(test.database);
    await owner.query('update webhook_subscriptions set failing_since = $2 where id = $1', [
      id,
      new Date(test.now().getTime() - 5 * DAY),
    ]);
    await owner.query(
      `insert into webhook_attempt_counts (tenant_id, subscription_id, hour, succeeded, failed)
       select $1, $2, date_trunc('hour', $3::timestamptz) - n * interval '1 day', 0, 3 from generate_series(0, $4::int - 1) n`,
      [stage.tenant.id, id, test.now(), days],
    );
    await owner.end();
    return id;
  }

  it('is paused, its deliveries are held, people are told, and one click drains it', async (t) => {
    const stage = await openStage(test);
    const [shop, pager] = [await openReceiver(t), await openReceiver(t)];
    const id = await failing(stage, 5);
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { url: shop.url });
    await stage.subscribe({ name: 'Pager', url: pager.url, events: ['webhook.subscription.disabled'] });
    await disableRound(test.kernel, 5);
    const { active, disabledAt, failingSince } = await shown(stage, id);
    assert.equal(active, false);
    startWork(test, t);
    await pager.arrived(1);
    assert.deepEqual(pager.bodies[0]!.data, { subscriptionId: id, name: 'Shop', failingSince, disabledAt });
    assert.equal((await auditOf(stage, 'webhook_subscription.disabled')).length, 1);
    const { body } = await stage.ask('GET', '/v1/notices', 200);
    assert.match(body.data[0].message, /^The webhook "Shop" is switched off/);
    await addRedirect(stage);
    const held = () => stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}&status=held`, 200);
    await eventually('it is held', async () => (await held()).body.data.length === 1);
    const resumed = await stage.ask('PATCH', `${PATH}/${id}`, 200, { active: true });
    assert.deepEqual([resumed.body.data.disabledAt, resumed.body.data.failingSince], [null, null]);
    await shop.arrived(1);
  });

  it('is left alone if it failed on fewer days, recovered, or the setting is 0', async () => {
    const stage = await openStage(test);
    const [rarely, recovered] = [await failing(stage, 4), await failing(stage, 5)];
    const owner = await connectAsOwner(test.database);
    await owner.query('update webhook_subscriptions set failing_since = null where id = $1', [recovered]);
    await owner.end();
    await disableRound(test.kernel, 5);
    const long = await failing(stage, 5);
    await disableRound(test.kernel, 0);
    for (const id of [rarely, recovered, long]) assert.equal((await shown(stage, id)).active, true);
  });
});
