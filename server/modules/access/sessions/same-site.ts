import type { FastifyRequest } from 'fastify';
import { forbidden } from '#kernel/errors.ts';
import { hostOf } from '#kernel/http/headers.ts';

/** Browsers send a cookie by themselves, and a sign-in sets one: a page of another site must be able to cause neither. */
export function refuseOtherSites(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  // Browsers before 2023 send the origin alone.
  const ours =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === hostOf(request)
      : site === 'same-origin' || site === 'none';
  if (!ours) throw forbidden('This can only be called from our own pages.');
}
