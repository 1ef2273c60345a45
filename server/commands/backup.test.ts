/** `backup` and `restore`: an installation with two tenants is saved while orders arrive, and goes on in another database. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '@octokit/webhooks-methods';
import type pg from 'pg';
import { type Item, readArchive, writeArchive } from '#kernel/backup/archive.ts';
import { SetupError } from '#kernel/config.ts';
import { hostListOf, withHostList } from '#kernel/db/host-list.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { keepPartitions } from '#kernel/db/partitions.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { startProxy } from '#kernel/testing/proxy.ts';
import { bringUpToDate } from '../boot.ts';
import { LEFT_OUT } from '../facts.ts';
import { uploaded } from '../modules/media/testing/uploads.ts';
import { addRedirect, eventually, startWork, subscribe } from '../modules/webhooks/testing/receiver.ts';
import { newTenant, type TestApp, type TestTenant, useApp } from '../testing.ts';
import { runCommand } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'colonnade-backup-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const server = process.env.TEST_POSTGRES!;
const superuser = await connectAsOwner({ connectionString: `${server}/postgres` });

/** An empty database whose owner is no superuser, as a hosted PostgreSQL offers it. */
const OWNER = `plain_${crypto.randomUUID().slice(0, 8)}`;
await superuser.query(`create role ${OWNER} login createrole password 'owner'`);
const databases: string[] = [];
async function emptyDatabase(): Promise<{ connectionString: string }> {
  const name = `restored_${crypto.randomUUID().slice(0, 8)}`;
  await superuser.query(`create database ${name} owner ${OWNER}`);
  databases.push(name);
  const url = new URL(`${server}/${name}`);
  Object.assign(url, { username: OWNER, password: 'owner' });
  return { connectionString: url.toString() };
}
after(async () => {
  for (const name of databases) await superuser.query(`drop database ${name} with (force)`);
  await superuser.query(`drop role ${OWNER}`);
  await superuser.end();
});

const source = await useApp();
const { colonnade } = useProgram(source.database);
const dataDir = { DATA_DIR: source.kernel.config.dataDir };
const [a, b] = [await newTenant(source), await newTenant(source)];

/** A receiver that is down until `isUp`. */
const hook = { isUp: false, url: '', secret: '', received: [] as { from: string; isVerified: boolean }[] };
const receiver = createServer(async (request, response) => {
  const raw = Buffer.concat(await request.toArray()).toString();
  const isVerified = await verify(hook.secret, raw, String(request.headers['x-service-signature']));
  if (hook.isUp) hook.received.push({ from: JSON.parse(raw).data.from, isVerified });
  response.writeHead(hook.isUp ? 200 : 503).end();
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
hook.url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
after(() => receiver.close().closeAllConnections());

async function post(app: TestApp, tenant: TestTenant, path: string, body: object, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const answer = await app.call('POST', path, { token: tenant.key, body, headers });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data;
}

const customers = new Map([
  [a.id, await a.customer('Tab\there, "quotes", \\ and\nlines')],
  [b.id, await b.customer()],
]);
const orderOf = (tenant: TestTenant) => ({
  customerId: customers.get(tenant.id),
  items: [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }],
  metadata: { note: 'ünïcode \u0001 \\N' },
});
for (const tenant of [a, b]) await post(source, tenant, '/v1/crm/orders', orderOf(tenant), 'the same key');
await source.call('PUT', '/v1/content/types/page', {
  token: a.key,
  body: { title: 'Page', fields: [{ name: 'title', kind: 'text' }] },
});
const entry = await post(source, a, '/v1/content/entries', { type: 'page', fields: { title: 'Hello' } });
const asset = await uploaded(source, a.key, Buffer.from('the bytes of a file'));
await a.staff('editor');
// One delivery failed and waits for its next attempt; one event has not been dispatched yet.
await subscribe(source, a, hook);
await addRedirect(source, a, '/first');
const owner = await connectAsOwner(source.database);
after(() => owner.end());
// An event of an earlier week, in a partition of its own.
await owner.query(
  `insert into events (tenant_id, id, type, data, created_at)
   values ($1, gen_random_uuid(), 'order.placed', '{}', now() - interval '30 days')`,
  [b.id],
);
await keepPartitions(owner, 365);
const work = source.startWork();
while ((await owner.query("select from webhook_queue where state = 'waiting'")).rowCount === 0);
await work.stop();
await addRedirect(source, a, '/second');
// The use of a key is noted a moment later.
const unnoted = `select from api_keys k
  where last_used_at is null or not exists (select from api_key_networks n where n.key_id = k.id)`;
while ((await owner.query(unnoted)).rowCount! > 0) await sleep(20);

const file = join(folder, 'installation.backup');
const saved = await colonnade(`backup ${file} --json`, dataDir);
const target = await emptyDatabase();
const targetSettings = { DATABASE_URL: target.connectionString, DATA_DIR: join(folder, 'target') };
const TABLES = await tablesOf(owner);

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relpersistence = 'p' and relname not in ('schema_migrations', 'installation') order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
}

async function contentOf(client: pg.Client): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const name of TABLES) {
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${name} t order by 1`,
    );
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}

const before = await contentOf(owner);
const restored = await colonnade(`restore ${file} --json`, targetSettings);
const there = await useApp({ DATA_DIR: targetSettings.DATA_DIR }, () => target);
const asSuperuser = async (database: { connectionString: string }) => {
  const client = await connectAsOwner({
    connectionString: server + new URL(database.connectionString).pathname,
  });
  after(() => client.end());
  return client;
};

describe('a backup', () => {
  it('is one private file, and the output counts what is in it', () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(folder).sort(), ['installation.backup', 'target']);
    const { rows, files, missing } = JSON.parse(saved.stdout);
    assert.equal(rows, Object.values(before).flat().length);
    assert.deepEqual([files, missing, saved.exitCode], [1, [], 0]);
  });

  it('does not contain the secret, and its output says so', async () => {
    const { stdout } = await colonnade(`backup ${join(folder, 'second.backup')}`, dataDir);
    assert.match(stdout, /^The secret is not in the backup\./m);
  });

  it('names a file that a row needs and the storage lacks', async () => {
    const { exitCode, stdout } = await colonnade(`backup ${join(folder, 'third.backup')} --json`, {
      DATA_DIR: join(folder, 'without files'),
    });
    assert.equal(JSON.parse(stdout).missing.length, 1);
    assert.equal(exitCode, 1);
  });

  it('is read from the primary if the address has several hosts', async () => {
    const { connectionString } = source.database;
    const several = withHostList(connectionString, `127.0.0.1:1,${hostListOf(connectionString)}`);
    const { stdout } = await colonnade(`backup ${join(folder, 'fourth.backup')} --json`, {
      ...dataDir,
      DATABASE_URL: several,
    });
    assert.equal(JSON.parse(stdout).files, 1);
  });

  it('whose connection breaks gets a sentence, and leaves no file', async (t) => {
    const proxy = await startProxy();
    t.after(() => proxy.close());
    const cut = mkdtempSync(join(folder, 'cut-'));
    const { connectionString } = proxy.inFrontOf(source.database);
    await owner.query('begin; lock table tenants in access exclusive mode');
    const broken = assert.rejects(
      colonnade(`backup ${join(cut, 'a')}`, { ...dataDir, DATABASE_URL: connectionString }),
      { message: 'The database broke off the backup: Connection terminated unexpectedly.' },
    );
    await untilWaiting(1)
      .then(() => proxy.cut())
      .finally(() => owner.query('rollback'));
    await broken;
    assert.deepEqual(readdirSync(cut), []);
  });
});

/** Returns when so many backups wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = async () => {
    const { rowCount } = await superuser.query(
      `select from pg_stat_activity
       where datname = $1 and application_name = 'colonnade backup' and wait_event_type = 'Lock'`,
      [new URL(source.database.connectionString).pathname.slice(1)],
    );
    return rowCount;
  };
  for (const end = Date.now() + 8_000; (await waiting()) !== count; await sleep(20))
    assert.ok(Date.now() < end, `${count} backups wait for a lock`);
}

describe('a restored installation', () => {
  it('has the same rows in every table, and prints what it verified', async () => {
    const client = await asSuperuser(target);
    assert.deepEqual(await contentOf(client), before);
    const { tenants, rows, files, brokenLogs } = JSON.parse(restored.stdout);
    assert.deepEqual([tenants, files, brokenLogs, restored.exitCode], [2, 1, [], 0]);
    assert.equal(rows, Object.values(before).flat().length);
    for (const name of LEFT_OUT) assert.equal((await client.query(`select from ${name}`)).rowCount, 0, name);
  });

  it('has its rules back: foreign keys, indexes, triggers, row-level security', async () => {
    const client = await asSuperuser(target);
    const rules = async (of: pg.Client) => {
      const { rows } = await of.query(`
        select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text as rule
          from pg_constraint where connamespace = 'public'::regnamespace
        union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
        union all select pg_get_indexdef(indexrelid) || indisvalid::text from pg_index
          where indrelid::regclass::text !~ '^pg_'
        union all select oid::regclass || ' ' || relrowsecurity::text || relforcerowsecurity::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
      return rows;
    };
    assert.deepEqual(await rules(client), await rules(owner));
    assert.match((await colonnade('doctor', targetSettings)).stdout, /✓ isolation/);
  });

  it('knows keys, passwords and repeated requests, and goes on counting orders', async () => {
    const slug = a.slug;
    const body = { email: `owner@${slug}.example`, password: 'correct horse battery', tenant: slug };
    assert.equal((await there.call('POST', '/v1/auth/sign-in', { body })).status, 200);
    const first = await post(source, a, '/v1/crm/orders', orderOf(a), 'the same key');
    assert.deepEqual(await post(there, a, '/v1/crm/orders', orderOf(a), 'the same key'), first);
    const next = await post(there, a, '/v1/crm/orders', orderOf(a));
    assert.equal(Number(next.orderNumber), Number(first.orderNumber) + 1);
    const shown = await there.call('GET', `/v1/content/entries/${entry.id}`, { token: a.key });
    assert.equal(shown.body.data.fields.title, 'Hello');
  });

  it('serves its files', async () => {
    const { body } = await there.call('GET', `/v1/media/${asset.id}`, { token: a.key });
    const answer = await there.call('GET', new URL(body.data.url, 'http://localhost').pathname);
    assert.equal(answer.text, 'the bytes of a file');
  });

  it('dispatches waiting events, and sends pending deliveries with their secrets', async (t) => {
    hook.isUp = true;
    there.advance(3_600_000);
    startWork(there, t);
    await eventually('both have arrived', () => hook.received.length >= 2);
    const received = hook.received.sort((one, other) => one.from.localeCompare(other.from));
    assert.deepEqual(received, [
      { from: '/first', isVerified: true },
      { from: '/second', isVerified: true },
    ]);
  });
});

describe('restore refuses', async () => {
  const bytes = readFileSync(file);
  const settings = {
    DATABASE_URL: (await emptyDatabase()).connectionString,
    DATA_DIR: join(folder, 'refusing'),
  };
  const written = (content: Uint8Array) => {
    const path = join(folder, crypto.randomUUID());
    writeFileSync(path, content);
    return path;
  };
  const flipped = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1;
    return copy;
  };
  const refused = (path: string, sentence: RegExp, env = {}) =>
    assert.rejects(colonnade(`restore ${path}`, { ...settings, ...env }), (error: Error) => {
      assert.ok(error instanceof SetupError, String(error.stack));
      assert.match(error.message, sentence);
      return true;
    });

  it('another secret, and a missing one', async () => {
    const other = { COLONNADE_SECRET: 'another secret, which is long enough too' };
    await refused(file, /^The backup was made with another secret\./, other);
    await refused(file, /^A restore needs the secret/, { COLONNADE_SECRET: '' });
  });

  it('a database that is not empty, and a media storage that is not empty', async () => {
    await refused(file, /^The database is not empty\./, { DATABASE_URL: target.connectionString });
    await refused(file, /^The media storage is not empty\./, dataDir);
  });

  /** A sound file with other items. */
  const changed = async (change: (item: Item) => void) => {
    const items = async function* () {
      for await (const item of readArchive(Readable.from([bytes]))) {
        change(item);
        yield item;
      }
    };
    return written(Buffer.concat(await Array.fromAsync(writeArchive(items()))));
  };

  it('the backup of a newer version', async () => {
    const path = await changed(({ kind, value }) => {
      if (kind === 'head') value.migrations.push({ name: '9999-of-tomorrow', checksum: '' });
    });
    await refused(path, /newer version of Colonnade \(it has "9999-of-tomorrow"\)/);
  });

  it('a file that is no backup', async () => {
    await refused(written(Buffer.from('no backup')), /^The file is not a backup of Colonnade\.$/);
    await refused(join(folder, 'nowhere'), /cannot be read: no such file/);
  });

  it('a damaged file, wherever a bit is wrong or the rest is missing', async () => {
    const read = async (content: Buffer) => {
      const items = await Array.fromAsync(readArchive(Readable.from([content])));
      return JSON.stringify(items);
    };
    const whole = await read(bytes);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 200)) {
      for (const content of [flipped(at), bytes.subarray(0, at)]) {
        const found = await read(content).catch((error) => error);
        // The last bytes only end the compression: all records may be there, with the right digest.
        assert.ok(found instanceof SetupError || found === whole, `byte ${at} of ${bytes.length}: ${found}`);
      }
    }
    await assert.rejects(read(bytes.subarray(0, -100)), SetupError);
  });

  it('to leave half an installation: no server starts on it, and the next restore begins again', async () => {
    const wrong = await changed(({ kind, value }) => {
      if (kind === 'end' && 'sha256' in value) value.sha256 = value.sha256.replace(/./g, '0');
    });
    await refused(wrong, /^The backup is damaged or cut off: file \S+ differs from its digest\.$/);
    const address = { connectionString: settings.DATABASE_URL };
    const unfinished = /^A restore into this database is under way, or was broken off\./;
    await assert.rejects(bringUpToDate(address, source.kernel.secrets), { message: unfinished });
    for (const line of ['tenant list', 'migrate', `backup ${join(folder, 'half')}`])
      await assert.rejects(colonnade(line, settings), { message: unfinished });
    const client = await asSuperuser(address);
    assert.deepEqual(await contentOf(client), Object.fromEntries(TABLES.map((name) => [name, []])));
    await colonnade(`restore ${file}`, settings);
    assert.deepEqual(await contentOf(client), before);
    assert.match((await colonnade('tenant list', settings)).stdout, new RegExp(a.slug));
  });
});

it('a backup under load has every order that was acknowledged before it, and no order in part', async () => {
  const placed: string[] = [];
  let isOver = false;
  const load = [a, b, a, b].map(async (tenant) => {
    while (!isOver) {
      placed.push((await post(source, tenant, '/v1/crm/orders', orderOf(tenant))).id);
      await sleep(20);
    }
  });
  while (placed.length < 50) await sleep(10);
  const acknowledged = [...placed];
  const database = await emptyDatabase();
  const program = `"${process.execPath}" "${join(import.meta.dirname, '../main.ts')}"`;
  const from = `DATABASE_URL='${source.database.connectionString}' DATA_DIR='${dataDir.DATA_DIR}'`;
  const to = `DATABASE_URL='${database.connectionString}' DATA_DIR='${join(folder, 'under load')}'`;
  const pipe = `set -o pipefail; ${from} ${program} backup - | ${to} ${program} restore -`;
  const { ended, stdout, stderr } = runCommand(['bash', '-c', pipe], { COLONNADE_SECRET: TEST_SECRET });
  const { code } = await ended();
  isOver = true;
  await Promise.all(load);
  assert.equal(code, 0, stderr());
  assert.match(stdout(), /^The backup of \S+ is restored and verified: 2 tenants, /);
  const client = await asSuperuser(database);
  const { rows } = await client.query<{ id: string; lines: number; events: number }>(
    `select o.id, (select count(*)::int from order_lines l where l.order_id = o.id) as lines,
       (select count(*)::int from events e where e.type = 'order.placed' and e.data->>'id' = o.id::text) as events
     from orders o`,
  );
  const stored = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !stored.has(id)),
    [],
  );
  assert.ok(rows.every(({ lines, events }) => lines === 1 && events === 1));
  assert.ok(placed.length > acknowledged.length + 50, 'orders arrived during the backup');
});
