/** A header that was sent twice can be read in two ways, by us and by a proxy before us; such requests are refused. */
import type { FastifyRequest } from 'fastify';
import { badRequest } from '#kernel/errors.ts';

export function sentTwice({ raw: { rawHeaders } }: FastifyRequest, name: string): boolean {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at]!;
    if (sent.length === name.length && sent.toLowerCase() === name) times++;
  }
  return times > 1;
}

export function assertOnce(request: FastifyRequest, name: string): void {
  if (sentTwice(request, name)) throw badRequest(`The header ${name} was sent more than once.`);
}

/** Of the Host header alone: whatever else names a host, such as X-Forwarded-Host, a client can send through a proxy. */
export const hostOf = (request: FastifyRequest): string => request.headers.host ?? '';

/** As RFC 9112 asks. Node would answer this by itself, and not in our envelope. */
export function assertOneHost(request: FastifyRequest): void {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw badRequest('The request needs a Host header.');
  }
  assertOnce(request, 'host');
}
