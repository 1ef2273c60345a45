/**
 * Lets pages of a site read answers of the storefront: the origin's host is a proved domain of the shopper's property. It keeps other
 * pages' scripts from reading; it authenticates nobody, because only browsers obey it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Shopper } from '#kernel/auth/shopper.ts';
import type { Config } from '#kernel/config.ts';
import { forbidden } from '#kernel/errors.ts';
import { STOREFRONT_PATH } from '#kernel/http/guard.ts';

/** Finds the property that has proved this host; undefined if none has. */
export type FindSite = (host: string) => Promise<{ tenantId: string; propertyId: string } | undefined>;

/** `anywhere` is an origin of the developer's own machine. */
export type Admitted = 'anywhere' | { tenantId: string; propertyId: string };

const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|[\w.-]+\.localhost)$/;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const TAKEN = 'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Request-Id';
const SHOWN =
  'ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed, X-Unknown-Fields, X-Defaulted-Fields';
/** A domain that is no longer proved stops working after this time at most. */
const PREFLIGHT_SECONDS = '600';

export function createCors(mode: Config['mode'], findSite: FindSite = async () => undefined) {
  async function admit(origin: string): Promise<Admitted | undefined> {
    const host = hostOf(origin);
    if (host === undefined) return undefined;
    if (LOCAL.test(host)) return mode === 'production' ? undefined : 'anywhere';
    return findSite(host);
  }

  return {
    /** Answers a preflight, which has no token: any site may ask. Returns whether it did. */
    async answerPreflight(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const { method, headers, url } = request;
      const { origin, 'access-control-request-method': asked } = headers;
      if (method !== 'OPTIONS' || origin === undefined || asked === undefined) return false;
      if (!url.startsWith(STOREFRONT_PATH)) return false;
      reply.header('vary', 'Origin');
      if ((await admit(origin)) === undefined) {
        throw forbidden('The host of this origin is no proved domain of a property. Prove it first.', {
          origin,
        });
      }
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': TAKEN,
        'access-control-max-age': PREFLIGHT_SECONDS,
      });
      reply.code(204).send();
      return true;
    },

    /** Lets the page read the answer, also one without a shopper, such as 401, if it is a page of any site. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<Admitted | undefined> {
      reply.header('vary', 'Origin');
      const { origin } = request.headers;
      const admitted = origin === undefined ? undefined : await admit(origin);
      if (admitted !== undefined) {
        reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': SHOWN });
      }
      return admitted;
    },

    /** Once the shopper is known, the page must be one of the shopper's site. */
    confine(reply: FastifyReply, admitted: Admitted | undefined, shopper: Shopper | undefined): void {
      if (admitted === undefined || admitted === 'anywhere' || shopper === undefined) return;
      const { tenantId, propertyId } = admitted;
      if (tenantId === shopper.tenant.id && propertyId === shopper.propertyId) return;
      reply.removeHeader('access-control-allow-origin');
      reply.removeHeader('access-control-expose-headers');
    },
  };
}

/** Undefined for an origin that no page on the web has, such as `null`. */
function hostOf(origin: string): string | undefined {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  return url.origin === origin ? url.hostname : undefined;
}
