/** Lets our roles, and no others, into the database, with passwords that our secret derives. */
import { createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import pg from 'pg';
import { asRole, type DatabaseAddress, ROLES } from '#kernel/db/db.ts';
import { toPrimary } from '#kernel/db/primary.ts';
import { type Secrets, sha256 } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';

export async function openToRoles(
  client: pg.Client,
  address: DatabaseAddress,
  secrets: Secrets,
): Promise<void> {
  await closeDatabase(client);
  await openRoles(client, address, secrets);
}

/**
 * PostgreSQL lets every role connect to a new database and create temporary tables there. This one admits its own roles only, and
 * they create no tables. Unchanged rights are not written again: other processes may be writing the same row of pg_database.
 */
export async function closeDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname as name from pg_database d
     where d.datname = current_database() and pg_has_role(d.datdba, 'usage') and (
       exists (
         select from aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) g
         where g.grantee = 0 or g.grantee = any($1::regrole[]) and g.privilege_type = 'TEMPORARY')
       or exists (select from unnest($1::regrole[]) role where not has_database_privilege(role, d.oid, 'connect')))`,
    [Object.values(ROLES)],
  );
  if (rows.length === 0) return;
  const database = pg.escapeIdentifier(rows[0]!.name);
  const roles = Object.values(ROLES).join(', ');
  await client.query(`
    revoke connect, temporary on database ${database} from public;
    revoke temporary on database ${database} from ${roles};
    grant connect on database ${database} to ${roles}`);
}

/** Gives the roles the passwords that our secret derives, unless they have them already. */
async function openRoles(client: pg.Client, address: DatabaseAddress, secrets: Secrets): Promise<void> {
  for (const role of Object.values(ROLES)) {
    const password = secrets.databasePassword(role);
    const enters = () => canEnter(asRole(address, role, password));
    if (await enters()) continue;
    await assertNotAnothers(client, role, secrets);
    try {
      await client.query(
        `alter role ${pg.escapeIdentifier(role)} login password ${pg.escapeLiteral(verifierOf(password))};
         comment on role ${pg.escapeIdentifier(role)} is ${pg.escapeLiteral(KEEPER + secrets.fingerprints[0])}`,
      );
    } catch (error) {
      // Another Colonnade database on the same server may have done it at the same moment.
      if (await enters()) continue;
      throw new SetupError(
        `The role "${role}" does not have the password that our secret gives it, and "${client.user}" may not ` +
          `change that: ${(error as Error).message}. Use the secret it was made with, ` +
          `or let a superuser run: grant ${role} to "${client.user}" with admin option`,
      );
    }
    if (!(await enters())) {
      throw new SetupError(
        `The database does not let the role "${role}" in with a password. Allow it in pg_hba.conf (method scram-sha-256).`,
      );
    }
  }
}

const ROUNDS = 4096;

/**
 * The text that PostgreSQL stores for a password (SCRAM-SHA-256, RFC 5803). The password itself would be readable in the server's log,
 * in pg_stat_activity and in pg_stat_statements, and with it the rows of all tenants.
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = sha256(keyOf('Client Key')).toString('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${server}`;
}

/** Roles belong to the whole server; a comment on each names the secret that its password comes from. */
const KEEPER = 'Colonnade, secret ';

async function assertNotAnothers(client: pg.Client, role: string, secrets: Secrets): Promise<void> {
  const { rows } = await client.query<{ note: string | null }>(
    "select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = $1",
    [role],
  );
  const note = rows[0]?.note ?? '';
  if (!note.startsWith(KEEPER) || secrets.fingerprints.includes(note.slice(KEEPER.length))) return;
  throw new SetupError(
    `The role "${role}" of this PostgreSQL server serves a Colonnade with another secret, which this one would lock ` +
      'out. Give both the same COLONNADE_SECRET, or use another server.',
  );
}

async function canEnter(address: string): Promise<boolean> {
  const { Client, connectionString } = toPrimary(address);
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
