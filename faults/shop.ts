/** A shop of a tenant, made through the API: goods with stock, a shipping option, and discount codes. */
import { call } from './client.ts';
import type { Installation, Tenant } from './installation.ts';

/** For programs of these rows: all their shoppers have one address. */
export const MANY_SHOPPERS = { STOREFRONT_LIMIT_SCALE: '100000', RATE_LIMIT_PER_MINUTE: '100000000' };

export type Shop = {
  installation: Installation;
  tenant: Tenant;
  propertyId: string;
  locationId: string;
  skus: string[];
  shippingOptionId: string;
  /** A code with a limit, and one without. */
  codes: { limited: string; unlimited: string };
};

/** `units` of each of `skus` goods; the limited code may be used `uses` times. The API must be running. */
export async function openShop(
  installation: Installation,
  { skus = 3, units = 1_000, uses = 1_000 } = {},
): Promise<Shop> {
  const tenant = await installation.newTenant();
  const make = async (path: string, body: object) => (await tenant.ask('POST', path, body)).body.data;
  const { id: propertyId } = await make('/v1/properties', { name: 'Tea shop' });
  const { id: locationId } = await make('/v1/inventory/locations', { name: 'Shelf', code: 'S' });
  const names = Array.from({ length: skus }, (_, n) => `TEA-${n}`);
  for (const sku of names) {
    const variants = [{ sku, prices: [{ currency: 'EUR', amount: 4.5 }] }];
    await make('/v1/catalog/products', { title: `Tea of ${tenant.slug}`, status: 'active', variants });
  }
  const lines = names.map((sku) => ({ sku, locationId, change: units }));
  await make('/v1/inventory/adjustments', { reason: 'Delivery', lines });
  const parcel = { name: 'Parcel', currency: 'EUR', tiers: [{ from: 0, amount: 4.9 }] };
  const { id: shippingOptionId } = await make('/v1/checkout/shipping-options', parcel);
  const percent = { kind: 'percent', value: 10 };
  await make('/v1/checkout/discounts', { code: 'LIMITED', maxUses: uses, ...percent });
  await make('/v1/checkout/discounts', { code: 'UNLIMITED', ...percent });
  return {
    ...{ installation, tenant, propertyId, locationId, skus: names, shippingOptionId },
    codes: { limited: 'LIMITED', unlimited: 'UNLIMITED' },
  };
}

/** Changes settings of the checkout, such as how long stock is held. */
export async function changeSettings({ tenant }: Shop, change: object): Promise<void> {
  const { version: _, ...now } = (await tenant.ask('GET', '/v1/checkout/settings')).body.data;
  await tenant.ask('PUT', '/v1/checkout/settings', { ...now, ...change });
}

/** The token of a customer who has signed in. */
export async function signCustomerIn({ installation, tenant }: Shop, customerId = tenant.customerId) {
  const answer = await call('POST', `${installation.url}/v1/storefront/sessions`, {
    token: tenant.key,
    body: { customerId },
  });
  return answer.body.data.token as string;
}
