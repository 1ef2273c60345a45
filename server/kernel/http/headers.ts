/** Refuses a request that repeats a header: this server and a proxy before it could interpret it differently. */
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

/**
 * Reads the Host header alone: a client can send any other header that names a host, such as X-Forwarded-Host, through a proxy.
 */
export const hostOf = (request: FastifyRequest): string => request.headers.host ?? '';

/** RFC 9112 requires this. Node's own check would not answer in our envelope. */
export function assertOneHost(request: FastifyRequest): void {
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
    throw badRequest('The request needs a Host header.');
  }
  assertOnce(request, 'host');
}
