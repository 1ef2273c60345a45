import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbedded, stopUnused } from './embedded.ts';

const password = 'p4ss "word"';
// Creating a cluster takes a second: tests that do not need a new one share this.
const lived = newFolder();
after(() => remove(lived));

test('a fresh folder becomes a private database that answers', async (t) => {
  const { dataDir, start } = house(t);
  const server = await start();
  assert.equal(server.startedHere, true);
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
  const settings = `select current_setting('listen_addresses') as host, current_setting('data_checksums') as checksums,
    current_setting('server_encoding') as encoding, current_setting('unix_socket_directories') as sockets`;
  const expected = { host: '127.0.0.1', checksums: 'on', encoding: 'UTF8', sockets: '' };
  assert.deepEqual(await query(server, settings), [expected]);
  await assert.rejects(query({ ...server, password: 'wrong' }, 'select 1'), /password authentication failed/);
  assert.equal(statSync(join(dataDir, 'postgres.log')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres.locks', 'postgres.log']);
});

test('a second start finds the rows of the first', async (t) => {
  const { start } = house(t, lived);
  const first = await start();
  await query(first, "create table kept as select 'here' as it");
  await Promise.all([first.stop(), first.stop()]);
  await assert.rejects(query(first, 'select 1'), /ECONNREFUSED/);
  const second = await start();
  assert.equal(second.startedHere, true);
  assert.deepEqual(await query(second, 'select it from kept'), [{ it: 'here' }]);
});

test('processes that start at the same moment share one server, which the last process stops', async (t) => {
  const { dataDir, start } = house(t);
  const child = startInChild(t, dataDir);
  const [one, other] = await Promise.all([start(), start(), once(child.stdout!, 'data')]);
  const startedHere = [one, other].filter((server) => server.startedHere).length;
  assert.ok(startedHere <= 1);
  assert.equal(one.port, other.port);
  await one.stop();
  await other.stop();
  assert.deepEqual(await query(one, 'select 1 as one'), [{ one: 1 }]);
  child.stdin!.end();
  await once(child, 'exit');
  await assert.rejects(query(one, 'select 1'), /ECONNREFUSED/);
});

test('a server whose process was killed is taken over and stopped', async (t) => {
  const { dataDir, start } = house(t, lived);
  const child = startInChild(t, dataDir);
  const [line] = await once(child.stdout!, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const server = await start();
  assert.equal(server.startedHere, false);
  assert.equal(server.port, Number(line));
  await server.stop();
  await assert.rejects(query(server, 'select 1'), /ECONNREFUSED/);
});

test('a server whose last process was killed can be stopped by another; one in use stays', async (t) => {
  const { dataDir, start } = house(t, lived);
  const child = startInChild(t, dataDir);
  await once(child.stdout!, 'data');
  const server = await start();
  await server.stop();
  await stopUnused(dataDir);
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await stopUnused(dataDir);
  await assert.rejects(query(server, 'select 1'), /ECONNREFUSED/);
});

test('a killed server starts again, also when its old pid now belongs to another process', async (t) => {
  const { dataDir, start } = house(t, lived);
  const server = await start();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const [pid, ...rest] = readFileSync(pidFile, 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await server.stop();
  writeFileSync(pidFile, [process.pid, ...rest].join('\n'));
  const next = await start();
  assert.equal(next.startedHere, true);
  assert.deepEqual(await query(next, 'select 1 as one'), [{ one: 1 }]);
});

test('a watched server that is killed runs again on its port within seconds, with every row', async (t) => {
  const { dataDir, start } = house(t, lived);
  const failures: (Error | null)[] = [];
  const [server, other] = await Promise.all([
    start([], (failure) => failures.push(failure)),
    start([], () => {}),
  ]);
  await query(server, "create table outlived as select 'here' as it");
  // Servers of tests need not be durable, so this one writes a checkpoint.
  await query(server, 'checkpoint');
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const began = Date.now();
  process.kill(Number(pid), 'SIGKILL');
  while (failures.length === 0) await sleep(20);
  assert.deepEqual(failures, [null]);
  assert.deepEqual(await query(server, 'select it from outlived'), [{ it: 'here' }]);
  assert.ok(Date.now() - began < 20_000);
  await other.stop();
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
  await sleep(1_500);
  await assert.rejects(query(server, 'select 1'), /ECONNREFUSED/, 'stopped on purpose, it stays so');
});

test('a first run that was killed half-way does not break the next', async (t) => {
  const { dataDir, start } = house(t);
  const child = startInChild(t, dataDir);
  while (!readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))) await sleep(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(existsSync(join(dataDir, 'postgres')), false);
  const server = await start();
  assert.deepEqual(await query(server, 'select 1 as one'), [{ one: 1 }]);
});

test('a server that cannot start says why in one sentence', async (t) => {
  const { start } = house(t, lived);
  const started = start(['-c', 'shared_buffers=nonsense']);
  await assert.rejects(started, {
    message: 'PostgreSQL did not start: invalid value for parameter "shared_buffers": "nonsense"',
  });
});

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'colonnade-embedded-'));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function house(t: TestContext, dataDir = newFolder()) {
  const servers: EmbeddedPostgres[] = [];
  t.after(async () => {
    for (const server of servers) await server.stop();
    if (dataDir !== lived) remove(dataDir);
  });
  const start = async (flags?: string[], onRevived?: (failure: Error | null) => void) => {
    const server = await startEmbedded({ dataDir, password, durable: false, flags, onRevived });
    servers.push(server);
    return server;
  };
  return { dataDir, start };
}

function startInChild(t: TestContext, dataDir: string): ChildProcess {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
    const server = await startEmbedded(${JSON.stringify({ dataDir, password, durable: false })});
    process.stdin.on('end', () => server.stop()).resume();
    console.log(server.port);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function query({ host, port, user, password }: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host, port, user, password, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
