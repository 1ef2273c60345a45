import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { SHARED_TABLES } from '../../facts.ts';
import { ROLES } from './db.ts';
import { findHoles } from './inspect.ts';
import { connectAsOwner } from './migrate.ts';

const database = await cloneDatabase();
const owner = await connectAsOwner(database);
after(async () => {
  await owner.end();
  await database.drop();
});

/** The holes after these statements, which stay invisible to other transactions and are undone, roles included. */
async function holesAfter(statements: string, roles = ROLES as Parameters<typeof findHoles>[2]) {
  await owner.query('begin');
  try {
    await owner.query(statements);
    return await findHoles(owner, SHARED_TABLES, roles);
  } finally {
    await owner.query('rollback');
  }
}

const TENANT_TABLE = 'create table notes (tenant_id uuid not null, id uuid, primary key (tenant_id, id));';
const FORCED = 'alter table notes enable row level security; alter table notes force row level security;';
const BACKED_UP = "select let_backup_read('notes');";
const WALLED = TENANT_TABLE + FORCED + BACKED_UP;
const OWN_TENANT = 'tenant_id = (select current_tenant())';

it('the migrated database has no hole', async () => {
  assert.deepEqual(await findHoles(owner, SHARED_TABLES), []);
});

it('a new table with forced row-level security and the usual policy is no hole', async () => {
  const policy = `create policy own_tenant on notes to colonnade_app using (${OWN_TENANT}) with check (${OWN_TENANT});`;
  const narrower = 'create policy less on notes as restrictive using (true);';
  const grants = 'grant select, insert, update, delete on notes to colonnade_app;';
  const reference = `create table pages (tenant_id uuid not null, note_id uuid, foreign key (tenant_id, note_id) references notes);
    alter table pages enable row level security; alter table pages force row level security;
    select let_backup_read('pages');`;
  assert.deepEqual(await holesAfter(WALLED + policy + narrower + grants + reference), []);
});

it('objects of an extension, and objects of another schema that our roles cannot access, are ignored', async () => {
  const brought =
    'create view statistics as select * from orders; alter extension plpgsql add view statistics;';
  const elsewhere = `create schema theirs; create table theirs.notes (tenant_id uuid);
    create view theirs.shown as select * from theirs.notes;`;
  assert.deepEqual(await holesAfter(brought + elsewhere), []);
});

it('the inspection leaves the search path of the connection unchanged', async () => {
  await findHoles(owner, SHARED_TABLES);
  const { rows } = await owner.query("select current_setting('search_path') as path");
  assert.equal(rows[0].path, '"$user", public');
});

const onDatabase = (grant: string) =>
  `do $$ begin execute format('grant ${grant}', current_database()); end $$;`;

const HOLES: Record<string, [statements: string, sentence: string]> = {
  'a role that may make temporary tables': [
    onDatabase('temporary on database %I to colonnade_app'),
    'Role colonnade_app may make temporary tables. Run: npx colonnade migrate',
  ],
  'a database that lets everyone in': [
    onDatabase('connect on database %I to public'),
    'PUBLIC, which is everyone, may enter this database. Run: npx colonnade migrate',
  ],
  'a role that serves requests and may change quotas': [
    'grant update (allowed) on tenant_quotas to colonnade_app;',
    'Role colonnade_app may change quotas.',
  ],
  'a backup role that may write': [
    'grant update (total) on orders to colonnade_backup',
    'Role colonnade_backup may write to public.orders.',
  ],
  'a table whose rows backups would lack, without its policy': [
    'drop policy backup_reads_all on orders',
    'Role colonnade_backup does not see all rows of public.orders, so backups would lack them. Its migration needs let_backup_read.',
  ],
  'a table whose rows backups would lack, without the right to read it': [
    'revoke select on orders from colonnade_backup',
    'Role colonnade_backup does not see all rows of public.orders, so backups would lack them. Its migration needs let_backup_read.',
  ],
  'a policy with which backups see some rows only': [
    'create policy fewer on orders for select to colonnade_backup using (total > 0)',
    'Policy fewer on public.orders shows colonnade_backup rows it must not see.',
  ],
  'a table with tenant_id and no row-level security': [
    TENANT_TABLE,
    'Table public.notes has no row-level security.',
  ],
  'row-level security that is not forced': [
    `${TENANT_TABLE} alter table notes enable row level security;`,
    'Table public.notes does not force row-level security, so its owner is not bound by it.',
  ],
  'row-level security that was switched off again': [
    'alter table orders disable row level security',
    'Table public.orders has no row-level security.',
  ],
  'a table in our schema without any tenant': [
    'create table loose (id uuid)',
    'Table public.loose has no row-level security.',
  ],
  'a table in another schema that a role of ours may read': [
    'create schema other; create table other.loose (id uuid); grant select on other.loose to colonnade_app;',
    'Table other.loose has no row-level security.',
  ],
  'a table of which a role of ours may read one column': [
    'create schema other; create table other.loose (id uuid); grant select (id) on other.loose to colonnade_auth;',
    'Table other.loose has no row-level security.',
  ],
  'a partition, which can be asked without its table': [
    `create table parts (tenant_id uuid not null) partition by list (tenant_id);
     alter table parts enable row level security; alter table parts force row level security;
     create table part_one partition of parts default;`,
    'Table public.part_one has no row-level security.',
  ],
  'a child of a table': [
    'create table customers_archive () inherits (customers)',
    'Table public.customers_archive has no row-level security.',
  ],
  'rows that belong to no tenant': [
    `create table notes (tenant_id uuid); ${FORCED}`,
    'Table public.notes takes rows without a tenant.',
  ],
  'a policy that shows the app every row': [
    `${WALLED} create policy all_rows on notes to colonnade_app using (true);`,
    'Policy all_rows on public.notes shows colonnade_app rows it must not see.',
  ],
  'a policy that lets the app write for anyone': [
    `${WALLED} create policy half on notes to colonnade_app using (${OWN_TENANT}) with check (true);`,
    'Policy half on public.notes shows colonnade_app rows it must not see.',
  ],
  'a policy that has a second way in': [
    `${WALLED} create policy gap on notes to colonnade_app using (${OWN_TENANT} or id is null);`,
    'Policy gap on public.notes shows colonnade_app rows it must not see.',
  ],
  'a policy for PUBLIC, which our roles are part of': [
    `${WALLED} create policy everyone on notes as permissive using (true);`,
    'Policy everyone on public.notes shows colonnade_worker rows it must not see.',
  ],
  'a policy that shows the worker a business table': [
    'create policy worker_all on orders to colonnade_worker using (true)',
    'Policy worker_all on public.orders shows colonnade_worker rows it must not see.',
  ],
  'a policy that shows a tenant all people': [
    'create policy everybody on people for select to colonnade_app using (true)',
    'Policy everybody on public.people shows colonnade_app rows it must not see.',
  ],
  "a view with its owner's rights": [
    'create view all_orders as select * from orders',
    "View public.all_orders does not run with its caller's rights (security_invoker).",
  ],
  "a view that says it does not want its caller's rights": [
    'create view all_orders with (security_invoker = off) as select * from orders',
    "View public.all_orders does not run with its caller's rights (security_invoker).",
  ],
  'a materialized view': [
    'create materialized view totals as select tenant_id, total from orders',
    'Materialized view or foreign table public.totals cannot have row-level security.',
  ],
  'a security definer function': [
    "create function peek() returns bigint language sql security definer as 'select count(*) from orders'",
    "Function public.peek() runs with its owner's rights.",
  ],
  'a security definer function in another schema': [
    "create schema other; create function other.peek() returns int language sql security definer as 'select 1'",
    "Function other.peek() runs with its owner's rights.",
  ],
  'a leakproof function': [
    "create function shout(text) returns bool language sql leakproof as 'select true'",
    'Function public.shout(text) is called leakproof, so it may see rows before row-level security does.',
  ],
  'another current_tenant': [
    `create or replace function current_tenant() returns uuid language sql stable
       as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$`,
    'Function current_tenant does not say which tenant the transaction is for.',
  ],
  'a rule': [
    'create rule copies as on insert to redirects do also delete from orders',
    "Rule copies on public.redirects acts with its owner's rights.",
  ],
  'a foreign key of one column between tables of tenants': [
    `create table notes (tenant_id uuid not null, id uuid unique); ${FORCED}
     alter table orders add note_id uuid constraint order_note references notes (id);`,
    'Foreign key order_note on public.orders can point across tenants.',
  ],
  'a foreign key that pairs tenant_id with something else': [
    `create table notes (tenant_id uuid not null, id uuid, unique (id, tenant_id)); ${FORCED}
     alter table orders add constraint crossed foreign key (tenant_id, id) references notes (id, tenant_id);`,
    'Foreign key crossed on public.orders can point across tenants.',
  ],
  'TRUNCATE, which no policy stops': [
    'grant truncate on orders to colonnade_app',
    'Role colonnade_app has the right TRUNCATE on public.orders, which row-level security does not see.',
  ],
  'REFERENCES, with which a foreign key finds out what exists': [
    'grant references (id) on orders to colonnade_auth',
    'Role colonnade_auth has the right REFERENCES on public.orders, which row-level security does not see.',
  ],
  'a grant to PUBLIC': [
    'grant select on orders to public',
    'PUBLIC, which is everyone, has rights on public.orders.',
  ],
  'a grant of one column to PUBLIC': [
    'grant select (total) on orders to public',
    'PUBLIC, which is everyone, has rights on public.orders.',
  ],
  'default privileges for PUBLIC': [
    'alter default privileges in schema public grant select on tables to public',
    'Tables made later would be open to PUBLIC by default privileges.',
  ],
  'default privileges for a role of ours': [
    'alter default privileges grant select on tables to colonnade_worker',
    'Tables made later would be open to colonnade_worker by default privileges.',
  ],
  'a tenant that connections have from the start': [
    `do $$ begin execute format('alter database %I set app.tenant_id = %L', current_database(), 'x'); end $$`,
    'Connections start with app.tenant_id=x, as if they had asked for it.',
  ],
};

describe('a hole is named:', () => {
  for (const [title, [statements, sentence]] of Object.entries(HOLES)) {
    it(title, async () => {
      const holes = await holesAfter(statements);
      assert.ok(holes.includes(sentence), `found instead: ${holes.join(' ') || 'none'}`);
    });
  }
});

describe('a role with too many rights is named:', () => {
  const cases: Record<string, [statements: string, sentence: RegExp]> = {
    'one that is missing': ['', /^Role mole is missing\.$/],
    'a superuser': ['create role mole superuser', /^Role mole is a superuser/],
    'one with BYPASSRLS': ['create role mole bypassrls', /^Role mole has BYPASSRLS\.$/],
    'one with CREATEROLE': ['create role mole createrole', /^Role mole has CREATEROLE/],
    'a member of another role': [
      'create role mole in role pg_read_all_data',
      /^Role mole is a member of pg_read_all_data/,
    ],
    'the owner of a table': [
      'create role mole; alter table orders owner to mole',
      /^Role mole owns table public\.orders\.$/,
    ],
    'the owner of a function': [
      'create role mole; alter function current_tenant owner to mole',
      /^Role mole owns function/,
    ],
  };
  for (const [title, [statements, sentence]] of Object.entries(cases)) {
    it(title, async () => {
      const holes = await holesAfter(statements, { ...ROLES, worker: 'mole' });
      assert.ok(
        holes.some((hole) => sentence.test(hole)),
        `found instead: ${holes.join(' ') || 'none'}`,
      );
    });
  }
});

it('every unique key of a tenant table begins with the tenant, so that no tenant learns what others have', async () => {
  const { rows } = await owner.query(`
    select i.indexrelid::regclass::text as name from pg_index i
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'tenant_id'
    where i.indisunique and i.indkey[0] <> a.attnum and i.indrelid::regclass::text !~ '^(pg_|event_stream)' order by 1`);
  // Positions of the stream come from a sequence, and only dispatchers write them. Random values that no client chooses; and a domain, which moves to the tenant that proves it, so no error reveals that it was
  // taken.
  assert.deepEqual(
    rows.map((row) => row.name),
    [
      'invitation_is_unique',
      'key_id_is_unique',
      'one_property_answers_for_a_domain',
      'sessions_pkey',
      'storefront_key_id_is_unique',
    ],
  );
});
