/** Compresses large answers for clients that accept it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#kernel/http/encoding.ts';

/** A shorter answer fits into two packets as it is. */
const LEAST = 2_048;

const compress = promisify(gzip);

export const isCompressible = (payload: string): boolean => payload.length >= LEAST;

/** Returns the payload itself if the client accepts no gzip or if it is small. A thread of libuv compresses. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string | Buffer> {
  if (!isCompressible(payload)) return payload;
  if (!acceptsEncoding(String(request.headers['accept-encoding'] ?? ''), 'gzip')) return payload;
  const bytes = await compress(payload);
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return bytes;
}
