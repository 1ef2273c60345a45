/** Uploads of files with rows, CSV or NDJSON: the parts that the routes of imports share. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptUploads } from '#kernel/http/body/upload.ts';

export type FileFormat = 'csv' | 'ndjson';

const FORMAT_OF: Record<string, FileFormat> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' };

/** The part of a route's schema that describes the file. */
export const IMPORT_SCHEMA = {
  consumes: Object.keys(FORMAT_OF),
  body: Type.Unsafe<unknown>({ type: 'string', description: 'The file, as it is.' }),
};

/** Within this scope a route accepts only CSV and NDJSON, as a stream. */
export const acceptImports = (scope: App): void => acceptUploads(scope, IMPORT_SCHEMA.consumes);

export function readFormat(request: FastifyRequest): FileFormat {
  const type = String(request.headers['content-type']).split(';')[0]!.trim().toLowerCase();
  const format = FORMAT_OF[type];
  if (format !== undefined) return format;
  throw new AppError('unsupported_media_type', 'Send the file as text/csv or application/x-ndjson.');
}

/**
 * Sets the format and digest of the file as the body that an Idempotency-Key compares. The options of an import are in the
 * query, which is compared too.
 */
export function representBody(request: FastifyRequest, format: FileFormat, digest: Buffer): void {
  request.rawBody = Buffer.from(`${format} ${digest.toString('hex')}`);
}
