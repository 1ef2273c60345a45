import assert from 'node:assert/strict';
import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '#kernel/log.ts';
import { Exchange } from '#kernel/siblings/exchange.ts';
import { keep, startProcess, stopAll } from './supervise.ts';

const exec = join(import.meta.dirname, '../kernel/siblings/testing/sibling.ts');

after(() => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
});

function collectLog() {
  const lines: string[] = [];
  return { lines, log: createLog('error', { write: (line) => void lines.push(JSON.parse(line).msg) }) };
}

it('a process that the machine cannot start is logged and started later', async () => {
  const { lines, log } = collectLog();
  const stop = new AbortController();
  const online = new Promise((resolve) => cluster.once('online', resolve));
  cluster.setupPrimary({ exec, serialization: 'advanced', cwd: join(import.meta.dirname, 'none') });
  const exchange = new Exchange();
  const kept = keep('api-1', (name) => startProcess(name, 'api', exchange, log), log, stop.signal);
  cluster.setupPrimary({ exec, serialization: 'advanced', cwd: import.meta.dirname });
  await online;
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^process api-1 ended \(spawn .+ ENOENT\); it starts again in 0.5 s$/);
  stop.abort();
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  await kept;
});

it('a process that hangs when all stop is killed and logged, and the stop is not in order', async () => {
  const { lines, log } = collectLog();
  cluster.setupPrimary({ exec, serialization: 'advanced', cwd: import.meta.dirname });
  const online = new Promise<Worker>((resolve) => cluster.once('online', resolve));
  startProcess('api-1', 'api', new Exchange(), log);
  const { pid } = (await online).process;
  process.kill(pid!, 'SIGSTOP');
  assert.equal(await stopAll(200, log), false);
  assert.deepEqual(lines, [`process ${pid} did not stop in 0.2 s; it is killed`]);
});

it('a process that hangs is killed, logged and started again', async () => {
  const { lines, log } = collectLog();
  const stop = new AbortController();
  cluster.setupPrimary({ exec, serialization: 'advanced', cwd: import.meta.dirname });
  const nextOnline = () => new Promise<Worker>((resolve) => cluster.once('online', resolve));
  const first = nextOnline();
  const exchange = new Exchange();
  const start = (name: string) => startProcess(name, 'api', exchange, log, 2_400);
  const kept = keep('api-1', start, log, stop.signal);
  const { pid } = (await first).process;
  // It lives for longer than it may be silent.
  await sleep(3_000);
  assert.deepEqual(lines, []);
  const second = nextOnline();
  process.kill(pid!, 'SIGSTOP');
  await second;
  assert.deepEqual(lines, [
    'process api-1 has said nothing for 2.4 s; it is killed',
    'process api-1 ended (SIGKILL); it starts again in 0.5 s',
  ]);
  stop.abort();
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  await kept;
});
