/** The storefront key of the demo tenant, with which the shop of a development server calls the API. */
import type { Db } from '#kernel/db/db.ts';
import { listStorefrontKeys } from '../modules/access/storefront/storefront-keys.sql.ts';
import { presentStorefrontKey } from '../modules/access/storefront/storefront-keys.ts';
import { findTenantBySlug } from '../modules/access/tenants.sql.ts';

export const DEMO_SLUG = 'demo';

export async function findDemoKey(db: Db): Promise<string | null> {
  const tenant = await findTenantBySlug(db, DEMO_SLUG);
  if (tenant === undefined) return null;
  const [row] = await db.inTenant(tenant.id, (tx) => listStorefrontKeys(tx, { state: 'active' }, 1, null));
  return row === undefined ? null : presentStorefrontKey(row).key;
}
