/** Finds the shopper of a bearer on storefront routes, checked against the database on every request. */
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Tenant } from '#kernel/auth/actor.ts';
import { type Shopper, STOREFRONT_SCOPE } from '#kernel/auth/shopper.ts';
import type { Db } from '#kernel/db/db.ts';
import { conflict, forbidden, invalid, notFound, unauthorized } from '#kernel/errors.ts';
import type { Identify, IdentifyShopper } from '#kernel/http/authenticate.ts';
import { batching } from '#kernel/work/batching.ts';
import { createCurrentCache } from '../current-cache.ts';
import { tenantOf } from '../keys/cache.ts';
import { findCustomerSessions } from './customer-sessions.sql.ts';
import type { ShopperTokens } from './shopper-tokens.ts';
import { findShops } from './shops.sql.ts';

type Shop = {
  tenant: Tenant;
  propertyId: string;
  keyId: string | null;
  contentTypes: string[];
  cacheSeconds: number;
};
type Found = Omit<Shopper, 'address'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TOGETHER = { most: 256, waiting: 5000 };

export function createIdentifyShopper({
  db,
  clock,
  identify,
  tokens,
  noteUse,
}: {
  db: Db;
  clock: () => Date;
  identify: Identify;
  tokens: ShopperTokens;
  noteUse: (tenantId: string, storefrontKeyId: string) => void;
}): IdentifyShopper {
  const findShop = createCurrentCache<Shop>({
    name: 'shops',
    async find(since, ids) {
      const { found, ...state } = await findShops(db, since, ids);
      return {
        ...state,
        found: found.map(([id, shop]) => [
          id,
          {
            tenant: tenantOf(shop),
            propertyId: shop.propertyId,
            keyId: shop.keyId ?? null,
            contentTypes: shop.contentTypes ?? [],
            cacheSeconds: shop.cacheSeconds ?? 0,
          },
        ]),
      };
    },
    tenantOf: ({ tenant }) => tenant.id,
  });
  const findSession = batching({
    ...{ name: 'customer sessions', ...TOGETHER },
    async run(asked: { tenantId: string; sessionId: string }[]) {
      const rows = await findCustomerSessions(db, asked, clock());
      const found = new Map(rows.map((row) => [row.id, row]));
      return asked.map(({ sessionId }) => found.get(sessionId));
    },
  });

  async function byPublishableKey(token: string): Promise<Found | null> {
    const shop = await findShop(token);
    if (shop?.keyId == null) return null;
    noteUse(shop.tenant.id, shop.keyId);
    const { keyId: id, tenant, propertyId, contentTypes, cacheSeconds } = shop;
    return { kind: 'publishable', id, tenant, propertyId, contentTypes, cacheSeconds };
  }

  async function byCartToken(token: string): Promise<Found | null> {
    const claims = tokens.readCartToken(token);
    const shop = claims && (await findShop(`${claims.tenantId} ${claims.propertyId}`));
    if (!claims || !shop) return null;
    const { cartId, generation, recovers } = claims;
    const cart = { id: cartId, generation, ...(recovers !== undefined && { recovers }) };
    return { kind: 'cart', id: cart.id, tenant: shop.tenant, propertyId: shop.propertyId, cart };
  }

  async function byOrderLink(token: string): Promise<Found | null> {
    const claims = tokens.readOrderLink(token);
    const shop = claims && (await findShop(`${claims.tenantId} ${claims.propertyId}`));
    if (!claims || !shop) return null;
    const { orderId } = claims;
    return { kind: 'order', id: orderId, tenant: shop.tenant, propertyId: shop.propertyId, orderId };
  }

  async function byCustomerToken(token: string): Promise<Found | null> {
    const claims = await tokens.readCustomerToken(token);
    const session = claims && (await findSession(claims));
    if (!session) return null;
    const { id, propertyId, customerId } = session;
    return { kind: 'customer', id, tenant: tenantOf(session.tenant), propertyId, customerId };
  }

  function byShopperToken(token: string): Promise<Found | null> {
    if (token.startsWith('pk_')) return byPublishableKey(token);
    if (token.startsWith('ct_')) return byCartToken(token);
    return token.startsWith('ol_') ? byOrderLink(token) : byCustomerToken(token);
  }

  /** A server that renders a shop calls for itself, or for the shopper whose token it passes on. */
  async function byServer(token: string, request: FastifyRequest): Promise<Shopper | null> {
    const actor = await identify(token, request.ip);
    if (actor === null) return null;
    if (!actor.scopes?.includes(STOREFRONT_SCOPE)) {
      throw forbidden(`This key lacks the scope ${STOREFRONT_SCOPE}.`, { scope: STOREFRONT_SCOPE });
    }
    const { tenant } = actor;
    const address = buyerAddressOf(request);
    const passedOn = request.headers['x-shopper-token'];
    if (passedOn !== undefined) {
      const shopper = await byShopperToken(String(passedOn));
      if (shopper?.tenant.id === tenant.id) return atProperty(request, { ...shopper, address });
      throw unauthorized('The token in X-Shopper-Token is malformed, unknown, revoked or expired.');
    }
    const propertyId = propertyIdOf(request);
    const shop = await findShop(propertyId === undefined ? tenant.id : `${tenant.id} ${propertyId}`);
    if (shop === undefined) {
      throw propertyId === undefined
        ? conflict(
            'This tenant has no property yet. Create one (POST /v1/properties), or name one in X-Property-Id.',
          )
        : notFound('property');
    }
    return { kind: 'server', id: actor.id, tenant, propertyId: shop.propertyId, address };
  }

  return async (token, request) => {
    if (token.startsWith('sk_')) return byServer(token, request);
    const found = await byShopperToken(token);
    return found === null ? null : atProperty(request, { ...found, address: request.ip });
  };
}

/** These bearers are of one site; a request for another one is refused, not answered for this one. */
function atProperty(request: FastifyRequest, shopper: Shopper): Shopper {
  const asked = propertyIdOf(request);
  if (asked === undefined || asked === shopper.propertyId) return shopper;
  throw invalid([{ path: 'X-Property-Id', code: 'not_allowed', message: 'is not the site of this token' }]);
}

/** Believed of a server alone: this function is called for no other bearer. */
function buyerAddressOf({ headers, ip }: FastifyRequest): string {
  const given = headers['x-buyer-address'];
  if (given === undefined) return ip;
  if (isIP(String(given)) !== 0) return String(given);
  throw invalid([{ path: 'X-Buyer-Address', code: 'wrong_format', message: 'must be one IP address' }]);
}

function propertyIdOf({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-property-id'];
  const id = given === undefined ? undefined : String(given).toLowerCase();
  if (id === undefined || UUID.test(id)) return id;
  throw invalid([{ path: 'X-Property-Id', code: 'wrong_format', message: 'must be a UUID' }]);
}
