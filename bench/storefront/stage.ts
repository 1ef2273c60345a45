/** Sites of the tenants of the catalog's seed: a storefront key each, and stock of every variant at one location. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import type { Kernel } from '#kernel/module.ts';
import { createStorefrontKey } from '../../server/modules/access/storefront/storefront-keys.ts';
import { type SeededTenant, seedProducts } from '../catalog/seed.ts';

export type Site = SeededTenant & { storefrontKey: string };

export async function openSites(kernel: Kernel, connectionString: string, sizes: number[]): Promise<Site[]> {
  const tenants = await seedProducts(kernel, connectionString, sizes);
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  // Skips triggers and foreign keys, which check every row; the seed's rows are correct by construction.
  await owner.query("set session_replication_role = 'replica'");
  const ids = [tenants.map(({ id }) => id)];
  for (const sql of STOCK) await owner.query(sql, ids);
  for (const table of ['inventory_items', 'stock_levels']) await owner.query(`vacuum analyze ${table}`);
  const sites: Site[] = [];
  for (const tenant of tenants) {
    const propertyId = randomUUID();
    await owner.query(
      `insert into properties (tenant_id, id, name, is_default, created_at, updated_at) values ($1, $2, 'Shop', true, now(), now())`,
      [tenant.id, propertyId],
    );
    const { key } = await kernel.db.inTenant(tenant.id, (tx) =>
      createStorefrontKey(tx, OPERATOR, kernel.clock(), { label: 'Shop', propertyId }, async () => true),
    );
    sites.push({ ...tenant, storefrontKey: key });
  }
  await owner.end();
  return sites;
}

const STOCK = [
  `insert into stock_locations (tenant_id, id, name, code, priority, active, property_ids, created_at, updated_at)
   select id, id, 'Shelf', 'A', 0, true, '{}', now(), now() from unnest($1::uuid[]) id`,
  `insert into inventory_items (tenant_id, id, sku, low_at, created_at, updated_at)
   select tenant_id, id, sku, 3, now(), now() from variants where tenant_id = any ($1)`,
  // One variant in seven is sold out.
  `insert into stock_levels (tenant_id, item_id, location_id, on_hand, movements)
   select tenant_id, id, tenant_id, n % 7, case when n % 7 = 0 then null else 1 end
   from (select *, abs(hashtext(sku)) as n from inventory_items where tenant_id = any ($1)) i`,
];
