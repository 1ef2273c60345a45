/** Compresses large answers for clients that accept it. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#kernel/http/encoding.ts';

/** A shorter answer fits into two packets as it is. */
const LEAST = 2_048;

const compress = promisify(gzip);

export const isCompressible = (payload: string): boolean => payload.length >= LEAST;

/** The compressed bytes of an answer that is sent more than once. */
export type Compressed = { gzip?: Promise<Buffer> };
const sentAgain = new WeakMap<FastifyReply, Compressed>();

/** Compresses this answer once for all replies with the same `once`. */
export const compressOnce = (reply: FastifyReply, once: Compressed): void => {
  sentAgain.set(reply, once);
};

/** Returns the payload itself if the client accepts no gzip or if it is small. A thread of libuv compresses. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string | Buffer> {
  if (!isCompressible(payload)) return payload;
  if (!acceptsEncoding(String(request.headers['accept-encoding'] ?? ''), 'gzip')) return payload;
  const once = sentAgain.get(reply) ?? {};
  once.gzip ??= compress(payload);
  const bytes = await once.gzip;
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return bytes;
}
