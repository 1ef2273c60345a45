import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { SetupError } from '#kernel/setting.ts';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { newFolder, runProgram } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

const folder = newFolder();
const empty = await emptyDatabase();
const migrated = await cloneDatabase();
after(() => migrated.drop());

const settings = {
  DATABASE_URL: empty,
  COLONNADE_SECRET: TEST_SECRET,
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
};

/** An empty database of the tests' server. */
async function emptyDatabase(): Promise<string> {
  const server = process.env.TEST_POSTGRES!;
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const asOwner = async (sql: string) => {
    const owner = await connectAsOwner({ connectionString: `${server}/postgres` });
    await owner.query(`${sql} ${pg.escapeIdentifier(name)}`).finally(() => owner.end());
  };
  await asOwner('create database');
  after(() => asOwner('drop database'));
  return `${server}/${name}`;
}

/** Implements just enough of PostgreSQL's protocol to answer the question for its version. */
function answerAsVersion(version: string) {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const column = Buffer.from([
    0,
    1,
    ...Buffer.from('version\0'),
    ...Array(6).fill(0),
    0,
    0,
    0,
    23,
    0,
    4,
    255,
    255,
    255,
    255,
    0,
    0,
  ]);
  const row = Buffer.from([0, 1, 0, 0, 0, version.length, ...Buffer.from(version)]);
  return (socket: Socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]));
      socket.once('data', () =>
        socket.write(
          Buffer.concat([
            message('T', column),
            message('D', row),
            message('C', Buffer.from('SELECT 1\0')),
            ready,
          ]),
        ),
      );
    });
    socket.on('error', () => {});
  };
}

async function listening(onConnection?: (socket: Socket) => void): Promise<number> {
  const server = createServer(onConnection).listen(0, '127.0.0.1');
  after(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const taken = String(await listening());
const old = await listening(answerAsVersion('140012'));
writeFileSync(join(folder, 'file'), '');

describe('an obstacle to the start is reported in one sentence:', () => {
  const { colonnade } = useProgram(migrated);
  const cases: Record<string, { line?: string; env: Record<string, string>; message: RegExp }> = {
    'a host that is not this machine': {
      env: { HOST: '192.0.2.1' },
      message: /^HOST 192\.0\.2\.1 is not an address of this machine\.$/,
    },
    'a host name that does not exist': {
      env: { HOST: 'nowhere.invalid' },
      message: /^HOST nowhere\.invalid is not an address of this machine\.$/,
    },
    'an address of another link': {
      env: { HOST: 'fe80::1%lo', PUBLIC_URL: 'http://a.example' },
      message: /^HOST fe80::1%lo is not an address of this machine\.$/,
    },
    'a certificate that does not exist': {
      env: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d?sslrootcert=/nope' },
      message: /^DATABASE_URL cannot be used: ENOENT: no such file or directory, open '\/nope'\.$/,
    },
    'a database that cannot be reached': {
      env: { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/d' },
      message: /^The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    },
    'a database that refuses its owner': {
      env: { DATABASE_URL: migrated.connectionString.replace(/:[^:@]*@/, ':wrong@') },
      message: /^The database cannot be reached: password authentication failed for user ".*"\.$/,
    },
    'a database that is too old': {
      env: { DATABASE_URL: `postgres://u:p@127.0.0.1:${old}/d` },
      message: /^PostgreSQL 15 or newer is needed; this database is version 14\.$/,
    },
    'a database that is not migrated': {
      line: 'worker',
      env: { DATABASE_URL: empty },
      message: /^The database is not migrated\. Run: npx colonnade migrate$/,
    },
    'the secret of another installation': {
      line: 'api',
      env: { COLONNADE_SECRET: 'x'.repeat(32) },
      message: /^This database was set up with another secret: set COLONNADE_SECRET to that one, .*\.$/,
    },
    'a data directory that cannot be created': {
      env: { DATABASE_URL: '', DATA_DIR: join(folder, 'file/data') },
      message: /^The data directory \S+file\/data cannot be used: not a directory\.$/,
    },
    // Node's own mkdir would try for ever here.
    'a data directory in a file system without new folders': {
      env: { DATABASE_URL: '', DATA_DIR: '/proc/data' },
      message: /^The data directory \/proc\/data cannot be used: .*\.$/,
    },
    'an invalid network': {
      env: { WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/99' },
      message: /^WEBHOOK_ALLOW_NETWORKS: "10\.0\.0\.0\/99" is not a network\./,
    },
  };
  for (const [what, { line = 'start', env, message }] of Object.entries(cases)) {
    it(what, async () => {
      await assert.rejects(colonnade(line, { LOG_LEVEL: 'silent', ...env }), {
        constructor: SetupError,
        message,
      });
    });
  }

  it('a port in use, on stderr alone, with exit code 1 and without a stack', async () => {
    const program = runProgram(['start'], { ...settings, PORT: taken });
    assert.deepEqual(await program.ended(), { code: 1, signal: null });
    const sentence = `colonnade: Port ${taken} on 127.0.0.1 is taken. Choose another with PORT.\n`;
    assert.deepEqual([program.stderr(), program.stdout()], [sentence, '']);
  });

  it('a certificate of the database that does not exist, and a host that is none, without a stack', async () => {
    const wrong = { DATABASE_URL: `${empty}?sslrootcert=/nope` };
    for (const [env, sentence] of [
      [wrong, "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/nope'."],
      [{ HOST: '999.1.1.1' }, 'HOST must be an address or a name of this machine, but is "999.1.1.1".'],
    ] as const) {
      const program = runProgram(['start'], { ...settings, ...env });
      assert.deepEqual(await program.ended(), { code: 1, signal: null });
      assert.deepEqual([program.stderr(), program.stdout()], [`colonnade: ${sentence}\n`, '']);
    }
  });
});

describe('DATABASE_URL', () => {
  it('replaces the embedded database; a start that failed before did not use up the demo', async () => {
    const server = runProgram(['start'], settings);
    const [, url] = await server.says(/Base URL {4}(\S+)\n/);
    const [, key] = await server.says(/API key {5}(\S+)\n/);
    const me = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(me.status, 200);
    assert.equal(existsSync(join(settings.DATA_DIR, 'postgres')), false);
    server.child.kill('SIGTERM');
    assert.deepEqual(await server.ended(), { code: 0, signal: null });
  });

  it('creates no demo in production, but explains how to begin', async () => {
    const server = runProgram(['start'], {
      ...settings,
      MODE: 'production',
      DATABASE_URL: migrated.connectionString,
    });
    await server.says(/There is no tenant yet\. Make one: npx colonnade tenant create --name/);
    assert.doesNotMatch(server.stdout(), /sk_live_/);
    server.child.kill('SIGTERM');
    await server.ended();
  });
});
