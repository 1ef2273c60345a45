/** Sends a stored file so that it can do no harm: nothing in it runs, and no browser guesses its type. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import type { Storage } from '../storage/storage.ts';
import { isShown } from '../uploads/content-type.ts';
import type { ServedFile } from './files.sql.ts';
import { continues, isKnown, readRange } from './ranges.ts';

/** SVG may have its own styles; neither it nor HTML may run, load or send anything, or count as a page of our origin. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: ServedFile,
  { cacheControl, name }: { cacheControl: string; name: string },
): Promise<FastifyReply> {
  const size = Number(file.size);
  const etag = `"${file.version}"`;
  reply.headers({
    etag,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': disposition(isShown(file.type) ? 'inline' : 'attachment', name),
  });
  if (file.visibility === 'public') reply.header('access-control-allow-origin', '*');
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(file.type === 'text/plain' ? 'text/plain; charset=utf-8' : file.type);
  const wanted = continues(request.headers['if-range'] as string | undefined, etag)
    ? readRange(request.headers.range, size)
    : null;
  if (wanted === 'unsatisfiable') throw notSatisfiable(reply, size);
  reply.header('content-length', wanted === null ? size : wanted.last - wanted.first + 1);
  if (wanted !== null) {
    reply.code(206).header('content-range', `bytes ${wanted.first}-${wanted.last}/${size}`);
  }
  // An empty stream, because with any other body Fastify would set a length that is not that of the file.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await storage.read(file.file_key, wanted ?? undefined));
}

function notSatisfiable(reply: FastifyReply, size: number): AppError {
  for (const name of ['etag', 'content-disposition', 'content-type']) reply.removeHeader(name);
  return new AppError('range_not_satisfiable', `The file has ${size} bytes.`, undefined, {
    'content-range': `bytes */${size}`,
    'cache-control': 'no-store',
  });
}

/** Writes the name twice: in plain letters for old clients, and in full as in RFC 8187. */
export function disposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${full}`;
}
