/** Reads request bodies: JSON in UTF-8 and nothing else. */
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest, invalid } from '#kernel/errors.ts';
import { findCardNumber } from '#kernel/http/body/card-numbers.ts';
import { findExcess } from '#kernel/http/body/excess.ts';
import { parseJson, parseJsonInTurns } from '#kernel/http/body/json.ts';
import { LARGE_BODY } from '#kernel/http/body/large-bodies.ts';

type Done = (error: Error | null, body?: unknown) => void;

/** If it answered a promise, Fastify would keep the pieces of the body beside the whole, for as long as it waits for a place. */
export function parseBody(request: FastifyRequest, bytes: Buffer, done: Done): void {
  void parse(request, bytes).then((body) => done(null, body), done);
}

async function parse(request: FastifyRequest, bytes: Buffer): Promise<unknown> {
  assertPlain(request, 'JSON');
  request.rawBody = bytes;
  // Some clients always send the Content-Type header, even without a body; routes that need a body report that it is missing.
  if (bytes.length === 0) return undefined;
  const isLarge = bytes.length > LARGE_BODY;
  if (isLarge) await request.takePlace?.();
  const excess = isLarge ? findExcess(bytes) : null;
  if (excess !== null) throw invalid([excess]);
  try {
    const { value, problems } = isLarge ? await parseJsonInTurns(bytes) : parseJson(bytes);
    if (request.routeOptions.config.storefront !== undefined) refuseCardNumber(request, value);
    request.bodyProblems = problems;
    return value;
  } catch (error) {
    throw error instanceof AppError ? error : badRequest((error as SyntaxError).message);
  }
}

/** Nothing after this may log the body, or store it. */
function refuseCardNumber(request: FastifyRequest, value: unknown): void {
  const problem = findCardNumber(request.rawBody.toString(), value);
  if (problem === null) return;
  request.rawBody = Buffer.alloc(0);
  throw invalid([problem]);
}

/** UTF-8, and not compressed. */
export function assertPlain(request: FastifyRequest, what: string): void {
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new AppError('unsupported_media_type', `${what} must be sent in UTF-8.`);
  }
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_media_type', 'Compressed bodies are not accepted.');
  }
}
