/** Reads the database's own catalogue and reports, in sentences, everything that would show one tenant's rows to another. */
import type pg from 'pg';
import { ROLES } from '#kernel/db/db.ts';

/** Tables of more than one role: `worker` and `auth` see the rows of all tenants there, `batch` those of the tenants it names. */
export type SharedTables = { worker?: string[]; auth?: string[]; batch?: string[] };

const OF_THE_KERNEL: SharedTables = {
  worker: [
    'counted_attempts',
    'tenants',
    'events',
    'event_queue',
    'event_feed',
    'event_stream',
    'idempotency_keys',
    'notices',
    'usage_changes',
    'tenant_usage',
    'usage_counted',
  ],
  auth: ['tenants', 'tenant_modules'],
  batch: ['events', 'event_queue', 'idempotency_keys', 'usage_changes', 'idempotency_forgotten'],
};

/** Tables without data of any tenant. */
export const SHARED = [
  'public.installation',
  'public.relay',
  'public.row_changes',
  'public.schema_migrations',
];

const CURRENT_TENANT = "select nullif(current_setting('app.tenant_id', true), '')::uuid";
const CURRENT_TENANTS = "select nullif(current_setting('app.tenant_ids', true), '')::uuid[]";
const THOSE_TOLD = '( SELECT public.current_tenants() AS current_tenants)';
const OWN = '( SELECT public.current_tenant() AS current_tenant)';

type Roles = Record<keyof typeof ROLES, string>;

/**
 * Every policy that may exist: the role, the table ('*': all with a tenant_id; '**': all), and the condition on the rows that the
 * role sees.
 */
const policiesOf = ({ app, batch, worker, auth, backup }: Roles, tables: SharedTables[]) => [
  { role: app, table: '*', condition: `(tenant_id = ${OWN})` },
  { role: app, table: 'tenants', condition: `(id = ${OWN})` },
  ...tables.flatMap((of) => [
    ...(of.batch ?? []).map((table) => ({
      role: batch,
      table,
      condition: `(tenant_id = ANY (${THOSE_TOLD}::uuid[]))`,
    })),
    ...(of.worker ?? []).map((table) => ({ role: worker, table, condition: 'true' })),
    ...(of.auth ?? []).map((table) => ({ role: auth, table, condition: 'true' })),
  ]),
  { role: auth, table: 'audit_log', condition: `(tenant_id = ${OWN})` },
  { role: backup, table: '**', condition: 'true' },
];

/** Empty when tenants are isolated; otherwise one sentence per hole. `ofModules`: the tables that modules share. */
export async function findHoles(
  client: Pick<pg.Client, 'query'>,
  ofModules: SharedTables[],
  roles: Roles = ROLES,
): Promise<string[]> {
  // With none of our schemas in the search path, the catalogue qualifies every name, for any user.
  const path = await setSearchPath(client, 'pg_catalog');
  const { rows } = await client.query<{ hole: string }>(HOLES, [
    Object.values(roles),
    SHARED,
    JSON.stringify(policiesOf(roles, [OF_THE_KERNEL, ...ofModules])),
    CURRENT_TENANT,
    CURRENT_TENANTS,
    roles.backup,
  ]);
  await setSearchPath(client, path);
  return rows.map((row) => row.hole);
}

async function setSearchPath(client: Pick<pg.Client, 'query'>, path: string): Promise<string> {
  const { rows } = await client.query<{ before: string }>(
    "select current_setting('search_path') as before, set_config('search_path', $1, false)",
    [path],
  );
  return rows[0]!.before;
}

const HOLES = `
  with roles as (select * from pg_roles where rolname = any($1)),
  -- Objects of an extension are its author's responsibility: pg_stat_statements has a view in public.
  of_extensions as (select classid, objid from pg_depend where deptype = 'e'),
  schemas as (
    select oid, nspname from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'
  ),
  relations as (
    select c.oid, c.oid::regclass::text as name, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity,
      c.reloptions, c.relacl, c.relispartition, c.relpersistence, tenant.attnum as tenant_column, tenant.attnotnull as always_of_a_tenant,
      exists (
        select from roles r
        where has_table_privilege(r.oid, c.oid, 'select, insert, update, delete')
          or has_any_column_privilege(r.oid, c.oid, 'select, insert, update')) as in_reach
    from pg_class c
    join schemas s on s.oid = c.relnamespace
    left join pg_attribute tenant on tenant.attrelid = c.oid and tenant.attname = 'tenant_id' and not tenant.attisdropped
    where c.relkind in ('r', 'p', 'v', 'm', 'f')
      and not exists (select from of_extensions e where e.classid = 'pg_class'::regclass and e.objid = c.oid)
  ),
  -- Our relations, and any other that our roles can access. Partitions and children of a table are tables too.
  ours as (select * from relations where in_reach or name like 'public.%'),
  functions as (
    select p.*, p.oid::regprocedure::text as name from pg_proc p join schemas s on s.oid = p.pronamespace
    where not exists (select from of_extensions e where e.classid = 'pg_proc'::regclass and e.objid = p.oid)
  ),
  allowed as (select * from json_to_recordset($3::json) as a (role text, "table" text, condition text)),
  policies as (
    select p.polname, o.oid, o.name, o.relname, o.tenant_column, r.rolname, c.condition
    from pg_policy p
    join ours o on o.oid = p.polrelid
    join roles r on p.polroles = '{0}' or r.oid = any(p.polroles)
    cross join lateral (
      select distinct regexp_replace(pg_get_expr(expression, p.polrelid), '\\s+', ' ', 'g')
      from (values (p.polqual), (p.polwithcheck)) as e (expression) where expression is not null) as c (condition)
    -- A restrictive policy only removes rows.
    where p.polpermissive
  )

  select format('Role %s is missing.', name) as hole
    from unnest($1::text[]) name where name not in (select rolname from roles)
  union all
  select format('Role %s is a superuser, which bypasses row-level security.', rolname) from roles where rolsuper
  union all
  select format('Role %s has BYPASSRLS.', rolname) from roles where rolbypassrls
  union all
  select format('Role %s has CREATEROLE or REPLICATION, which lead to other rights.', rolname) from roles
    where rolcreaterole or rolreplication
  union all
  select format('Role %s is a member of %s, whose rights it can take.', r.rolname, m.roleid::regrole)
    from roles r join pg_auth_members m on m.member = r.oid
  union all
  select format('Role %s owns %s.', r.rolname, pg_describe_object(d.classid, d.objid, d.objsubid))
    from pg_shdepend d join roles r on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
    where d.deptype = 'o' and d.dbid in (0, (select oid from pg_database where datname = current_database()))
  union all
  select format('Connections start with %s, as if they had asked for it.', setting)
    from pg_db_role_setting s, unnest(s.setconfig) setting
    where s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
      and (s.setrole = 0 or s.setrole in (select oid from roles))
      and setting ~* '^(app\\.|role=|session_authorization=)'

  union all
  select format('Role %s may make temporary tables. Run: npx colonnade migrate', rolname)
    from roles where has_database_privilege(oid, current_database(), 'temporary')
  union all
  select 'PUBLIC, which is everyone, may enter this database. Run: npx colonnade migrate'
    from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) granted
    where d.datname = current_database() and granted.grantee = 0 and granted.privilege_type = 'CONNECT'
      and pg_has_role(d.datdba, 'usage')
  union all
  select 'Role ' || r.rolname || ' may change quotas.' from roles r
    where has_table_privilege(r.oid, to_regclass('public.tenant_quotas'), 'insert, update, delete')
      or has_any_column_privilege(r.oid, to_regclass('public.tenant_quotas'), 'insert, update')

  union all
  select format('Role %s may write to %s.', r.rolname, o.name) from roles r, ours o
    where r.rolname = $6 and (
      has_table_privilege(r.oid, o.oid, 'insert, update, delete')
      or has_any_column_privilege(r.oid, o.oid, 'insert, update'))
  union all
  -- Rows of a partition are read through its table; a table that is not logged is not in a backup.
  select format('Role %s does not see all rows of %s, so backups would lack them. Its migration needs let_backup_read.', r.rolname, o.name)
    from roles r, ours o
    where r.rolname = $6 and o.relrowsecurity and not o.relispartition and o.relpersistence = 'p' and (
      not has_table_privilege(r.oid, o.oid, 'select')
      or not exists (select from policies p where p.oid = o.oid and p.rolname = r.rolname and p.condition = 'true'))

  union all
  select format('Table %s has no row-level security.', name) from ours
    where relkind in ('r', 'p') and not relrowsecurity and name <> all($2)
  union all
  select format('Table %s does not force row-level security, so its owner is not bound by it.', name) from ours
    where relkind in ('r', 'p') and relrowsecurity and not relforcerowsecurity and name <> all($2)
  union all
  select format('Table %s takes rows without a tenant.', name) from ours
    where relkind in ('r', 'p') and not always_of_a_tenant
  union all
  select format('View %s does not run with its caller''s rights (security_invoker).', name) from ours
    where relkind = 'v' and not exists (
      select from pg_options_to_table(reloptions) where option_name = 'security_invoker' and option_value::boolean)
  union all
  select format('Materialized view or foreign table %s cannot have row-level security.', name) from ours
    where relkind in ('m', 'f')
  union all
  select distinct format('Policy %s on %s shows %s rows it must not see.', p.polname, p.name, p.rolname) from policies p
    where not exists (
      select from allowed a
      where a.role = p.rolname and a.condition = p.condition
        and (a."table" = '**' or a."table" = '*' and p.tenant_column is not null or 'public.' || a."table" = p.name))
  union all
  select format('Foreign key %s on %s can point across tenants.', k.conname, o.name)
    from pg_constraint k
    join ours o on o.oid = k.conrelid
    join ours target on target.oid = k.confrelid and target.tenant_column is not null
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair (here, there)
      where pair.here = o.tenant_column and pair.there = target.tenant_column)
  union all
  select format('Rule %s on %s acts with its owner''s rights.', r.rulename, o.name)
    from pg_rewrite r join ours o on o.oid = r.ev_class where r.rulename <> '_RETURN'

  union all
  select format('Function %s runs with its owner''s rights.', name) from functions where prosecdef
  union all
  select format('Function %s is called leakproof, so it may see rows before row-level security does.', name)
    from functions where proleakproof
  union all
  select 'Function current_tenant does not say which tenant the transaction is for.'
    where not exists (
      select from functions where name = 'public.current_tenant()' and btrim(prosrc) = $4 and proconfig is null)
  union all
  select 'Function current_tenants does not say which tenants the transaction is for.'
    where not exists (
      select from functions where name = 'public.current_tenants()' and btrim(prosrc) = $5 and proconfig is null)

  union all
  select format('Role %s has the right %s on %s, which row-level security does not see.', r.rolname, privilege, o.name)
    from roles r, ours o, unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
    where has_table_privilege(r.oid, o.oid, privilege)
      or privilege = 'REFERENCES' and has_any_column_privilege(r.oid, o.oid, privilege)
  union all
  select distinct format('PUBLIC, which is everyone, has rights on %s.', o.name)
    from ours o,
      lateral (select o.relacl union all select attacl from pg_attribute where attrelid = o.oid) as acl (list),
      aclexplode(acl.list) granted
    where granted.grantee = 0
  union all
  select distinct format('Tables made later would be open to %s by default privileges.',
      case granted.grantee when 0 then 'PUBLIC' else granted.grantee::regrole::text end)
    from pg_default_acl d, aclexplode(d.defaclacl) granted
    where d.defaclobjtype = 'r' and (granted.grantee = 0 or granted.grantee in (select oid from roles))
`;
