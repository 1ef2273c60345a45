/** Limits of shoppers, whose keys are public: by key, address, cart or session, in memory. Money is guarded by counted-attempts.ts. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shopper } from '#kernel/auth/shopper.ts';
import { tooMany } from '#kernel/errors.ts';
import type { RouteNeeds } from '#kernel/http/guard.ts';
import { RateLimit } from '#kernel/http/limits.ts';
import { networkOf } from '#kernel/http/network.ts';

/** By the minute. */
export const SHOPPER_LIMITS = {
  readsOfKey: 60_000,
  readsOfAddress: 600,
  writesOfAddress: 120,
  writesOfBearer: 60,
  cartsOfAddress: 20,
  checkoutsOfAddress: 10,
};
type LimitName = keyof typeof SHOPPER_LIMITS;

/** `scale` multiplies all limits. */
export function createShopperLimits(scale: number, now: () => number) {
  const limits = new Map(
    Object.entries(SHOPPER_LIMITS).map(([name, most]) => [
      name as LimitName,
      new RateLimit(`storefront: ${name}`, Math.max(1, Math.round(most * scale)), now),
    ]),
  );
  /** Throws if one of the limits is reached. The headers report the last one, which is the narrowest. */
  return (request: FastifyRequest, reply: FastifyReply, shopper: Shopper, needs: RouteNeeds): void => {
    for (const [name, whose] of limitsOf(request, shopper, needs)) {
      const verdict = limits.get(name)!.take(whose);
      reply.headers(verdict.headers);
      if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
    }
  };
}

function limitsOf({ method, headers }: FastifyRequest, shopper: Shopper, { makes }: RouteNeeds) {
  const { kind, id, tenant, propertyId } = shopper;
  // The limit is of the tenant: a server reports any address that it likes, and must not use up what that address may do elsewhere.
  const address = `${tenant.id} ${networkOf(shopper.address)}`;
  // All shoppers of a server that reports none have one address, and its key has a limit already.
  const hasAddress = kind !== 'server' || headers['x-buyer-address'] !== undefined;
  const key = kind === 'publishable' || kind === 'server' ? id : propertyId;
  const found: [LimitName, string][] = [];
  if (method === 'GET' || method === 'HEAD') {
    found.push(['readsOfKey', key]);
    if (hasAddress) found.push(['readsOfAddress', `${key} ${address}`]);
    return found;
  }
  if (hasAddress) {
    found.push(['writesOfAddress', address]);
    if (makes === 'cart') found.push(['cartsOfAddress', address]);
    if (makes === 'checkout') found.push(['checkoutsOfAddress', address]);
  }
  // A publishable key is everyone's; a cart, a session and an order are of one shopper.
  if (kind !== 'publishable' && kind !== 'server') found.push(['writesOfBearer', id]);
  return found;
}
