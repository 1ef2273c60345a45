import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#kernel/errors.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../testing.ts';
import { noteFailures } from './delivery/warnings.sql.ts';
import { auditOf, openStage, type Stage, startWork } from './testing/stage.ts';

const test = await useApp();
const stage = await openStage(test);
const DAY = 86_400_000;
const BUSY_MS = 100;

const laneOf = (of: Stage, { id }: { id: string }) => ({ tenantId: of.tenant.id, subscriptionId: id });
type Noticed = Parameters<typeof noteFailures>[2];
/** Works as a loop does: again after a refusal by a busy machine. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
      await sleep(BUSY_MS);
    }
  }
}
/** Records failures as the delivery worker does when it settles. */
const note = (noticed: Partial<Noticed>): Promise<void> =>
  patiently(() => {
    const failures = { failing: [], failed: [], ...noticed };
    return noteFailures({ query: test.db.acrossTenantsQuery }, test.now(), failures);
  });
const noticesOf = async (of: Stage, query = '') =>
  (await of.ask('GET', `/v1/notices?${query}`, 200)).body.data;

async function told(t: TestContext): Promise<void> {
  startWork(test, t);
  await eventually('everyone is told', async () => {
    const { rows } = await patiently(() =>
      test.db.acrossTenantsQuery('select from webhook_warnings where told_at is null limit 1'),
    );
    return rows.length === 0;
  });
}

describe('a subscription that fails', () => {
  it('causes a notice and an audit row of the system', async (t) => {
    const own = await openStage(test);
    const subscription = await own.subscribe({ name: 'ERP' });
    const lane = laneOf(own, subscription);
    await note({ failing: [lane], failed: [lane] });
    await told(t);
    const notices = await noticesOf(own);
    assert.deepEqual(notices.map(({ kind }: { kind: string }) => kind).sort(), [
      'webhook.failed',
      'webhook.failing',
    ]);
    for (const notice of notices) {
      assert.deepEqual(notice.subject, { type: 'webhook_subscription', id: subscription.id });
      assert.match(notice.message, /"ERP"/);
      assert.equal(notice.readAt, null);
    }
    for (const action of ['webhook_subscription.failing', 'webhook_subscription.failed']) {
      const entries = await auditOf(own, action);
      assert.equal(entries.length, 1);
      assert.deepEqual([entries[0]!.actor.type, entries[0]!.subject.id], ['system', subscription.id]);
    }
  });

  it('causes one notice a day per kind, even if several workers record it several times', async (t) => {
    const own = await openStage(test);
    const [one, two] = [laneOf(own, await own.subscribe()), laneOf(own, await own.subscribe())];
    await Promise.all(Array.from({ length: 10 }, () => note({ failing: [one, two, one] })));
    await Promise.all([told(t), told(t), told(t)]);
    assert.equal((await noticesOf(own)).length, 2);
    test.advance(DAY - 60_000);
    await note({ failing: [one] });
    await told(t);
    assert.equal((await noticesOf(own)).length, 2);
    test.advance(120_000);
    await note({ failing: [one] });
    await told(t);
    assert.equal((await noticesOf(own)).length, 3);
  });

  it('causes no warning if it was deleted meanwhile', async () => {
    const subscription = await stage.subscribe();
    await stage.ask('DELETE', `/v1/webhooks/subscriptions/${subscription.id}`, 200);
    await note({ failing: [laneOf(stage, subscription)] });
    await note({});
    const { rows } = await test.db.acrossTenantsQuery(
      'select from webhook_warnings where subscription_id = $1',
      [subscription.id],
    );
    assert.equal(rows.length, 0);
  });
});

describe('notices', () => {
  it('are listed newest first, and keep the time of the first reading', async (t) => {
    const own = await openStage(test);
    for (const name of ['first', 'second', 'third']) {
      test.advance(1_000);
      await note({ failing: [laneOf(own, await own.subscribe({ name }))] });
      await told(t);
    }
    const all = await noticesOf(own);
    assert.deepEqual(
      all.map(({ message }: { message: string }) => /"(\w+)"/.exec(message)![1]),
      ['third', 'second', 'first'],
    );
    const url = `/v1/notices/${all[1].id}/read`;
    const { body: read } = await own.ask('POST', url, 200);
    assert.notEqual(read.data.readAt, null);
    test.advance(60_000);
    assert.deepEqual((await own.ask('POST', url, 200)).body.data, read.data);
    assert.deepEqual(
      (await noticesOf(own, 'unread=true')).map(({ id }: { id: string }) => id),
      [all[0].id, all[2].id],
    );
    const { body: page } = await own.ask('GET', '/v1/notices?limit=2', 200);
    assert.deepEqual(
      (await noticesOf(own, `cursor=${page.pagination.nextCursor}`)).map(({ id }: { id: string }) => id),
      [all[2].id],
    );
    const other = await openStage(test);
    assert.deepEqual(await noticesOf(other), []);
    await other.ask('POST', url, 404);
  });
});
