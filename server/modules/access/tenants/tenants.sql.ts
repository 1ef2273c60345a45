import type { ModuleName, Role } from '#kernel/auth/actor.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import type { TenantAddress } from './fields.ts';

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

export type TenantSettings = {
  name: string;
  time_zone: string;
  currency: string;
  locale: string | null;
  address: TenantAddress | null;
  tax_number: string | null;
  logo_asset_id: string | null;
  version: number;
};

const SETTINGS = 'name, time_zone, currency, locale, address, tax_number, logo_asset_id, version';

/** `lock`: until commit. */
export async function findSettings(tx: Tx, lock: '' | 'for update' = ''): Promise<TenantSettings> {
  const { rows } = await tx.query<Omit<TenantSettings, 'address'> & { address: string | null }>(
    `select ${SETTINGS.replace('address', 'address::text')} from tenants where id = current_tenant() ${lock}`,
  );
  const { address, ...row } = rows[0]!;
  return { ...row, address: address === null ? null : JSON.parse(address) };
}

export async function updateSettings(tx: Tx, row: TenantSettings): Promise<void> {
  await tx.query(
    `update tenants set name = $1, time_zone = $2, currency = $3, locale = $4, address = $5, tax_number = $6,
       logo_asset_id = $7, version = $8
     where id = current_tenant()`,
    [
      row.name,
      row.time_zone,
      row.currency,
      row.locale,
      row.address && JSON.stringify(row.address),
      row.tax_number,
      row.logo_asset_id,
      row.version,
    ],
  );
}

/** The name of a time zone as PostgreSQL spells it; undefined if it knows none. */
export async function findTimeZone(tx: Tx, name: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ name: string }>(
    'select name from pg_timezone_names where lower(name) = lower($1) limit 1',
    [name],
  );
  return rows[0]?.name;
}

/** The name of the tenant, if this asset is its logo. */
export async function findBearerOfLogo(
  tx: Tx,
  assetId: string,
): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    'select id, name from tenants where id = current_tenant() and logo_asset_id = $1',
    [assetId],
  );
  return rows[0];
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
