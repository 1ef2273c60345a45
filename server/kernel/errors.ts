/** Every error that a client can get: one class; the codes are in the catalogue. */
import { ERRORS, type ErrorCode } from '#kernel/error-catalogue.ts';

export type Problem = { path: string; code: string; message: string };

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, details?: unknown, headers: Record<string, string> = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export const badRequest = (message: string) => new AppError('bad_request', message);

export const unauthorized = (message: string) =>
  new AppError('unauthorized', message, undefined, { 'www-authenticate': 'Bearer' });

export const forbidden = (message: string, details?: unknown) => new AppError('forbidden', message, details);

/** Does not mention the id, so another tenant's id and one that never existed get the same answer. */
export const notFound = (what: string) =>
  new AppError('not_found', `${what[0]!.toUpperCase()}${what.slice(1)} not found.`);

export const conflict = (message: string, details?: unknown) => new AppError('conflict', message, details);

export const invalid = (problems: Problem[]) =>
  new AppError(
    'validation_error',
    problems.length === 1
      ? `${problems[0]!.path || 'body'}: ${problems[0]!.message}`
      : `${problems.length} fields are not valid.`,
    problems,
  );

export const unavailable = (message: string, retryAfterSeconds = 1) =>
  new AppError('unavailable', message, undefined, { 'retry-after': String(retryAfterSeconds) });

/** The delay of a refusal: it slows a client that sends too much and repeats at once; one that waits for Retry-After loses nothing. */
export const REFUSAL_DELAY_MS = 250;

export const tooMany = (retryAfterSeconds: number) =>
  new AppError('rate_limited', 'Too many requests. Please slow down.', undefined, {
    'retry-after': String(retryAfterSeconds),
  });
