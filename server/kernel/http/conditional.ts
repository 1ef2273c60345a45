/** Answers that clients may cache if they revalidate them: an ETag of the exact bytes, and 304 while it still matches. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { compressed, isCompressible } from '#kernel/http/compression.ts';
import { isSharedAnswer } from '#kernel/http/surrogate-keys.ts';
import { sha256 } from '#kernel/secrets.ts';

export const IfNoneMatch = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ maxLength: 1000, description: 'The ETag of an earlier answer: 304 if it still holds.' }),
  ),
});

export const etagOfBytes = (payload: string): string =>
  `"${sha256(payload).toString('base64url').slice(0, 27)}"`;

/**
 * For a route's onSend. An answer to an Authorization header depends on the caller, so only the caller may cache it; `shareAnswer`
 * lets others keep one that depends on its address alone.
 */
export async function conditional(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = String(reply.getHeader('etag') ?? etagOfBytes(payload));
  const encoding = isCompressible(payload) ? 'accept-encoding' : [];
  const isShared = isSharedAnswer(reply);
  const vary = [reply.getHeader('vary') ?? [], isShared ? [] : 'authorization', encoding].flat().join(', ');
  reply.header('etag', etag);
  if (vary !== '') reply.header('vary', vary);
  if (!isShared) reply.header('cache-control', 'private, no-cache');
  if (!matches(request.headers['if-none-match'], etag)) {
    const sent = await compressed(request, reply, payload);
    // A strong ETag names these bytes alone; the compressed ones mean the same.
    if (sent !== payload) reply.header('etag', `W/${etag}`);
    return sent;
  }
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  // Fastify answers HEAD with the length of a payload, and null has none.
  return request.method === 'HEAD' ? '' : null;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
