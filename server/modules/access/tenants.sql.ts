import type { ModuleName, Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';

/** Marks the tenant as counted: its usage is recorded from its first row on, so no count is needed later. */
export async function insertTenant(
  tx: Tx,
  tenant: { id: string; name: string; slug: string; now: Date },
): Promise<void> {
  await tx.query(
    `with made as (insert into tenants (id, name, slug, created_at) values ($1, $2, $3, $4))
     insert into usage_counted (tenant_id) values ($1)`,
    [tenant.id, tenant.name, tenant.slug, tenant.now],
  );
}

/** Returns the name it had. */
export async function renameTenant(tx: Tx, name: string): Promise<string> {
  const { rows } = await tx.query<{ name: string }>(
    `update tenants t set name = $1
     from (select id, name from tenants where id = current_tenant() for update) former
     where t.id = former.id returning former.name`,
    [name],
  );
  return rows[0]!.name;
}

export async function findSecondFactorRoles(tx: Tx): Promise<Role[]> {
  const { rows } = await tx.query<{ roles: Role[] }>(
    'select second_factor_roles as roles from tenants where id = current_tenant()',
  );
  return rows[0]!.roles;
}

export async function setSecondFactorRoles(tx: Tx, roles: Role[]): Promise<void> {
  await tx.query('update tenants set second_factor_roles = $1 where id = current_tenant()', [roles]);
}

/** True when this changed something. */
export async function setModule(tx: Tx, module: ModuleName, active: boolean, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into tenant_modules as m (tenant_id, module, active, changed_at) values (current_tenant(), $1, $2, $3)
     on conflict (tenant_id, module) do update set active = excluded.active, changed_at = excluded.changed_at
       where m.active <> excluded.active`,
    [module, active, now],
  );
  return rowCount === 1;
}

export type TenantRow = { id: string; name: string; slug: string; created_at: Date };

export async function listTenants(db: Db): Promise<TenantRow[]> {
  const { rows } = await db.identityQuery<TenantRow>(
    'select id, name, slug, created_at from tenants order by slug',
  );
  return rows;
}

export async function findTenantBySlug(db: Db, slug: string): Promise<TenantRow | undefined> {
  const { rows } = await db.identityQuery<TenantRow>(
    'select id, name, slug, created_at from tenants where slug = $1',
    [slug],
  );
  return rows[0];
}

/** The slugs of tenants that no owner has joined; the first hundred. */
export async function listOwnerless(db: Db): Promise<string[]> {
  const { rows } = await db.identityQuery<{ slug: string }>(
    `select slug from tenants t
     where not exists (
       select from memberships m where m.tenant_id = t.id and m.role = 'owner' and m.joined_at is not null)
     order by slug limit 100`,
  );
  return rows.map((row) => row.slug);
}
