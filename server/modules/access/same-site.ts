import type { FastifyRequest } from 'fastify';
import { forbidden } from '#kernel/errors.ts';
import { hostOf } from '#kernel/http/headers.ts';

/** A cookie travels by itself, and a sign-in leaves one: a page of another site must be able to cause neither. */
export function refuseOtherSites(request: FastifyRequest): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  // Browsers before 2023 name the origin alone.
  const ours =
    site === undefined
      ? origin === undefined || URL.parse(origin)?.host === hostOf(request)
      : site === 'same-origin' || site === 'none';
  if (!ours) throw forbidden('This can only be called from our own pages.');
}
