/** A shop with a bearer of each kind, for tests. */
import { OPERATOR } from '#kernel/audit.ts';
import type { ShopperKind } from '#kernel/auth/shopper.ts';
import { newId } from '#kernel/id.ts';
import type { TestApp, TestTenant } from '../../../testing.ts';
import { insertCustomerSession } from '../storefront/customer-sessions.sql.ts';
import { createShopperTokens } from '../storefront/shopper-tokens.ts';
import { createStorefrontKey } from '../storefront/storefront-keys.ts';

export type Shop = {
  propertyId: string;
  cartId: string;
  customerId: string;
  orderId: string;
  bearers: Record<ShopperKind, string>;
};

const HOUR = 3_600_000;

/** The first shop of a tenant is at its default property. */
export async function openShop(
  test: TestApp,
  tenant: TestTenant,
  { domains = [], customerId }: { domains?: string[]; customerId?: string } = {},
): Promise<Shop> {
  const made = await test.call('POST', '/v1/properties', {
    token: tenant.key,
    body: { name: 'Tea shop', domains, locales: ['en'] },
  });
  const propertyId: string = made.body.data.id;
  const tokens = createShopperTokens(test.kernel.secrets, test.kernel.clock);
  const customer = customerId ?? (await tenant.customer());
  const [cartId, orderId, sessionId] = [newId(), newId(), newId()];
  const { key } = await test.db.inTenant(tenant.id, async (tx) => {
    const now = test.now();
    const expiresAt = new Date(now.getTime() + HOUR);
    await insertCustomerSession(tx, { id: sessionId, propertyId, customerId: customer, now, expiresAt });
    return createStorefrontKey(tx, OPERATOR, now, { label: 'Shop', propertyId }, async () => true);
  });
  const place = { tenantId: tenant.id, propertyId };
  return {
    ...{ propertyId, cartId, customerId: customer, orderId },
    bearers: {
      publishable: key,
      server: tenant.key,
      cart: tokens.newCartToken({ ...place, cartId, generation: 1 }),
      customer: await tokens.newCustomerToken(tenant.id, sessionId),
      order: tokens.newOrderLink({ ...place, orderId }),
    },
  };
}
