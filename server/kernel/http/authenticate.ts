/** Who is calling: the bearer token of a request becomes an actor, or the request is refused. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import { AppError, unauthorized } from '#kernel/errors.ts';
import { sentTwice } from '#kernel/http/headers.ts';
import type { RateLimit } from '#kernel/http/limits.ts';

/** Turns a bearer token into an actor, or null when it is not a valid one. */
export type Identify = (token: string) => Promise<Actor | null>;

export async function authenticate(
  request: FastifyRequest,
  identify: Identify,
  failures: RateLimit,
): Promise<Actor> {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthorized('This needs an Authorization header with a Bearer token.');
  const token = sentTwice(request, 'authorization') ? undefined : /^Bearer +([^\s]+)$/i.exec(header)?.[1];
  const actor = token === undefined ? null : await identify(token);
  if (actor !== null) return actor;
  // Only wrong credentials count: a valid key from the same address is never locked out by somebody's guesses.
  const verdict = failures.take(request.ip);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
  throw unauthorized('The token is malformed, unknown, revoked or expired.');
}

export function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many requests. Please slow down.', undefined, {
    'retry-after': String(retryAfterSeconds),
  });
}
