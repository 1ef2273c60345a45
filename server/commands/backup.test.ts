/** `backup` and `restore`: an installation with two tenants is saved while orders arrive, and goes on in another database. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '@octokit/webhooks-methods';
import pg from 'pg';
import { type Item, type Last, readArchive, SEAL, writeArchive } from '#kernel/backup/archive.ts';
import { readInstallation } from '#kernel/backup/writing.ts';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { hostListOf, withHostList } from '#kernel/db/host-list.ts';
import { connectAsOwner, listMigrations, readMigration } from '#kernel/db/migrate.ts';
import { keepPartitions } from '#kernel/db/partitions.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { startProxy } from '#kernel/testing/proxy.ts';
import { bringUpToDate } from '../boot.ts';
import { LEFT_OUT } from '../facts.ts';
import { listNeededFiles } from '../modules/media/files/files.sql.ts';
import { openStorage } from '../modules/media/storage/open-storage.ts';
import { filesOnDisk, sweep } from '../modules/media/testing/files.ts';
import { uploaded } from '../modules/media/testing/uploads.ts';
import { addRedirect, startWork, subscribe } from '../modules/webhooks/testing/receiver.ts';
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

const seal = (digest: string) => source.kernel.secrets.sign(SEAL, digest);
const isSealed = (digest: string, given: string) => given === seal(digest);

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
    // The server adds to these counts at its own time, also between a backup and the comparison.
    const table = name === 'key_usage' ? '(select tenant_id, key_id, hour from key_usage)' : name;
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(t)::text as row from ${table} t order by 1`,
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

  it('is whole also if another one is written to the same file meanwhile', async () => {
    const shared = mkdtempSync(join(folder, 'shared-'));
    const path = join(shared, 'nightly.backup');
    // Both have begun their files when the first can read its first table.
    await owner.query('begin; lock table tenants in access exclusive mode');
    const both = [1, 2].map(() => colonnade(`backup ${path} --json`, dataDir));
    const outcomes = Promise.allSettled(both);
    await untilWaiting(2).finally(() => owner.query('rollback'));
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'fulfilled'],
    );
    const items = await Array.fromAsync(readArchive(Readable.from([readFileSync(path)]), isSealed));
    assert.equal(items.at(-1)?.kind, 'last');
    assert.deepEqual(readdirSync(shared), ['nightly.backup']);
  });

  it('deletes what a killed one left a day ago, and nothing else', async () => {
    const shared = mkdtempSync(join(folder, 'shared-'));
    const yesterday = Date.now() / 1000 - 90_000;
    for (const name of ['a.0123abcd.part', 'a.new.part', 'b.0123abcd.part', 'a.89abcdef.part']) {
      writeFileSync(join(shared, name), '');
      if (name !== 'a.89abcdef.part') utimesSync(join(shared, name), yesterday, yesterday);
    }
    await colonnade(`backup ${join(shared, 'a')}`, dataDir);
    assert.deepEqual(readdirSync(shared).sort(), ['a', 'a.89abcdef.part', 'a.new.part', 'b.0123abcd.part']);
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

  it('a data directory that cannot be written', async () => {
    const blocked = join(mkdtempSync(join(folder, 'blocked-')), 'file');
    writeFileSync(blocked, '');
    await refused(file, /cannot be (written|used): not a directory/, { DATA_DIR: join(blocked, 'data') });
  });

  /** A sound file with other items. */
  const changed = async (change: (item: Item) => void, sign = seal) => {
    const items = async function* () {
      for await (const item of readArchive(Readable.from([bytes]), isSealed)) {
        change(item);
        yield item;
      }
    };
    return written(Buffer.concat(await Array.fromAsync(writeArchive(items(), sign))));
  };

  it('the backup of a newer version', async () => {
    const path = await changed(({ kind, value }) => {
      if (kind === 'head') value.migrations.push({ name: '9999-of-tomorrow', checksum: '' });
    });
    await refused(path, /newer version of Colonnade \(it has "9999-of-tomorrow"\)/);
  });

  it('a file that someone without the secret changed, and leaves the database without its rows', async () => {
    const secrets = deriveSecrets(['a secret that someone else knows, long enough']);
    const forged = await changed(
      ({ kind, value }) => {
        if (kind === 'head') value.program = 'forged';
      },
      (digest) => secrets.sign(SEAL, digest),
    );
    await refused(forged, /^The backup was changed after it was made, or made by another installation\.$/);
    const client = await asSuperuser({ connectionString: settings.DATABASE_URL });
    assert.equal((await client.query('select from tenants')).rowCount, 0);
  });

  it('a file that is sound and yet not whole, or not ours', async () => {
    const lackingTable = await changed(({ kind, value }) => {
      if (kind === 'head') value.tables = value.tables.filter(({ name }) => name !== 'audit_log');
    });
    await refused(lackingTable, /^The backup is damaged or cut off: table audit_log is missing\.$/);
    const lackingCounter = await changed(({ kind, value }) => {
      if (kind === 'last') value.counters = value.counters.filter(({ name }) => name !== 'event_positions');
    });
    await refused(lackingCounter, /: sequence event_positions is missing\.$/);
    const elsewhere = await changed(({ kind, value }) => {
      if (kind === 'file') value.key = '../../elsewhere';
    });
    await refused(elsewhere, /: "\.\.\/\.\.\/elsewhere" is not the name of a file\.$/);
    const headless = await changed((item) => {
      if (item.kind === 'head') Object.assign(item, { value: null });
    });
    await refused(headless, /: it does not begin with its head\.$/);
  });

  it('a file that is no backup', async () => {
    await refused(written(Buffer.from('no backup')), /^The file is not a backup of Colonnade\.$/);
    const former = Buffer.from(bytes);
    former.write('colonnade backup 1');
    await refused(
      written(former),
      /^The backup has another format\. Restore it with the version that made it/,
    );
    await refused(join(folder, 'nowhere'), /cannot be read: no such file/);
  });

  it('a damaged file, wherever a bit is wrong or the rest is missing', async () => {
    const read = async (content: Buffer) => {
      const items = await Array.fromAsync(readArchive(Readable.from([content]), isSealed));
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
    const address = { connectionString: settings.DATABASE_URL };
    const client = await asSuperuser(address);
    await client.query('create function of_the_template() returns int language sql return 1');
    const wrong = await changed(({ kind, value }) => {
      if (kind === 'end' && 'sha256' in value) value.sha256 = value.sha256.replace(/./g, '0');
    });
    await refused(wrong, /^The backup is damaged or cut off: file \S+ differs from its digest\.$/);
    const unfinished = /^A restore into this database is under way, or was broken off\./;
    await assert.rejects(bringUpToDate(address, source.kernel.secrets), { message: unfinished });
    for (const line of ['tenant list', 'migrate', `backup ${join(folder, 'half')}`])
      await assert.rejects(colonnade(line, settings), { message: unfinished });
    assert.deepEqual(await contentOf(client), Object.fromEntries(TABLES.map((name) => [name, []])));
    await colonnade(`restore ${file}`, settings);
    assert.deepEqual(await contentOf(client), before);
    assert.match((await colonnade('tenant list', settings)).stdout, new RegExp(a.slug));
    await client.query('select of_the_template()');
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

it('a backup has the files of assets that are deleted while it runs; they are removed afterwards', async () => {
  const deleted = await uploaded(source, a.key, Buffer.from('deleted during a backup'));
  const { address, secrets } = { address: source.database, secrets: source.kernel.secrets };
  const reader = new pg.Client(asRole(address, ROLES.backup, secrets.databasePassword(ROLES.backup)));
  await reader.connect();
  after(() => reader.end());
  const storage = openStorage(source.kernel.config.media);
  const read = (key: string) => storage.read(key).catch(() => null);
  const about = { program: 'test', fingerprint: secrets.fingerprints[0]! };
  const items = readInstallation(reader, about, LEFT_OUT, { list: listNeededFiles, read });
  assert.equal((await items.next()).value.kind, 'head');
  const answer = await source.call('DELETE', `/v1/media/${deleted.id}`, { token: a.key });
  assert.equal(answer.status, 200, answer.text);
  source.advance(600_000);
  await sweep(source);
  const { value } = (await Array.fromAsync(items)).at(-1)!;
  assert.deepEqual([(value as Last).files, (value as Last).missing], [2, []]);
  await reader.end();
  await sweep(source);
  assert.equal(filesOnDisk(source, a).length, 1);
});

describe('a backup of the version before', () => {
  // A migration that this program knows, and the one that made the backup did not.
  const newest = readMigration(
    `${String(listMigrations().length + 1).padStart(4, '0')}-newest`,
    '-- Works with: 39\n-- Needs: a-change-of-rows\nselect 1;',
  );
  after(() => {
    if (listMigrations().at(-1) === newest) listMigrations().pop();
  });

  it('is restored if the change of rows that a newer migration needs was done, and refused if not', async () => {
    const backup = async () => {
      const path = join(folder, crypto.randomUUID());
      await colonnade(`backup ${path}`, dataDir);
      return path;
    };
    await owner.query("insert into row_changes (name) values ('a-change-of-rows')");
    const before = await backup();
    await owner.query('update row_changes set done_at = now()');
    const done = await backup();
    listMigrations().push(newest);
    const settings = {
      DATABASE_URL: (await emptyDatabase()).connectionString,
      DATA_DIR: join(folder, 'former'),
    };
    await assert.rejects(colonnade(`restore ${before}`, settings), {
      message:
        /needs the change "a-change-of-rows" of all rows, which is not done yet\. Restore the backup with the/,
    });
    await colonnade(`restore ${done}`, settings);
    assert.match((await colonnade('doctor', settings)).stdout, /✓ migrations +up to date/);
  });
});

it('the commands of docs/guides/backups.md save an installation and try its restore', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/backups.md'), 'utf8');
  const lines = [...guide.matchAll(/^(?:DATABASE_URL=\S+ DATA_DIR=\S+ )?npx colonnade (.*)$/gm)];
  const path = join(folder, 'of-the-guide');
  const commands = lines.map(([, line]) => line!.replace(/\/backups\/\S+(?: \+%F\))?/, path));
  const trial = await emptyDatabase();
  const outputs: string[] = [];
  // A restore and its trial are one command, for two databases.
  for (const command of new Set(commands)) {
    const { stdout } = await colonnade(command, {
      DATABASE_URL: (outputs.length === 0 ? source.database : trial).connectionString,
      DATA_DIR: outputs.length === 0 ? dataDir.DATA_DIR : join(folder, 'trial'),
    });
    outputs.push(stdout);
  }
  const [backup, restore, doctor, ...others] = outputs;
  assert.match(backup!, /^\d+ rows and \d+ files are saved/);
  assert.match(restore!, /is restored and verified: 2 tenants, .* 1 files\.$/m);
  for (const part of ['migrations', 'isolation', 'roles', 'inventory'])
    assert.match(doctor!, new RegExp(`^✓ ${part} `, 'm'));
  assert.deepEqual(others, []);
});
