/** Who is calling: the bearer token of a request, which becomes an actor, or the request is refused. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import { AppError, unauthorized } from '#kernel/errors.ts';
import { sentTwice } from '#kernel/http/headers.ts';
import type { RateLimit } from '#kernel/http/limits.ts';
import { networkOf } from '#kernel/http/network.ts';

/** Turns a bearer token into an actor, or null when it is not a valid one. */
export type Identify = (token: string, address: string) => Promise<Actor | null>;

/** Undefined when there is something else in its place. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthorized('This needs an Authorization header with a Bearer token.');
  const scheme = sentTwice(request, 'authorization') ? undefined : /^Bearer +/i.exec(header)?.[0];
  return scheme && header.slice(scheme.length);
}

/** Only wrong credentials count: a valid key from the same network is never locked out by somebody's guesses. */
export function refusal(request: FastifyRequest, failures: RateLimit): AppError {
  const verdict = failures.take(networkOf(request.ip));
  return verdict.allowed
    ? unauthorized('The token is malformed, unknown, revoked or expired.')
    : tooMany(verdict.retryAfterSeconds);
}

export function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many requests. Please slow down.', undefined, {
    'retry-after': String(retryAfterSeconds),
  });
}
