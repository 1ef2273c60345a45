/** Bodies too large to hold in memory: they pass through chunk by chunk, however long that takes. */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest } from '#kernel/errors.ts';
import { assertPlain } from '#kernel/http/body.ts';
import type { App } from '#kernel/http/server.ts';

/** Connections to which the time limit of an ordinary request does not apply; the silence between chunks is limited instead. */
const uploading = new WeakSet<Socket>();
export const isUploading = (socket: Socket): boolean => uploading.has(socket);

const MAX_SILENCE_MS = 30_000;
const MEBIBYTE = 1024 * 1024;

/** In this scope bodies of these types, and no others, reach the route as they arrive. */
export function acceptUploads(scope: App, types: string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(types, async (request: FastifyRequest, payload: Readable) => {
    assertPlain(request, 'Files');
    return payload;
  });
  scope.addContentTypeParser('*', async () => {
    throw new AppError('unsupported_media_type', `Files are taken as ${types.join(' or ')}.`);
  });
}

export const fileTooLarge = (maxBytes: number) =>
  new AppError(
    'payload_too_large',
    `The file is larger than ${Math.floor(maxBytes / MEBIBYTE)} MiB.`,
    undefined,
    {
      connection: 'close',
    },
  );

/**
 * The body in pieces of one mebibyte, the last one smaller. Throws what the client is to be told. `aroundBytes` is what may
 * come with the file, where it is not alone in the body.
 */
export async function* readUpload(
  request: FastifyRequest,
  maxBytes: number,
  aroundBytes = 0,
): AsyncGenerator<Buffer> {
  const most = maxBytes + aroundBytes;
  if (Number(request.headers['content-length'] ?? 0) > most) throw fileTooLarge(maxBytes);
  const { socket } = request.raw;
  uploading.add(socket);
  const parts = partsOf(request.body as Readable | undefined);
  let received = 0;
  let piece = Buffer.allocUnsafe(MEBIBYTE);
  let filled = 0;
  try {
    for (let part = await nextOf(parts); part !== null; part = await nextOf(parts)) {
      received += part.length;
      if (received > most) throw fileTooLarge(maxBytes);
      for (let at = 0; at < part.length; ) {
        const copied = part.copy(piece, filled, at);
        at += copied;
        filled += copied;
        if (filled < MEBIBYTE) continue;
        yield piece;
        piece = Buffer.allocUnsafe(MEBIBYTE);
        filled = 0;
      }
    }
    if (filled > 0) yield piece.subarray(0, filled);
  } finally {
    uploading.delete(socket);
  }
}

type Parts = AsyncIterator<Buffer>;

/** Left half-way, the stream stays open: destroying it would take the connection, and the answer, with it. */
function partsOf(body: Readable | undefined): Parts {
  return body?.iterator({ destroyOnReturn: false }) ?? (async function* () {})();
}

async function nextOf(parts: Parts): Promise<Buffer | null> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(new AppError('request_timeout', 'The upload fell silent.', undefined, { connection: 'close' })),
    MAX_SILENCE_MS,
  );
  const part = parts.next().catch(() => {
    throw badRequest('The upload was cut short.');
  });
  try {
    const { value, done } = await Promise.race([part, silence]);
    return done ? null : value;
  } finally {
    clearTimeout(timer);
    part.catch(() => {});
  }
}
