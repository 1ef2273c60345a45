import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { addRedirect, openInbox } from '../testing/receiver.ts';
import { addEvents, minutesAgo, openStage, startWork } from '../testing/stage.ts';
import { sweepPortion } from './sweeps.sql.ts';

const MANY = 2_500;
const PORTION = 1_000;
const test = await useApp();

/** A subscription with many open deliveries. */
async function open(t: TestContext, state: 'ready' | 'waiting') {
  const stage = await openStage(test);
  const inbox = await openInbox(t);
  const { id, signingSecret } = await stage.subscribe({ url: inbox.url });
  inbox.secret = signingSecret;
  await addEvents(test, stage.tenant, Array(MANY).fill(minutesAgo(test, 5)[0]));
  const nextAt = new Date(test.now().getTime() + (state === 'waiting' ? 3_600_000 : 0));
  await test.db.inTenant(stage.tenant.id, (tx) =>
    tx.query(
      `insert into webhook_queue
         (tenant_id, id, at, event_id, subscription_id, event_type, cause, state, next_at, created_at)
       select tenant_id, delivery_id(id, $1, id), created_at, id, $1, type, 'event', $2, $3, created_at from events
       where type = 'redirect.added'`,
      [id, state, nextAt],
    ),
  );
  const path = `/v1/webhooks/subscriptions/${id}`;
  const countBy = async (sql: string) => {
    const { rows } = await test.db.inTenant(stage.tenant.id, (tx) => tx.query<{ count: number }>(sql));
    return rows[0]!.count;
  };
  return {
    ...{ stage, inbox },
    change: (body: Record<string, unknown>) => stage.ask('PATCH', path, 200, body),
    remove: () => stage.ask('DELETE', path, 200),
    in: (wanted: string) =>
      countBy(`select count(*)::int as count from webhook_queue where state = '${wanted}'`),
    cancelled: () =>
      countBy(`select count(*)::int as count from webhook_deliveries where status = 'cancelled'`),
    sweeps: () => countBy('select count(*)::int as count from webhook_sweeps'),
  };
}

describe('a subscription with many open deliveries', () => {
  it('is deleted in a request that cancels a portion of them; the others are cancelled after it, and none is sent', async (t) => {
    const { remove, cancelled, inbox, sweeps } = await open(t, 'ready');
    await remove();
    assert.equal(await cancelled(), PORTION);
    startWork(test, t);
    await eventually('all are cancelled', async () => (await cancelled()) === MANY && (await sweeps()) === 0);
    assert.equal(inbox.receipts.length, 0);
  });

  it('discards them in portions, sends none of them, and sends what comes after', async (t) => {
    const { change, cancelled, inbox, stage, sweeps } = await open(t, 'ready');
    await change({ backlog: 'discard' });
    assert.equal(await cancelled(), PORTION);
    startWork(test, t);
    await addRedirect(test, stage.tenant);
    await inbox.arrived(1);
    await eventually('all are cancelled', async () => (await cancelled()) === MANY && (await sweeps()) === 0);
    assert.equal(inbox.receipts.length, 1);
  });

  it('is paused and resumed in portions, whichever comes last', async (t) => {
    const { change, in: countIn, sweeps } = await open(t, 'waiting');
    await change({ active: false });
    assert.equal(await countIn('held'), PORTION);
    startWork(test, t);
    await eventually('all are held', async () => (await countIn('held')) === MANY && (await sweeps()) === 0);
    await change({ active: true });
    await change({ active: false });
    await change({ active: true });
    await eventually('all wait', async () => (await countIn('waiting')) === MANY && (await sweeps()) === 0);
  });

  it('discards them all, also while a worker is about to sweep what a pause and a resume left', async (t) => {
    const { change, cancelled, stage, sweeps } = await open(t, 'waiting');
    await change({ active: false });
    await change({ active: true });
    assert.equal(await sweeps(), 1);
    const owner = await connectAsOwner(test.database);
    t.after(() => owner.end());
    const awaited = (locks: number) =>
      eventually(`${locks} wait`, async () => {
        const { rowCount } = await owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rowCount === locks;
      });
    await owner.query('begin');
    await owner.query('select from webhook_subscriptions where tenant_id = $1 for update', [stage.tenant.id]);
    const discarding = change({ backlog: 'discard' });
    await awaited(1);
    const sweeping = test.db.inTenant(stage.tenant.id, (tx) => sweepPortion(tx, test.now()));
    await awaited(2);
    await owner.query('commit');
    await Promise.all([discarding, sweeping]);
    startWork(test, t);
    await eventually('all are cancelled', async () => (await cancelled()) === MANY && (await sweeps()) === 0);
  });
});
