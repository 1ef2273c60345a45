import assert from 'node:assert/strict';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Exchange } from '#kernel/siblings/exchange.ts';
import { describeProcess } from '#kernel/siblings/siblings.ts';
import type { Order } from '#kernel/siblings/testing/sibling.ts';

/** Longer than changes are collected before they are sent. */
const PASSED_ON_MS = 200;

cluster.setupPrimary({ exec: join(import.meta.dirname, 'testing/sibling.ts'), serialization: 'advanced' });
const exchange = new Exchange();
const workers: Worker[] = [];
after(() => {
  for (const worker of workers) worker.process.kill('SIGKILL');
});

async function fork(name: string): Promise<Worker> {
  const worker = cluster.fork(describeProcess(name, 'api'));
  workers.push(worker);
  exchange.join(worker);
  await once(worker, 'online');
  return worker;
}

const order = (worker: Worker, what: Order) => worker.send(what);
const hold = (worker: Worker, by: number) => order(worker, { type: 'add', key: 'acme', by });

/** The answer of the process, which has this type. */
async function ask<T>(worker: Worker, what: Order, type: string): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  worker.on('message', (message) => message.type === type && resolve(message));
  order(worker, what);
  return promise;
}

/** How much the others hold, as this process counts it. */
async function heldElsewhere(worker: Worker): Promise<number> {
  await sleep(PASSED_ON_MS);
  return (await ask<{ elsewhere: number }>(worker, { type: 'ask' }, 'elsewhere')).elsewhere;
}

const collectReports = async (worker: Worker): Promise<unknown[]> =>
  (await ask<{ reports: unknown[] }>(worker, { type: 'collect reports' }, 'reports')).reports;

it('a process that starts later counts what the others hold, and what changed during its start', async () => {
  const earlier = await fork('api-1');
  order(earlier, { type: 'start' });
  hold(earlier, 3);
  await sleep(PASSED_ON_MS);
  const later = await fork('api-2');
  await sleep(PASSED_ON_MS);
  hold(earlier, 2);
  hold(earlier, -1);
  await sleep(PASSED_ON_MS);
  order(later, { type: 'start' });
  assert.equal(await heldElsewhere(later), 4);
  hold(earlier, -4);
  assert.equal(await heldElsewhere(later), 0);
});

it('a process that starts is left out of the reports until it is ready', async () => {
  const [earlier] = workers;
  const starting = await fork('api-3');
  assert.deepEqual(await collectReports(earlier!), ['api-2']);
  await ask(starting, { type: 'start' }, 'ready');
  assert.deepEqual((await collectReports(earlier!)).sort(), ['api-2', 'api-3']);
});
