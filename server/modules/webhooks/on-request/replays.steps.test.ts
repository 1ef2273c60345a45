import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { addEvents, auditOf, minutesAgo, openStage, queueOf, startWork } from '../testing/stage.ts';
import { OPEN_AT_MOST, stepReplay } from './replays.worker.ts';

const test = await useApp();
const stage = await openStage(test);
const MANY = OPEN_AT_MOST * 2 + 100;
const span = {
  since: minutesAgo(test, 40)[0]!.toISOString(),
  until: minutesAgo(test, 20)[0]!.toISOString(),
};
const FEW = OPEN_AT_MOST + 100;
const few = { ...span, until: minutesAgo(test, 30)[0]!.toISOString() };
await addEvents(test, stage.tenant, Array(FEW).fill(minutesAgo(test, 35)[0]));
await addEvents(test, stage.tenant, Array(MANY - FEW).fill(minutesAgo(test, 25)[0]));

/** Creates a subscription and a replay of those events to it. */
async function withReplay(during = span, wanted = {}) {
  const { id } = await stage.subscribe(wanted);
  const subscription = `/v1/webhooks/subscriptions/${id}`;
  const { body } = await stage.ask('POST', `${subscription}/replay`, 202, during);
  const replay = `/v1/webhooks/replays/${body.data.id}`;
  return {
    id,
    subscription,
    replay,
    open: async () => (await queueOf(test, stage.tenant, id)).length,
    state: async () => (await stage.ask('GET', replay, 200)).body.data,
    discard: () => stage.ask('PATCH', subscription, 200, { backlog: 'discard' }),
    remove: () => stage.ask('DELETE', subscription, 200),
  };
}

const step = () => test.db.acrossTenants((tx) => stepReplay(tx, test.now()));

describe('a replay in the background', () => {
  it('delivers every event once, a bounded number at a time', async (t) => {
    const got: string[] = [];
    const receiver = await httpReceiver(t, async (request, response) => {
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'));
      got.push(body.id);
      response.end();
    });
    const { state, open, remove } = await withReplay(few, { url: receiver.url });
    startWork(test, t);
    let most = 0;
    await eventually('the replay is done and all is delivered', async () => {
      most = Math.max(most, await open());
      return got.length >= FEW && (await state()).state === 'done' && (await open()) === 0;
    });
    assert.equal(new Set(got).size, FEW);
    assert.equal(got.length, FEW);
    assert.ok(most <= OPEN_AT_MOST, `${most} were open at once`);
    const { matched, queued } = await state();
    assert.deepEqual([matched, queued], [FEW, FEW]);
    await remove();
  });

  it('pauses while its open deliveries are at the limit, and continues afterwards', async () => {
    const { open, state, discard, remove } = await withReplay();
    for (let n = 0; n < 3; n++) {
      await step();
      test.advance(1_000);
    }
    assert.deepEqual([await open(), (await state()).queued], [OPEN_AT_MOST, OPEN_AT_MOST]);
    await discard();
    await step();
    assert.deepEqual([await open(), (await state()).queued], [OPEN_AT_MOST, OPEN_AT_MOST * 2]);
    await remove();
  });

  it('continues after a crash without loss or duplicates', async () => {
    const { id, open, state, discard, remove } = await withReplay();
    const crash = new Error('crash');
    const crashed = test.db.acrossTenants(async (tx) => {
      await stepReplay(tx, test.now());
      throw crash;
    });
    await assert.rejects(crashed, crash);
    assert.deepEqual([await open(), (await state()).queued], [0, 0]);
    while ((await state()).state === 'running') {
      await step();
      await discard();
      test.advance(1_000);
    }
    assert.equal((await state()).queued, MANY);
    const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `select count(distinct event_id)::int as events, count(*)::int as deliveries
         from webhook_deliveries where subscription_id = $1`,
        [id],
      ),
    );
    assert.deepEqual(rows, [{ events: MANY, deliveries: MANY }]);
    await remove();
  });

  it('is claimed by one worker at a time', async () => {
    const { open, remove } = await withReplay();
    await test.db.acrossTenants(async (tx) => {
      assert.notEqual(await stepReplay(tx, test.now()), null);
      assert.equal(await step(), null);
    });
    assert.equal(await open(), OPEN_AT_MOST);
    await remove();
  });

  it('waits while the subscription is paused', async () => {
    const { open, state, subscription, remove } = await withReplay();
    await stage.ask('PATCH', subscription, 200, { active: false });
    await step();
    assert.deepEqual([await open(), (await state()).state], [0, 'running']);
    await stage.ask('PATCH', subscription, 200, { active: true });
    test.advance(1_000);
    await step();
    assert.equal(await open(), OPEN_AT_MOST);
    await remove();
  });
});

describe('DELETE /v1/webhooks/replays/:id', () => {
  it('ends the replay, cancels its unsent deliveries, and is audited', async () => {
    const { open, state, replay } = await withReplay();
    await step();
    const { body } = await stage.ask('DELETE', replay, 200);
    assert.equal(body.data.state, 'cancelled');
    assert.equal(await step(), null);
    assert.equal(await open(), 0);
    assert.equal((await state()).queued, OPEN_AT_MOST);
    const [entry] = await auditOf(stage, 'webhook_replay.cancelled');
    assert.equal(entry!.details.cancelled, OPEN_AT_MOST);
    const again = await stage.ask('DELETE', replay, 409);
    assert.deepEqual(again.body.error.details, { state: 'cancelled', allowed: [] });
  });

  it('is also implied by deleting the subscription; the replay stays listed', async () => {
    const { state, subscription, remove } = await withReplay();
    await remove();
    assert.equal((await state()).state, 'cancelled');
    await stage.ask('GET', `${subscription}/replays`, 404);
  });

  it('takes turns with those of other tenants, however many one tenant has', async () => {
    const many = [await withReplay(), await withReplay(), await withReplay()];
    const other = await openStage(test);
    await addEvents(test, other.tenant, [minutesAgo(test, 35)[0]!]);
    const { id } = await other.subscribe({});
    await other.ask('POST', `/v1/webhooks/subscriptions/${id}/replay`, 202, span);
    const tenants: string[] = [];
    for (let n = 0; n < 2; n++) {
      const taken = await test.db.acrossTenants((tx) => stepReplay(tx, test.now(), tenants.at(-1)));
      tenants.push(taken!.lane.tenantId);
    }
    assert.deepEqual(tenants.sort(), [stage.tenant.id, other.tenant.id].sort());
    for (const { remove } of many) await remove();
  });
});
