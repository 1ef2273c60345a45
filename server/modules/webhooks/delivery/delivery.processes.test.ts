import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { newTenant, useApp } from '../../../testing.ts';
import {
  addRedirect,
  addRedirects,
  allAre,
  deliveriesOf,
  openInbox,
  roundsOf,
  startWork,
  subscribe,
} from '../testing/receiver.ts';

const MAIN = join(import.meta.dirname, '../../../main.ts');
const test = await useApp();
const bystander = await newTenant(test);

/** A worker as in production: a separate process on the database of this test. */
async function startProcess(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [MAIN, 'worker'], {
    env: {
      DATABASE_URL: test.database.connectionString,
      COLONNADE_SECRET: TEST_SECRET,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => worker.kill('SIGKILL'));
  const [said] = await Promise.race([once(worker.stdout!, 'data'), once(worker, 'exit')]);
  assert.match(String(said), /worker is running/);
  return worker;
}

function gate() {
  const { promise, resolve } = Promise.withResolvers<number>();
  return { answer: () => promise, open: resolve };
}

const pair = await Promise.all([startProcess(), startProcess()]);

describe('worker processes', { timeout: 180_000 }, () => {
  it('send each of many deliveries exactly once', async (t) => {
    const tenant = await newTenant(test);
    const inboxes = [await openInbox(t), await openInbox(t)];
    for (const inbox of inboxes) await subscribe(test, tenant, inbox);
    await addRedirects(test, tenant, 100);
    await allAre(test, tenant, 'delivered', 200);
    for (const { receipts } of inboxes) {
      assert.equal(receipts.length, 100);
      assert.equal(new Set(receipts.map(({ body }) => body.id)).size, 100);
    }
  });

  it('finish and record their deliveries in flight before they exit on a stop', async (t) => {
    const tenant = await newTenant(test);
    const { answer, open } = gate();
    const inbox = await openInbox(t, answer);
    await subscribe(test, tenant, inbox);
    await addRedirects(test, tenant, 10);
    await inbox.arrived(10);
    const exits = pair.map((worker) => once(worker, 'exit'));
    for (const worker of pair) worker.kill('SIGTERM');
    open(200);
    for (const exit of exits) assert.deepEqual(await exit, [0, null]);
    assert.equal(inbox.receipts.length, 10);
    const rows = await deliveriesOf(test, tenant);
    assert.deepEqual(new Set(rows.map(({ status }) => status)), new Set(['delivered']));
  });

  // Must be the last test of this file: the clock of this process is ahead of its workers' from here on.
  it('repeat a delivery under the same id if another process was killed before it recorded the outcome', async (t) => {
    const worker = await startProcess();
    const tenant = await newTenant(test);
    const { answer } = gate();
    const inbox = await openInbox(t, (_, nth) => (nth === 1 ? answer() : 200));
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    await addRedirect(test, tenant);
    await inbox.arrived(1);
    const exit = once(worker, 'exit');
    worker.kill('SIGKILL');
    await exit;
    startWork(test, t);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 1);
    test.advance(60_000);
    const [first, second] = await inbox.arrived(2);
    await allAre(test, tenant, 'delivered');
    assert.equal(second!.body.id, first!.body.id);
    assert.ok(second!.verified);
  });
});
