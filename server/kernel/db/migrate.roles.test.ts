/** Roles belong to a whole PostgreSQL server, so these tests have their own: all other tests log in with the roles of theirs. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';
import { SHARED_TABLES } from '../../facts.ts';
import { asRole, connect, type DatabaseAddress, ROLES } from './db.ts';
import { startEmbedded } from './embedded.ts';
import { findHoles } from './inspect.ts';
import { connectAsOwner, listMigrations, migrate } from './migrate.ts';

const FIRST = 'the first secret of this installation, long enough';
const SECOND = 'the second secret of this installation, long enough';

const folder = await mkdtemp(join(tmpdir(), 'colonnade-roles-'));
const postgres = await startEmbedded({
  dataDir: folder,
  password: 'superuser',
  durable: false,
  flags: ['-c', 'log_statement=ddl'],
});
const at = (user: string, password: string, database: string) => ({
  connectionString: `postgres://${user}:${password}@${postgres.host}:${postgres.port}/${database}`,
});
const superuser = await connectAsOwner(at(postgres.user, 'superuser', 'postgres'));
after(async () => {
  await superuser.end();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** A database and its owner of the same name, who is no superuser: the usual offer of a hosted PostgreSQL. */
async function hosted(name: string, attributes = 'createrole'): Promise<DatabaseAddress> {
  await superuser.query(`create role ${name} login ${attributes} password 'owner'`);
  await superuser.query(`create database ${name} owner ${name}`);
  return at(name, 'owner', name);
}

async function entersAs(address: DatabaseAddress, secret: string): Promise<string[]> {
  const db = connect({ address, secrets: deriveSecrets([secret]), connections: 2, log: createLog('silent') });
  const name = async (work: Promise<{ rows: Record<string, unknown>[] }>) =>
    String((await work).rows[0]!.name);
  const question = 'select current_user as name';
  try {
    return [
      await name(db.inTenant(crypto.randomUUID(), (tx) => tx.query(question))),
      await name(db.inTenantsQuery([crypto.randomUUID()], question, [])),
      await name(db.acrossTenants((tx) => tx.query(question))),
      await name(db.identityQuery(question)),
      await name(asBackup(address, secret, question)),
    ];
  } finally {
    await db.close();
  }
}

async function asBackup(address: DatabaseAddress, secret: string, question: string) {
  const password = deriveSecrets([secret]).databasePassword(ROLES.backup);
  const client = await connectAsOwner({ connectionString: asRole(address, ROLES.backup, password) });
  return client.query(question).finally(() => client.end());
}

function refusal(sentence: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof SetupError, String(error));
    assert.match(error.message, sentence);
    return true;
  };
}

it('an owner without CREATEROLE gets an error that names the missing right', async () => {
  const address = await hosted('powerless', '');
  await assert.rejects(
    migrate(address, deriveSecrets([FIRST])),
    refusal(/^Migration "0001-roles-and-tenants" failed: permission denied to create role/),
  );
});

const first = await hosted('first');

it('an owner with CREATEROLE, who is no superuser, sets everything up, and tenants are isolated', async () => {
  const applied = await migrate(first, deriveSecrets([FIRST]));
  assert.equal(applied.length, listMigrations().length);
  assert.deepEqual(await entersAs(first, FIRST), Object.values(ROLES));
  const owner = await connectAsOwner(first);
  assert.deepEqual(await findHoles(owner, SHARED_TABLES).finally(() => owner.end()), []);
});

it('two databases of one server share the roles when they have the same secret', async () => {
  const second = await hosted('second');
  await migrate(second, deriveSecrets([FIRST]));
  assert.deepEqual(await entersAs(second, FIRST), Object.values(ROLES));
  assert.deepEqual(await entersAs(first, FIRST), Object.values(ROLES));
});

it('a database with another secret is refused on a server whose roles serve the first', async () => {
  await superuser.query('create database third');
  const third = at(postgres.user, 'superuser', 'third');
  await assert.rejects(
    migrate(third, deriveSecrets([SECOND])),
    refusal(/^The role "colonnade_app" of this PostgreSQL server serves a Colonnade with another secret/),
  );
  assert.deepEqual(await entersAs(first, FIRST), Object.values(ROLES));
});

it('a new secret that names the former one takes over, and the former one alone is refused afterwards', async () => {
  await migrate(first, deriveSecrets([SECOND, FIRST]));
  assert.deepEqual(await entersAs(first, SECOND), Object.values(ROLES));
  await assert.rejects(entersAs(first, FIRST), { code: 'unavailable' });
  await assert.rejects(migrate(first, deriveSecrets([FIRST])), refusal(/was set up with another secret/));
});

it('an owner who may not alter the roles gets an error with the remedy', async () => {
  // Roles that a person created by hand.
  for (const role of Object.values(ROLES)) await superuser.query(`comment on role ${role} is null`);
  const fourth = await hosted('fourth');
  await assert.rejects(
    migrate(fourth, deriveSecrets([FIRST])),
    refusal(
      /^The role "colonnade_app" does not have .* "fourth" may not change that: permission denied .* grant colonnade_app to "fourth" with admin option$/,
    ),
  );
});

it('an address that names its user among its parameters still logs in as our roles', async () => {
  const odd = {
    connectionString: `postgres://${postgres.host}:${postgres.port}/first?user=${postgres.user}&password=superuser`,
  };
  assert.deepEqual(await entersAs(odd, SECOND), Object.values(ROLES));
});

it('a server that logs its statements, or those that fail, gets no password of a role', async () => {
  const log = await readFile(join(folder, 'postgres.log'), 'utf8');
  assert.match(log, /LOG: {2}statement: .*alter role "?colonnade_backup/);
  assert.match(log, /STATEMENT: {2}.*alter role "?colonnade_app/, 'that of the owner who may not alter it');
  for (const secret of [FIRST, SECOND]) {
    for (const role of Object.values(ROLES))
      assert.ok(!log.includes(deriveSecrets([secret]).databasePassword(role)), role);
  }
});
