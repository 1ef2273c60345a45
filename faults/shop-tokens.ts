/** The tokens of one shop, of every kind, and forgeries of them in another shop's name. */
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { createShopperTokens } from '../server/modules/access/storefront/shopper-tokens.ts';
import type { Shop } from './shop.ts';
import { signCustomerIn } from './shop.ts';
import { createShopper } from './shopper.ts';

const { newOrderLink } = createShopperTokens(deriveSecrets([TEST_SECRET]), () => new Date());

/** Every kind of caller of the storefront. */
export type Tokens = Record<'publishable' | 'cart' | 'customer' | 'order' | 'server', string>;

/** New ones, because a route may end a session or a cart. */
export async function newTokens(shop: Shop, publishable: string, orderId: string): Promise<Tokens> {
  const { tenant, propertyId, skus } = shop;
  const cart = await createShopper(shop).fill({ lines: [{ sku: skus[0]!, quantity: 1 }] });
  return {
    publishable,
    cart: cart.token!,
    customer: await signCustomerIn(shop),
    order: newOrderLink({ tenantId: tenant.id, propertyId, orderId }),
    server: tenant.key,
  };
}

export async function newStorefrontKey({ tenant, propertyId }: Shop): Promise<string> {
  const body = { label: 'Page', propertyId };
  return (await tenant.ask('POST', '/v1/storefront-keys', body)).body.data.key;
}

/** Each part of a signed token taken from the other shop's, with the signature of the first. */
export function forgeries(own: Tokens, others: Tokens): string[] {
  const mix = (one: string, other: string) => {
    const [parts, foreign] = [one.split('.'), other.split('.')];
    const signature = parts.length - 1;
    const mixed = parts.slice(0, signature).map((_, n) => parts.with(n, foreign[n]!).join('.'));
    return [...mixed, [...foreign.slice(0, signature), parts[signature]].join('.')];
  };
  return (['cart', 'customer', 'order'] as const)
    .flatMap((kind) => mix(own[kind], others[kind]))
    .filter((token) => !Object.values(own).includes(token));
}
