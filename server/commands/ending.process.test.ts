import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { type Running, runProgram } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

/** The time from SIGTERM to the end of the process; its grace, by default, is 12 seconds. */
const MOST_MS = 6_000;
/** More than the system buffers for a connection. */
const CUSTOMERS = 30_000;

const database = await cloneDatabase();
after(() => database.drop());
const settings = { DATABASE_URL: database.connectionString, COLONNADE_SECRET: TEST_SECRET, PORT: '0' };
const { json } = useProgram(database);
await json('tenant create --name Acme --owner-email owner@acme.example');
const { key } = await json('key create --tenant acme --label test --scope read:crm,write:crm,write:crm_bulk');

const owner = await connectAsOwner(database);
await owner.query(
  `insert into customers (tenant_id, id, name, created_at, updated_at)
   select tenants.id, gen_random_uuid(), repeat('🏛', 200), date_trunc('second', now()), now() from tenants, generate_series(1, $1)`,
  [CUSTOMERS],
);
await owner.query(
  `create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(2.5); return new; end $$;
   create trigger wait before insert on customers for each row when (new.name = 'Late') execute function wait()`,
);
await owner.end();

type Client = { socket: Socket; received: () => string; closed: Promise<number> };

function open(url: string, text = ''): Client {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(Date.now())));
  let received = '';
  socket
    .on('error', () => {})
    .on('data', (data) => {
      received += data;
    });
  socket.write(text);
  return { socket, received: () => received, closed };
}

const head = (line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`, ...more, '', ''].join('\r\n');

function newCustomer(name: string): string {
  const body = JSON.stringify({ name });
  const length = `Content-Length: ${body.length}`;
  return head('POST /v1/crm/customers', 'Content-Type: application/json', length) + body;
}

/** Sends a piece of a file every tenth of a second. */
function upload(url: string, piece: string, pieces: number): Client {
  const length = `Content-Length: ${piece.length * pieces}`;
  const client = open(url, head('POST /v1/crm/imports', 'Content-Type: text/csv', length));
  let sent = 0;
  const timer = setInterval(() => {
    if (client.socket.destroyed || sent++ === pieces) clearInterval(timer);
    else client.socket.write(piece);
  }, 100);
  return client;
}

/** Reads the first bytes of an export, and no more. */
async function exportUnread(url: string): Promise<Client> {
  const client = open(url, head('GET /v1/crm/customers/export?format=ndjson'));
  await once(client.socket, 'data');
  client.socket.pause();
  assert.match(client.received(), /^HTTP\/1\.1 200 /);
  return client;
}

async function start(words: string[], env: Record<string, string> = {}) {
  const program = runProgram(words, { ...settings, ...env });
  const [, url] = await program.says(/(?:Base URL {4}|listening at )(http:[^\s"]+)/);
  return { program, url: url! };
}

/** Sends SIGTERM; resolves to the exit code and to the time until the end. */
async function stop(program: Running) {
  // Waits until the server has read everything, which cannot be observed from outside.
  await sleep(500);
  const began = Date.now();
  program.child.kill('SIGTERM');
  const { code } = await program.ended();
  return { code, began, ms: Date.now() - began };
}

const { program, url } = await start(['api']);
const silent = head('POST /v1/crm/imports', 'Content-Type: text/csv', 'Content-Length: 999');
const strangers: Record<string, Client> = {
  'no request': open(url),
  'half a head': open(url, 'GET /healthz HTTP/1.1\r\nHost: local'),
  'half a body': open(url, newCustomer('Half').slice(0, -1)),
  'half a request behind a whole one': open(url, `${head('GET /v1/me')}GET /v1/me HTTP/1.1\r\n`),
  'an upload that trickles': upload(url, 'a', 1_000),
  'an upload that fell silent': open(url, `${silent}a`),
  'an export that its client does not read': await exportUnread(url),
};
const inWork = open(url, newCustomer('Late'));
const steady = upload(url, `${'a'.repeat(9_999)}\n`, 25);
const { code, began, ms } = await stop(program);

describe('SIGTERM ends an API', () => {
  it('with code 0, in half of its grace', (t) => {
    t.diagnostic(`${ms} ms`);
    assert.equal(code, 0);
    assert.ok(ms < MOST_MS);
    assert.equal(program.stderr(), '');
  });

  for (const [what, { closed, socket }] of Object.entries(strangers)) {
    it(`although a connection has ${what}`, async () => {
      socket.resume();
      await closed;
    });
  }

  it('after it has answered a request that arrived whole', async (t) => {
    t.diagnostic(`${(await inWork.closed) - began} ms`);
    assert.match(inWork.received(), /^HTTP\/1\.1 201 /);
    assert.match(inWork.received(), /\r\nconnection: close\r\n/i);
  });

  it('after it has accepted an upload that makes progress', async (t) => {
    t.diagnostic(`${(await steady.closed) - began} ms`);
    assert.match(steady.received(), /^HTTP\/1\.1 202 /);
  });

  it('with code 0 at the end of its grace, if a client reads an export slowly', async () => {
    const { program, url } = await start(['api'], { SHUTDOWN_SECONDS: '3' });
    const { socket } = await exportUnread(url);
    const timer = setInterval(() => socket.read(64 * 1024), 100);
    const { code, ms } = await stop(program);
    clearInterval(timer);
    socket.destroy();
    assert.equal(code, 0, `after ${ms} ms`);
    assert.ok(ms > 2_000, `${ms} ms`);
  });
});

it('SIGTERM ends a worker with code 0, although a client of METRICS_PORT sends half a head', async () => {
  const { program, url } = await start(['worker'], { METRICS_PORT: '0' });
  const { closed } = open(url, 'GET /metrics HTTP/1.1\r\nHost: local');
  const { code, ms } = await stop(program);
  assert.equal(code, 0);
  assert.ok(ms < MOST_MS, `${ms} ms`);
  await closed;
});
