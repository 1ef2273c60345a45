/** Finds the demo tenant's shop, which the pages of a development server show. */
import type { Db } from '#kernel/db/db.ts';
import type { ShopConfig } from '#kernel/http/shop-pages.ts';
import { listStorefrontKeys } from '../../modules/access/storefront/storefront-keys.sql.ts';
import { presentStorefrontKey } from '../../modules/access/storefront/storefront-keys.ts';
import { findTenantBySlug } from '../../modules/access/tenants/tenants.sql.ts';

export const DEMO_SLUG = 'demo';

export async function findDemoShop(db: Db): Promise<ShopConfig> {
  const tenant = await findTenantBySlug(db, DEMO_SLUG);
  if (tenant === undefined) return { key: null, mediaUrl: null };
  const [row] = await db.inTenant(tenant.id, (tx) => listStorefrontKeys(tx, { state: 'active' }, 1, null));
  return {
    key: row === undefined ? null : presentStorefrontKey(row).key,
    mediaUrl: `/media/${tenant.id}`,
  };
}
