/** Answers that clients may keep, as long as they ask whether they still hold: an ETag of the very bytes, and 304 when it does. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sha256 } from '#kernel/secrets.ts';

export const IfNoneMatch = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ maxLength: 1000, description: 'The ETag of an earlier answer: 304 if it still holds.' }),
  ),
});

/** For a route's onSend. The answer depends on who asks, so only the asker may keep it. */
export async function conditional(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${sha256(payload).toString('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
  if (!holds(request.headers['if-none-match'], etag)) return payload;
  reply.code(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}

function holds(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
