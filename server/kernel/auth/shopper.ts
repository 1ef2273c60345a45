/** The caller of a storefront route. It has no role, so no other route lets it in. */
import type { FastifyRequest } from 'fastify';
import type { Tenant } from '#kernel/auth/actor.ts';

/** `server` is an API key with the scope `write:storefront`; the others are weaker than any API key. */
export const SHOPPER_KINDS = ['publishable', 'server', 'cart', 'customer', 'order'] as const;
export type ShopperKind = (typeof SHOPPER_KINDS)[number];

/**
 * The bearers that reach a route, by the route's statement. A route with other bearers lists them (`bearers`): the creation of a
 * cart, the sign-in of a customer, an order by its link.
 */
export const BEARERS = {
  browse: ['publishable', 'server', 'cart', 'customer'],
  cart: ['cart'],
  checkout: ['cart'],
  customer: ['customer'],
} as const satisfies Record<string, readonly ShopperKind[]>;
export type StorefrontArea = keyof typeof BEARERS;

export const BEARER_NAMES: Record<ShopperKind, string> = {
  publishable: 'a publishable key',
  server: 'an API key with the scope write:storefront',
  cart: 'a cart token',
  customer: 'a customer session',
  order: 'an order link',
};

/** The security schemes of the OpenAPI document; that of an API key is `bearer`. */
export const SHOPPER_SCHEMES: Record<
  Exclude<ShopperKind, 'server'>,
  { name: string; description: string }
> = {
  publishable: { name: 'publishableKey', description: 'A storefront key, pk_live_…: it may be public.' },
  cart: { name: 'cartToken', description: 'The token that the creation of a cart returns.' },
  customer: { name: 'customerSession', description: 'The token of a customer who signed in.' },
  order: { name: 'orderLink', description: 'The token in the link to an order.' },
};

export type Shopper = {
  kind: ShopperKind;
  /** The id of the key, cart, session or order. An Idempotency-Key belongs to it. */
  id: string;
  tenant: Tenant;
  /** The site on which the shopper is. */
  propertyId: string;
  /** The buyer's address, for limits and payment providers: as the server reports it, else that of the connection. */
  address: string;
  /** The cart's row decides whether the generation is current. `recovers`: the abandonment whose recovery link gave this token. */
  cart?: { id: string; generation: number; recovers?: number };
  customerId?: string;
  /** The types of content that its publishable key reads. */
  contentTypes?: string[];
  /** The seconds for which shared caches may keep what its publishable key reads. */
  cacheSeconds?: number;
  orderId?: string;
};

export const STOREFRONT_SCOPE = 'write:storefront';

/** The caller of a storefront route; any other route has none. */
export function shopperOf(request: FastifyRequest): Shopper {
  if (request.shopper === undefined) throw new Error(`${request.routeOptions.url} is no storefront route`);
  return request.shopper;
}
