import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { isGone, type Running, runProgram } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

const PER_MINUTE = 60;
const AT_ONCE = 4;
const SLOW_SECONDS = 1.5;
const PROCESSES = ['api-1', 'api-2', 'worker'];

const database = await cloneDatabase();
after(() => database.drop());
const settings = {
  ...{ DATABASE_URL: database.connectionString, COLONNADE_SECRET: TEST_SECRET, LOG_LEVEL: 'error' },
  ...{ PROCESSES: '2', PORT: '0', RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) },
  REQUESTS_AT_ONCE_PER_KEY: String(AT_ONCE),
};
const { json } = useProgram(database);
await json('tenant create --name Acme --owner-email owner@acme.example');
const createKey = async (): Promise<string> =>
  (await json('key create --tenant acme --label test --scope read:crm,write:crm')).key;

const owner = await connectAsOwner(database);
await owner.query(
  `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(${SLOW_SECONDS}); return new; end $$;
   create trigger wait before insert on customers for each row execute function wait()`,
);
await owner.end();

type Sent = { method?: string; path: string; key?: string; body?: object };

/** The status of the answer on a connection of its own; 0 without an answer. */
function send(url: string, { method = 'GET', path, key, body }: Sent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = {
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  const sent = request(`${url}${path}`, { method, agent: false, headers }, (answer) => {
    answer.resume().on('end', () => resolve(answer.statusCode!));
  });
  sent.on('error', () => resolve(0)).end(body && JSON.stringify(body));
  return promise;
}

const health = (url: string) => send(url, { path: '/healthz' });
const slowly = (url: string, key: string) =>
  send(url, { method: 'POST', path: '/v1/crm/customers', key, body: { name: 'Late' } });
const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 90_000; !(await holds()); await sleep(50)) {
    assert.ok(Date.now() < end, what);
  }
}

const metrics = async (url: string) => (await fetch(`${url}/metrics`)).text();
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

async function start(): Promise<{ url: string; program: Running }> {
  const program = runProgram(['start'], settings);
  const [, url] = await program.says(/Base URL +(\S+)/);
  await until('all processes are ready', async () => {
    const text = await metrics(url!);
    return PROCESSES.every((name) => text.includes(`process="${name}"`));
  });
  return { url: url!, program };
}

const { url, program } = await start();

it('two processes answer on one port, and their metrics are in one answer', async () => {
  for (let n = 0; n < 20; n++) assert.equal(await health(url), 200);
  const text = await metrics(url);
  for (const name of ['api-1', 'api-2']) {
    const line = `colonnade_http_request_seconds_count{method="GET",route="/healthz",status="200",process="${name}"} `;
    const [, answered = '0'] = text.split(line).map((rest) => Number.parseInt(rest, 10));
    assert.ok(Number(answered) >= 5, `${name} answered ${answered} of 20`);
  }
  // The queues are the same for all processes, and each line of a metric appears once.
  assert.equal(text.match(/^colonnade_backlog_rows\{queue="events"/gm)?.length, 1);
  assert.equal(text.match(/^# TYPE process_cpu_seconds_total /gm)?.length, 1);
});

it('a process that hangs is left out of the metrics, and holds up neither them nor the requests', async () => {
  const [, worker] = childrenOf(program.pid);
  process.kill(worker!, 'SIGSTOP');
  try {
    const text = await metrics(url);
    assert.ok(text.includes('process="api-2"') && !text.includes('process="worker"'));
    for (let n = 0; n < 10; n++) assert.equal(await health(url), 200);
  } finally {
    process.kill(worker!, 'SIGCONT');
  }
  process.kill(program.pid, 'SIGSTOP');
  try {
    // The supervisor opens no connection now: one that is open answers, with the figures of its own process.
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(10_000) });
    assert.match(await answer.text(), /process="api-/);
  } finally {
    process.kill(program.pid, 'SIGCONT');
  }
});

it('the rate limit of a key counts its requests in all processes', async () => {
  const key = await createKey();
  const statuses: number[] = [];
  const client = async () => {
    while (statuses.length < 2 * PER_MINUTE) {
      statuses.push(await send(url, { path: '/v1/crm/customers?limit=1', key }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const passed = count(statuses, 200);
  assert.ok(passed >= PER_MINUTE && passed < PER_MINUTE * 1.3, `${passed} of ${statuses.length} passed`);
});

it('the requests of a key at once are counted in all processes, and a killed process holds none', async () => {
  const key = await createKey();
  const inAll = () => Promise.all(Array.from({ length: AT_ONCE }, () => slowly(url, key)));
  const first = inAll();
  await sleep(500);
  const more = await Promise.all(Array.from({ length: AT_ONCE }, () => slowly(url, key)));
  assert.deepEqual(more, Array(AT_ONCE).fill(429));
  const [victim] = childrenOf(program.pid);
  process.kill(victim!, 'SIGKILL');
  const statuses = await first;
  assert.ok(count(statuses, 0) > 0 && count(statuses, 201) > 0, `some in each process: ${statuses}`);
  await until('it is started again', async () => childrenOf(program.pid).length === PROCESSES.length);
  // The other process answers meanwhile.
  for (let n = 0; n < 10; n++) assert.equal(await health(url), 200);
  await until('its metrics are back', async () => {
    const text = await metrics(url);
    return PROCESSES.every((name) => text.includes(`process="${name}"`));
  });
  assert.deepEqual(await inAll(), Array(AT_ONCE).fill(201));
});

it('SIGTERM ends all processes in order', async () => {
  const children = childrenOf(program.pid);
  assert.equal(children.length, PROCESSES.length);
  const key = await createKey();
  const underWay = Promise.all([slowly(url, key), slowly(url, key)]);
  await sleep(500);
  process.kill(program.pid, 'SIGTERM');
  assert.deepEqual(await underWay, [201, 201]);
  assert.deepEqual(await program.ended(), { code: 0, signal: null });
  for (const pid of children) assert.ok(await isGone(pid));
});

it('the processes end when their supervisor is killed', async () => {
  const { program } = await start();
  const children = childrenOf(program.pid);
  process.kill(program.pid, 'SIGKILL');
  for (const pid of children) assert.ok(await isGone(pid));
});

it('a taken port is told once, and nothing is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  after(() => taken.close());
  const { port } = taken.address() as { port: number };
  const program = runProgram(['api'], { ...settings, PORT: String(port) });
  assert.deepEqual(await program.ended(), { code: 1, signal: null });
  assert.equal(
    program.stderr(),
    `colonnade: Port ${port} on 127.0.0.1 is taken. Choose another with PORT.\n`,
  );
});
