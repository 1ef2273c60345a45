/** A safety that a caller asks for is honoured or refused, never ignored: unknown parameters, dry runs, conditions, keys. */
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { Problem } from '#kernel/errors.ts';
import type { RouteNeeds } from '#kernel/http/guard.ts';

type Fields = { properties?: Record<string, unknown> };

/** The API rejects unknown parameters. Files, sites and pages accept any parameters of a visitor's address. */
export function closeQuery(route: RouteOptions): void {
  if (!route.url.startsWith('/v1/')) return;
  const querystring = (route.schema?.querystring ?? {}) as Fields;
  route.schema = {
    ...route.schema,
    querystring: { type: 'object', properties: {}, additionalProperties: false, ...querystring },
  };
}

/** Conditions (RFC 9110) of a change; a route that does not check one must refuse it. */
const CONDITIONS = {
  'if-match': 'If-Match',
  'if-none-match': 'If-None-Match',
  'if-unmodified-since': 'If-Unmodified-Since',
};

export function noteConditions(route: RouteOptions): void {
  const headers = (route.schema?.headers ?? {}) as Fields;
  if (headers.properties !== undefined && 'if-match' in headers.properties) {
    route.config = { ...route.config, ifMatch: true } as typeof route.config;
  }
}

/**
 * Answers with tokens and codes, and answers to anonymous callers, are not stored for a replay. Tests show that all others
 * replay.
 */
export const takesIdempotencyKey = (method: string, url: string, needs: RouteNeeds) =>
  method === 'POST' && !needs.public && !needs.looksAnew && !url.startsWith('/v1/auth/');

/** All shoppers of a site share its publishable key, so one of them would get the answer of another. */
export function refuseIdempotencyKey(request: FastifyRequest, problems: Problem[]): void {
  const { method, headers, routeOptions } = request;
  if (method !== 'POST' || headers['idempotency-key'] === undefined) return;
  const isPublic = request.shopper?.kind === 'publishable';
  if (!isPublic && takesIdempotencyKey(method, routeOptions.url!, routeOptions.config)) return;
  const where = isPublic ? 'with a publishable key' : 'here';
  problems.push({
    path: 'Idempotency-Key',
    code: 'not_supported',
    message: `is not supported ${where}, so nothing was done; repeat the request without it`,
  });
}

export function refuseConditions(request: FastifyRequest, problems: Problem[]): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  for (const header in CONDITIONS) {
    if (request.headers[header] === undefined) continue;
    if (header === 'if-match' && request.routeOptions.config.ifMatch) continue;
    problems.push({
      path: CONDITIONS[header as keyof typeof CONDITIONS],
      code: 'not_supported',
      message: 'cannot be checked here, so nothing was done; repeat the request without it',
    });
  }
}
