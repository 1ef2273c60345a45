/** Turns the bearer token of a request into an actor, or refuses the request. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import { AppError, REFUSAL_DELAY_MS, unauthorized } from '#kernel/errors.ts';
import { sentTwice } from '#kernel/http/headers.ts';
import type { ConcurrencyLimit, RateLimit } from '#kernel/http/limits.ts';
import { networkOf } from '#kernel/http/network.ts';

/** Turns a bearer token into an actor, or null when it is not a valid one. */
export type Identify = (token: string, address: string) => Promise<Actor | null>;

/** Undefined when the header has another form. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthorized('This needs an Authorization header with a Bearer token.');
  return sentTwice(request, 'authorization') ? undefined : BEARER.exec(header)?.[1];
}

// A lenient token parser ignores spaces or padding, so one token would have any number of spellings.
const BEARER = /^Bearer +([\w.-]+)$/i;

/**
 * A wrong path or method needs no key. If a valid key was sent, the request is noted as one of that key; the answer is the same for
 * every token.
 */
export async function noteKey(
  request: FastifyRequest,
  reply: FastifyReply,
  identify: Identify,
  inFlight: ConcurrencyLimit,
  callers: RateLimit,
): Promise<void> {
  const token = request.headers.authorization === undefined ? undefined : bearerOf(request);
  if (!token?.startsWith('sk_') || !inFlight.enter(token, reply.raw)) return;
  const actor = await identify(token, request.ip).catch(() => null);
  if (actor === null) return;
  request.actor = actor;
  const verdict = callers.take(actor.id);
  if (!verdict.allowed) throw tooMany(verdict.retryAfterSeconds);
}

/** Counts wrong credentials only: guesses of other clients never lock out a valid key from the same network. */
export async function refusal(request: FastifyRequest, failures: RateLimit): Promise<AppError> {
  const verdict = failures.take(networkOf(request.ip));
  if (verdict.allowed) return unauthorized('The token is malformed, unknown, revoked or expired.');
  await sleep(REFUSAL_DELAY_MS);
  return tooMany(verdict.retryAfterSeconds);
}

export function tooMany(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many requests. Please slow down.', undefined, {
    'retry-after': String(retryAfterSeconds),
  });
}
