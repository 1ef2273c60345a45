/** Headers: the request's id, and refusal of a repeated one, which this server and a proxy before it could interpret differently. */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';

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

/** The characters of ids that people and tracing systems use; quotes, brackets and the like must not reach logs and pages. */
const REQUEST_ID = /^[\w.:/+=@~-]{1,128}$/;

/** The id that the client sent, or one that begins with the time. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId();
}
