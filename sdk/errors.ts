/** The errors of a call: an answer that refuses it, or no answer at all. Neither contains the token. */

/** Codes of the service. It may add some, so a program treats any other as it treats the status. */
export const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'forbidden',
  'password_change_required',
  'module_disabled',
  'quota_exceeded',
  'second_factor_required',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'conflict',
  'invalid_transition',
  'review_required',
  'order_number_taken',
  'out_of_stock',
  'idempotency_in_progress',
  'in_use',
  'no_price',
  'checkout_changed',
  'checkout_locked',
  'precondition_failed',
  'payload_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'range_not_satisfiable',
  'validation_error',
  'answer_too_large',
  'idempotency_key_reused',
  'code_not_usable',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
  'disk_full',
] as const;

/** `unreadable` is an answer without our envelope, most likely of a proxy in between. */
export type ErrorCode = (typeof ERROR_CODES)[number] | 'unreadable';

/** The circumstances of the last try. */
export type Tries = {
  /** 1 if the first try was the only one. */
  attempts?: number;
  /** The key that was sent. With it, the call can be repeated later. */
  idempotencyKey?: string | null;
};

/** An error answer of the service, with its own message. */
export class ApiError extends Error {
  readonly status: number;
  /** One of `ErrorCode`, or one that a later service added. */
  readonly code: string;
  readonly requestId: string | null;
  /** Depends on the code: the problems of a `validation_error`, the SKUs of `out_of_stock`. */
  readonly details: unknown;
  /** Seconds after which the service expects another try. */
  readonly retryAfter: number | null;
  readonly attempts: number;
  readonly idempotencyKey: string | null;
  constructor(
    status: number,
    error: { code: string; message: string; requestId?: string; details?: unknown },
    { retryAfter = null, attempts = 1, idempotencyKey = null }: Tries & { retryAfter?: number | null } = {},
  ) {
    super(error.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code;
    this.requestId = error.requestId ?? null;
    this.details = error.details;
    this.retryAfter = retryAfter;
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}

/** No answer came: the connection was refused or lost, or the time was over. A change may have been made. */
export class ConnectionError extends Error {
  readonly isTimeout: boolean;
  readonly attempts: number;
  readonly idempotencyKey: string | null;
  constructor(
    message: string,
    {
      isTimeout = false,
      attempts = 1,
      idempotencyKey = null,
      cause,
    }: Tries & { isTimeout?: boolean; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = 'ConnectionError';
    this.isTimeout = isTimeout;
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
  }
}

/** `if (isCode(error, 'invalid_transition')) …` */
export const isCode = <Code extends ErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is ApiError & { readonly code: Code } =>
  error instanceof ApiError && (codes as string[]).includes(error.code);
