/** Turns the bearer token of a request into an actor, or into a shopper, or refuses the request. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Shopper } from '#kernel/auth/shopper.ts';
import type { Config } from '#kernel/config.ts';
import { type AppError, invalid, REFUSAL_DELAY_MS, tooMany, unauthorized } from '#kernel/errors.ts';
import { assertAllowed, assertShopperAllowed, type RouteNeeds } from '#kernel/http/guard.ts';
import { sentTwice } from '#kernel/http/headers.ts';
import { ConcurrencyLimit, RateLimit } from '#kernel/http/limits.ts';
import { networkOf } from '#kernel/http/network.ts';
import { createShopperLimits } from '#kernel/http/shopper-limits.ts';
import type { Turns } from '#kernel/http/turns.ts';

/** Turns a bearer token into an actor, or null when it is not a valid one. */
export type Identify = (token: string, address: string) => Promise<Actor | null>;
/** The same on storefront routes. Throws if the bearer is valid, and may not call any of them. */
export type IdentifyShopper = (token: string, request: FastifyRequest) => Promise<Shopper | null>;

/** A tenant may have as many concurrent requests as two of its keys. */
const TENANT_KEYS_AT_ONCE = 2;

/** `authenticate` sets `request.actor` or `request.shopper`; `noteKey` is for a path or method that does not exist. */
export function createAuthentication({
  config,
  clock,
  identify,
  identifyShopper = async () => null,
  turns,
}: {
  config: Config;
  clock: () => Date;
  identify: Identify;
  identifyShopper?: IdentifyShopper;
  turns: Turns;
}) {
  const now = () => clock().getTime();
  const callers = new RateLimit('requests', config.rateLimitPerMinute, now);
  const limitShopper = createShopperLimits(config.storefrontLimitScale, now);
  const failures = new RateLimit('wrong tokens', config.authFailuresPerMinute, now);
  const inFlight = new ConcurrencyLimit(config.requestsAtOncePerKey, 'requests of one key or sign-in');
  const ofTenant = new ConcurrencyLimit(
    TENANT_KEYS_AT_ONCE * config.requestsAtOncePerKey,
    'requests of one tenant',
  );

  /** Returns the token; counts by its text first, so that a flood is refused before the token is looked up. */
  async function enter(request: FastifyRequest, reply: FastifyReply, needs: RouteNeeds): Promise<string> {
    const token = needs.keyInAddress ? keyOf(request) : bearerOf(request);
    if (token === undefined) throw await refusal(request, failures);
    if (!inFlight.enter(token, reply.raw)) throw await inFlight.refusal();
    return token;
  }

  /** A session may have many tokens, and a tenant many keys. */
  async function countCaller(request: FastifyRequest, reply: FastifyReply, caller: Caller): Promise<void> {
    const { id, tenant, sessionId } = caller;
    turns.note(request, tenant.id);
    if (sessionId != null && !inFlight.enter(sessionId, reply.raw)) throw await inFlight.refusal();
    if (!ofTenant.enter(tenant.id, reply.raw)) throw await ofTenant.refusal();
    const verdict = callers.take(id);
    reply.headers(verdict.headers);
    if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
  }

  return {
    async authenticate(request: FastifyRequest, reply: FastifyReply, needs: RouteNeeds): Promise<void> {
      const token = await enter(request, reply, needs);
      if (needs.storefront === undefined) {
        const actor = await identify(token, request.ip);
        if (actor === null) throw await refusal(request, failures);
        request.actor = actor;
        await countCaller(request, reply, actor);
        assertAllowed(actor, needs);
      } else {
        const shopper = await identifyShopper(token, request);
        if (shopper === null) throw await refusal(request, failures);
        request.shopper = shopper;
        await countCaller(request, reply, shopper);
        assertShopperAllowed(shopper, needs);
        limitShopper(request, reply, shopper, needs);
      }
    },

    /**
     * A wrong path or method needs no key. If a valid key was sent, the request is noted as one of that key; the answer is the same
     * for every token.
     */
    async noteKey(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const token = request.headers.authorization === undefined ? undefined : bearerOf(request);
      if (!token?.startsWith('sk_') || !inFlight.enter(token, reply.raw)) return;
      const actor = await identify(token, request.ip).catch(() => null);
      if (actor === null) return;
      request.actor = actor;
      const verdict = callers.take(actor.id);
      if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
    },
  };
}

type Caller = Pick<Actor, 'id' | 'tenant'> & { sessionId?: string | null };

/** Undefined when the header has another form. */
function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthorized('This needs an Authorization header with a Bearer token.');
  return sentTwice(request, 'authorization') ? undefined : BEARER.exec(header)?.[1];
}

/** A key in the address is public, so the answer may be; a header beside it would make the answer depend on both. */
function keyOf(request: FastifyRequest): string | undefined {
  const { key } = request.query as { key?: unknown };
  if (key === undefined) return bearerOf(request);
  if (request.headers.authorization === undefined)
    return typeof key === 'string' && PUBLISHABLE.test(key) ? key : undefined;
  throw invalid([
    {
      path: 'key',
      code: 'not_allowed',
      message: 'stands in the address or in the Authorization header, not both',
    },
  ]);
}

const PUBLISHABLE = /^pk_live_[0-9A-Za-z]+$/;
// A lenient token parser ignores spaces or padding, so one token would have any number of spellings.
const BEARER = /^Bearer +([\w.-]+)$/i;

/** Counts wrong credentials only: guesses of other clients never lock out a valid key from the same network. */
async function refusal(request: FastifyRequest, failures: RateLimit): Promise<AppError> {
  const verdict = failures.take(networkOf(request.ip));
  if (verdict.allowed) return unauthorized('The token is malformed, unknown, revoked or expired.');
  await sleep(REFUSAL_DELAY_MS);
  return tooMany(verdict.retryAfterSeconds);
}
