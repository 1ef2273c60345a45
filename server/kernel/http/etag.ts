/** ETag and If-Match: a client that saves names the version it read, so that it never overwrites a version it has not seen. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, badRequest, notFound } from '#kernel/errors.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { success } from '#kernel/http/envelope.ts';
import { sha256 } from '#kernel/secrets.ts';

export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({ maxLength: 100, description: 'The ETag that was seen: 412 if it has changed since.' }),
  ),
});

/** `beside`: content of the answer that changes without a new version. */
export const etagOf = (version: number, beside?: unknown): string =>
  beside === undefined
    ? `"${version}"`
    : `"${version}-${sha256(JSON.stringify(beside)).toString('hex').slice(0, 12)}"`;

/**
 * The answer with its ETag. A replayed answer is the stored text, so its version is read from that text, which an erasure may
 * have reduced to an id.
 */
export function withEtag<T extends { version: number; inProgress?: unknown }>(reply: FastifyReply, data: T) {
  const shown: { version?: number; inProgress?: unknown } =
    data instanceof Verbatim ? JSON.parse(data.text) : data;
  if (shown.version !== undefined) reply.header('etag', etagOf(shown.version, shown.inProgress));
  return success(data);
}

/** The version that the caller read, or null if any version is accepted. */
export function readIfMatch(request: Pick<FastifyRequest, 'headers'>): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return null;
  const version = /^"(\d{1,9})(-[0-9a-f]{12})?"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw badRequest('If-Match must be the ETag of an earlier answer, quotes included, or *.');
}

/** Call it after the row is locked, so that no other transaction can change the version. */
export function assertVersion(seen: number | null, version: number): void {
  if (seen !== null && seen !== version) throw changedMeanwhile(version);
}

/** The locked row, if it exists and has the version that the caller read. */
export function rowAtVersion<Row extends { version: number }>(
  row: Row | undefined,
  seen: number | null,
  what: string,
): Row {
  if (row === undefined) throw notFound(what);
  assertVersion(seen, row.version);
  return row;
}

export const changedMeanwhile = (version: number) =>
  new AppError(
    'precondition_failed',
    'Someone else saved a change since. Read it again, then repeat yours.',
    { version },
    { etag: etagOf(version) },
  );
