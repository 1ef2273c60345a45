/** Compresses large answers for clients that accept it: a list of a hundred entries takes a fifth of the bytes. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsEncoding } from '#kernel/http/encoding.ts';

/** Below this, the compression takes longer than the bytes it saves. */
const LEAST = 2_048;
/** Most of the gain for a third of the time of the default. */
const LEVEL = 4;

const compress = promisify(gzip);

/** Returns the payload itself if the client accepts no gzip or if it is small. A thread of libuv compresses. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string | Buffer> {
  if (payload.length < LEAST) return payload;
  const vary = [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ');
  reply.header('vary', vary);
  if (!acceptsEncoding(String(request.headers['accept-encoding'] ?? ''), 'gzip')) return payload;
  const bytes = await compress(payload, { level: LEVEL });
  reply.header('content-encoding', 'gzip').removeHeader('content-length');
  return bytes;
}
