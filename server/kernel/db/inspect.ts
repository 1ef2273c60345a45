/** Looks at the database's own catalogue and says in sentences what would let tenants meet. */
import type pg from 'pg';
import { ROLES } from '#kernel/db/db.ts';

const NAMES = Object.values(ROLES);

/** Empty when the walls stand; otherwise one sentence per hole. */
export async function findHoles(client: Pick<pg.Client, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ hole: string }>(HOLES, [NAMES]);
  return rows.map((row) => row.hole);
}

const HOLES = `
  with worker_roles as (select oid, rolname, rolsuper, rolbypassrls from pg_roles where rolname = any($1)),
  ours as (
    select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relowner, c.reloptions,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  )
  select format('Role %s is missing.', name) as hole
    from unnest($1::text[]) name where name not in (select rolname from worker_roles)
  union all
  select format('Role %s is a superuser, which bypasses row-level security.', rolname) from worker_roles where rolsuper
  union all
  select format('Role %s has BYPASSRLS.', rolname) from worker_roles where rolbypassrls
  union all
  select format('Role %s is a member of %s, whose rights it can take.', r.rolname, m.roleid::regrole)
    from worker_roles r join pg_auth_members m on m.member = r.oid
  union all
  select format('Role %s owns %s.', r.rolname, o.relname) from worker_roles r join ours o on o.relowner = r.oid
  union all
  select format('Table %s does not force row-level security.', relname) from ours
    where relkind in ('r', 'p') and has_tenant and not (relrowsecurity and relforcerowsecurity)
  union all
  select format('View %s does not run with its caller''s rights.', relname) from ours
    where relkind = 'v' and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']
  union all
  select format('Materialized view or foreign table %s cannot have row-level security.', relname) from ours
    where relkind in ('m', 'f')
  union all
  select format('Policy %s on %s admits another tenant''s rows to %s.', p.polname, o.relname, 'colonnade_app')
    from pg_policy p join ours o on o.oid = p.polrelid
    where o.has_tenant
      and (p.polroles = '{0}' or 'colonnade_app'::text in (select rolname from pg_roles where oid = any(p.polroles)))
      and (
        coalesce(pg_get_expr(p.polqual, p.polrelid), '') not like '(tenant_id = ( SELECT current_tenant()%'
        or (p.polcmd <> 'r' and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') not like '(tenant_id = ( SELECT current_tenant()%')
      )
  union all
  select format('Function %s runs with its owner''s rights.', p.proname)
    from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
  union all
  select format('Foreign key %s on %s can point across tenants.', k.conname, o.relname)
    from pg_constraint k
    join ours o on o.oid = k.conrelid and o.has_tenant
    join ours target on target.oid = k.confrelid and target.has_tenant
    where k.contype = 'f' and not exists (
      select from pg_attribute a where a.attrelid = o.oid and a.attname = 'tenant_id' and a.attnum = any(k.conkey))
`;
