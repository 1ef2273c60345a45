/** The schema of a database into which a backup is restored. Until the end it is marked, and no program starts on it. */
import type pg from 'pg';
import type { DatabaseAddress } from '#kernel/db/db.ts';
import {
  apply,
  assertChanged,
  CREATE_SCHEMA_MIGRATIONS,
  keepSecret,
  LOCK,
  listMigrations,
  RESTORE,
} from '#kernel/db/migrate.ts';
import { keepPartitions } from '#kernel/db/partitions.ts';
import { openToRoles } from '#kernel/db/role-entry.ts';
import type { Secrets } from '#kernel/secrets.ts';
import { SetupError } from '#kernel/setting.ts';

const RESTORE_LOCK = LOCK + 1;

/**
 * Empties the database if an earlier restore was broken off, and applies the migrations that the backup has. The mark stays until
 * `endRestore`.
 */
export async function beginRestore(
  client: pg.Client,
  address: DatabaseAddress,
  secrets: Secrets,
  state: 'empty' | 'broken off',
  upTo: number,
): Promise<void> {
  // An empty database may have functions of its template.
  const drop = state === 'broken off' ? `${DROP_ALL};` : '';
  await client.query(`begin; ${drop} ${CREATE_SCHEMA_MIGRATIONS}`);
  await client.query(
    "insert into schema_migrations (number, name, checksum, works_with) values ($1, $2, '', $1)",
    [RESTORE.number, RESTORE.name],
  );
  await client.query('commit');
  for (const migration of listMigrations().slice(0, upTo)) await apply(client, migration);
  await keepSecret(client, secrets);
  // A role with the password of another secret is reported before rows are loaded for hours.
  await openToRoles(client, address, secrets);
}

const UNCHANGED =
  'Restore the backup with the version that made it, run its worker until `doctor` no longer names the change, and upgrade then.';

/** Applies the migrations that are newer than the backup. */
export async function migrateRestored(
  client: pg.Client,
  address: DatabaseAddress,
  secrets: Secrets,
  from: number,
): Promise<void> {
  for (const migration of listMigrations().slice(from)) {
    await assertChanged(client, migration, UNCHANGED);
    await apply(client, migration);
  }
  // They may have created roles.
  await openToRoles(client, address, secrets);
  await keepPartitions(client, Number.POSITIVE_INFINITY);
}

export async function endRestore(client: pg.Client): Promise<void> {
  await client.query('delete from schema_migrations where number = $1', [RESTORE.number]);
}

/** Excludes other restores while the connection lasts. `broken off`: an earlier restore did not reach its end. */
export async function claimForRestore(client: pg.Client): Promise<'empty' | 'broken off' | 'in use'> {
  const { rows: locks } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    RESTORE_LOCK,
  ]);
  if (!locks[0]!.taken) throw new SetupError('Another restore into this database is under way.');
  const { rows } = await client.query<{ tables: number; migrations: string | null }>(
    `select count(*)::int as tables, to_regclass('public.schema_migrations')::text as migrations from pg_class c
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema$)'
       and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`,
  );
  const { tables, migrations } = rows[0]!;
  if (tables === 0) return 'empty';
  if (migrations === null) return 'in use';
  const { rowCount } = await client.query('select from schema_migrations where number = $1', [
    RESTORE.number,
  ]);
  return rowCount === 0 ? 'in use' : 'broken off';
}

// Tables and sequences are those of migrations, because a restore begins in a database without tables; the template may have made
// functions.
const DROP_ALL = `
  do $$
  declare
    object record;
  begin
    for object in
      select c.oid::regclass::text as name, case c.relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end as kind
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'r', 'p', 'S')
        and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
      -- The sequence of a column goes with its table.
      order by c.relkind = 'S'
    loop
      execute format('drop %s if exists %s cascade', object.kind, object.name);
    end loop;
    for object in
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
        and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    loop
      execute format('drop function if exists %s cascade', object.name);
    end loop;
  end $$`;
