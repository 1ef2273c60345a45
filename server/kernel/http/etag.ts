/** ETag and If-Match: whoever saves says which version they saw, so nobody overwrites what they have not read. */
import type { FastifyRequest } from 'fastify';
import { AppError, badRequest } from '#kernel/errors.ts';

export const etagOf = (version: number): string => `"${version}"`;

/** The version that the caller saw, or null if any will do. */
export function readIfMatch(request: FastifyRequest): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return null;
  const version = /^"(\d{1,9})"$/.exec(header)?.[1];
  if (version !== undefined) return Number(version);
  throw badRequest('If-Match must be the ETag of an earlier answer, quotes included, or *.');
}

export const changedMeanwhile = (version: number) =>
  new AppError(
    'precondition_failed',
    'Someone else saved a change since. Read it again, then repeat yours.',
    { version },
    { etag: etagOf(version) },
  );
