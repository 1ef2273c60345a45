import assert from 'node:assert/strict';
import cluster from 'node:cluster';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { createLog } from '#kernel/log.ts';
import { Exchange } from '#kernel/siblings/exchange.ts';
import { keep, startProcess } from './supervise.ts';

const exec = join(import.meta.dirname, '../kernel/siblings/testing/sibling.ts');

after(() => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
});

it('a process that the machine cannot start is logged and started later', async () => {
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const stop = new AbortController();
  const online = new Promise((resolve) => cluster.once('online', resolve));
  cluster.setupPrimary({ exec, serialization: 'advanced', cwd: join(import.meta.dirname, 'none') });
  const exchange = new Exchange();
  const kept = keep('api-1', (name) => startProcess(name, 'api', exchange), log, stop.signal);
  cluster.setupPrimary({ exec, serialization: 'advanced', cwd: import.meta.dirname });
  await online;
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /^process api-1 ended \(spawn .+ ENOENT\); it starts again in 0.5 s$/);
  stop.abort();
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  await kept;
});
