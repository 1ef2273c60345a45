/** Every error that a client can get: one class, one table from code to status. */
export type Problem = { path: string; code: string; message: string };

export const STATUS_OF = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  password_change_required: 403,
  module_disabled: 403,
  quota_exceeded: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  invalid_transition: 409,
  order_number_taken: 409,
  out_of_stock: 409,
  idempotency_in_progress: 409,
  in_use: 409,
  no_price: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  validation_error: 422,
  answer_too_large: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  disk_full: 507,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

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
    return STATUS_OF[this.code];
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
