/** Bodies too large to hold in memory: they are read chunk by chunk, however long that takes. */
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { assertPlain } from '#kernel/http/body/body.ts';
import { compileValidator } from '#kernel/http/body/validation.ts';
import { ConcurrencyLimit } from '#kernel/http/limits.ts';

/** Connections without the time limit of an ordinary request; instead they must send a minimum of bytes in each window. */
const uploading = new WeakSet<Socket>();
export const isUploading = (socket: Socket): boolean => uploading.has(socket);

/** The least a client must send while the server waits for it; the server's own time does not count. */
export type Pace = { windowMs: number; leastBytes: number };

const MEBIBYTE = 1024 * 1024;
/** A client that falls silent soon costs no more than it sent. */
const FIRST_BYTES = 64 * 1024;

/** The most uploads of a tenant at once, because each may occupy a mebibyte of memory for as long as it takes. */
export const MOST_UPLOADS = 16;
const underWay = new ConcurrencyLimit(MOST_UPLOADS, 'uploads of one tenant');

/** In this scope, bodies of these types, and no others, reach the route as streams, which its handler reads and checks. */
export function acceptUploads(scope: App, types: string[]): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(types, async (request: FastifyRequest, payload: Readable) => {
    assertPlain(request, 'Files');
    return payload;
  });
  scope.addContentTypeParser('*', async () => {
    throw new AppError('unsupported_media_type', `Files are taken as ${types.join(' or ')}.`);
  });
  scope.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'body' ? () => true : compileValidator(schema, httpPart),
  );
  // An upload that is refused half-way is the last request of its connection: the rest of its body is dropped.
  scope.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.header('connection', 'close');
  });
  scope.addHook('preHandler', async (request, reply) => {
    if (underWay.enter(request.actor.tenant.id, reply.raw)) return;
    throw await underWay.refusal({ connection: 'close' });
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
 * The body in pieces of one mebibyte, the last one smaller. Throws the error for the client. `aroundBytes` is the most that
 * the body may contain beside the file.
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
  let piece = Buffer.allocUnsafe(FIRST_BYTES);
  let filled = 0;
  try {
    const next = atPace(parts, request.server.uploadPace);
    for (let part = await next(); part !== null; part = await next()) {
      received += part.length;
      if (received > most) throw fileTooLarge(maxBytes);
      for (let at = 0; at < part.length; ) {
        const copied = part.copy(piece, filled, at);
        at += copied;
        filled += copied;
        if (filled < piece.length) continue;
        if (filled < MEBIBYTE) {
          piece = grown(piece);
          continue;
        }
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

function grown(piece: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(piece.length * 2);
  piece.copy(larger);
  return larger;
}

type Parts = AsyncIterator<Buffer>;

/** The stream stays open if its reader stops half-way: destroying it would close the connection before the answer is sent. */
function partsOf(body: Readable | undefined): Parts {
  return body?.iterator({ destroyOnReturn: false }) ?? (async function* () {})();
}

function atPace(parts: Parts, { windowMs, leastBytes }: Pace): () => Promise<Buffer | null> {
  let waitedMs = 0;
  let bytes = 0;
  return async () => {
    const began = performance.now();
    const part = await nextOf(parts, windowMs);
    waitedMs += performance.now() - began;
    bytes += part?.length ?? 0;
    if (part !== null && waitedMs >= windowMs) {
      if (bytes < leastBytes) {
        const seconds = Math.ceil(windowMs / 1000);
        throw tooSlow(`The upload is too slow: ${leastBytes} bytes in ${seconds} s are the least.`);
      }
      waitedMs = 0;
      bytes = 0;
    }
    return part;
  };
}

const tooSlow = (message: string) =>
  new AppError('request_timeout', message, undefined, { connection: 'close' });

async function nextOf(parts: Parts, windowMs: number): Promise<Buffer | null> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooSlow('The upload fell silent.')), windowMs);
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
