import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify from 'fastify';
import { createLog } from '#kernel/log.ts';
import { createMetrics } from '#kernel/metrics.ts';
import { type Hold, workingAs } from '#kernel/work/holds.ts';
import type { App } from './app.ts';
import { watchRequests } from './hold-watch.ts';

const holds: Hold[] = [];
const metrics = createMetrics();
const app = Fastify() as unknown as App;
watchRequests(app, {
  log: createLog('silent'),
  metrics,
  onHold: (hold) => holds.push(hold),
});

function compute(ms: number): void {
  const since = process.threadCpuUsage();
  for (let used = 0; used < ms * 1000; ) {
    const { user, system } = process.threadCpuUsage(since);
    used = user + system;
  }
}
app.get('/slow', async () => {
  await wait(20);
  compute(300);
  return 'done';
});
app.get('/waits', async () => {
  await wait(300);
  return 'done';
});

it('a request or background work that holds the event loop is recorded by its name; one that only waits is not', async (t) => {
  t.after(() => app.close());
  // The first request compiles the code that all of them use.
  await app.inject('/slow');
  assert.equal(holds.length, 0, 'nothing is noted before the watch begins');
  app.watchHolds();
  await app.inject('/waits');
  assert.deepEqual(
    holds.filter(({ by }) => by.includes('GET /waits')),
    [],
  );
  await app.inject('/slow');
  const [hold] = holds.filter(({ by }) => by.includes('GET /slow'));
  assert.ok(hold !== undefined && hold.ms >= 200, JSON.stringify(holds));
  await workingAs('tidying', async () => {
    await wait(50);
    compute(300);
    await wait(50);
  });
  assert.ok(
    // Work of other files of this process may run at the same time.
    holds.some(({ by, ms }) => by.includes('tidying') && ms >= 200),
    JSON.stringify(holds),
  );
  const [, count] = /colonnade_event_loop_hold_seconds_count (\d+)/.exec(await metrics.registry.metrics())!;
  assert.ok(Number(count) >= 2, `${count}`);
});
