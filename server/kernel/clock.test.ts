import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useApp } from '../testing.ts';
import { followDatabase } from './clock.ts';
import type { Db } from './db/db.ts';
import { connectAsOwner } from './db/migrate.ts';

const test = await useApp({ LOG_LEVEL: 'silent' });
const MINUTE = 60_000;

/** A database whose clock differs from this machine's by this much. */
const databaseAhead = (milliseconds: number) =>
  ({
    acrossTenantsQuery: async () => ({ rows: [{ now: new Date(Date.now() + milliseconds) }], rowCount: 1 }),
  }) as unknown as Db;

it("the time is the database's, however wrong the clock of this machine is", async () => {
  const clock = await followDatabase(databaseAhead(-60 * 24 * 60 * MINUTE));
  const off = Date.now() - clock().getTime();
  assert.ok(Math.abs(off - 60 * 24 * 60 * MINUTE) < 1000, String(off));
  assert.ok(Math.abs(clock.skewMs() - 60 * 24 * 60 * MINUTE) < 1000);
  await sleep(20);
  assert.ok(
    clock().getTime() > (await followDatabase(databaseAhead(-60 * 24 * 60 * MINUTE)))().getTime() - 1000,
  );
});

it('a machine whose clock is off by more than a minute does no background work, reports it, and resumes when the clock is right again', async (t) => {
  const pending = async () => (await test.db.acrossTenantsQuery('select from event_queue')).rowCount;
  test.misset(2 * MINUTE);
  const work = test.startWork();
  t.after(() => work.stop());
  const owner = await connectAsOwner(test.database);
  t.after(() => owner.end());
  const publish = () =>
    owner.query(
      `insert into event_queue (tenant_id, id, at, type, next_at) values ($1, gen_random_uuid(), now(), 'order.cancelled', now())`,
      [crypto.randomUUID()],
    );
  await publish();
  await sleep(700);
  assert.equal(await pending(), 1);
  const { clock } = (await test.call('GET', '/readyz')).body.data;
  assert.deepEqual(clock, { skewSeconds: 120, isOff: true });
  assert.match((await test.call('GET', '/metrics')).text, /^colonnade_clock_skew_seconds 120$/m);
  test.misset(0);
  for (let n = 0; n < 40 && (await pending()) > 0; n++) await sleep(100);
  assert.equal(await pending(), 0);
  test.misset(-2 * MINUTE);
  await sleep(1_500);
  await publish();
  await sleep(700);
  assert.equal(await pending(), 1);
});
