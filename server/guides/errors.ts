/** What each error code means, and what to do about it. A code without a text does not compile. */
import { type ErrorCode, STATUS_OF } from '#kernel/errors.ts';
import type { ErrorText } from '#kernel/http/docs/catalogue-pages.ts';

const TEXTS: Record<ErrorCode, { meaning: string; remedy: string }> = {
  bad_request: {
    meaning: 'The request cannot be read: broken JSON, a malformed header, or a cursor of another list.',
    remedy: 'Read `message`: it names the part. Send a cursor back exactly as `nextCursor` gave it.',
  },
  unauthorized: {
    meaning: 'The token is missing, malformed, revoked or expired.',
    remedy:
      'Send `Authorization: Bearer sk_live_…`. Check the key with `GET /v1/me`. A lost key cannot be shown again: make a new one.',
  },
  forbidden: {
    meaning: 'The token is valid, but its role or scope does not reach this operation.',
    remedy:
      'Read `details.role` or `details.scope`. Keys have the role `editor`; an operation for admins needs a signed-in member of the staff.',
  },
  password_change_required: {
    meaning: 'The password was chosen by someone else, or was reset.',
    remedy: 'Set a new password with the token in `details`, then sign in with it.',
  },
  module_disabled: {
    meaning: 'The module of this operation is off for the tenant.',
    remedy: 'An admin switches it on: `POST /v1/modules/:name/activate`, or the dashboard, Modules.',
  },
  quota_exceeded: {
    meaning: 'The tenant has used up a quota.',
    remedy: '`GET /v1/usage` shows every quota. Delete what is not needed, or ask the operator for more.',
  },
  second_factor_required: {
    meaning: 'The sign-in needs a second factor, or the tenant requires one that this member has not set up.',
    remedy: 'Continue with `POST /v1/auth/sign-in/second-factor`, or set one up under your account.',
  },
  not_found: {
    meaning: 'This tenant has no such record, or the path is wrong.',
    remedy:
      'Check the id and the key: an id of another tenant gets the same answer as one that never existed.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    remedy: 'The header `Allow` lists the methods.',
  },
  request_timeout: {
    meaning: 'The request did not arrive in time.',
    remedy: 'Send it again. Large uploads must keep sending.',
  },
  conflict: {
    meaning: 'The change contradicts the state of the record, such as a name that is taken.',
    remedy: 'Read the record again and decide anew; `message` names the contradiction.',
  },
  invalid_transition: {
    meaning: 'The record cannot take this step from its state, such as a refund of an unpaid order.',
    remedy: 'Read the record. `allowedActions` of an order lists the steps that are possible now.',
  },
  order_number_taken: {
    meaning: 'Another order of the tenant has this `orderNumber`.',
    remedy:
      'Leave `orderNumber` out, and the service assigns one. If you retried: use an Idempotency-Key instead.',
  },
  out_of_stock: {
    meaning: 'Too few units are left. `details` names every SKU.',
    remedy: 'Lower the quantities or take the lines out, then start the checkout again.',
  },
  idempotency_in_progress: {
    meaning: 'The first request with this Idempotency-Key is still running.',
    remedy: 'Wait a second and send the same request again: it gets the first answer.',
  },
  in_use: {
    meaning: 'Other records use this one, so it cannot be deleted.',
    remedy: '`details` names the users. Change or delete them first.',
  },
  no_price: {
    meaning: 'A line of the cart has no price in this currency.',
    remedy: 'Give the variant a price in the currency, or change the currency of the cart.',
  },
  checkout_changed: {
    meaning: 'The total is not the `expectedTotal` that the shopper saw. Nothing was ordered.',
    remedy: '`details` has both totals. Show the new one, and complete again with it.',
  },
  checkout_locked: {
    meaning: 'The checkout is being paid, so it does not change any more.',
    remedy: 'Wait for its end, or complete it again: the same order comes back.',
  },
  precondition_failed: {
    meaning: 'Someone changed the record since you read it: `If-Match` names an old version.',
    remedy: 'Read the record again, apply your change to it, and send the new ETag.',
  },
  payload_too_large: {
    meaning: 'The body is larger than this operation takes.',
    remedy: 'Split it. `message` has the limit; bulk operations and imports take more.',
  },
  uri_too_long: {
    meaning: 'A part of the path is too long.',
    remedy: 'Check the id in the path.',
  },
  unsupported_media_type: {
    meaning: 'The Content-Type is not one that this operation takes.',
    remedy: 'Send `Content-Type: application/json`, or what the operation lists.',
  },
  range_not_satisfiable: {
    meaning: 'The Range header asks for bytes beyond the end of the file.',
    remedy: 'Read the size from `Content-Range` of this answer.',
  },
  validation_error: {
    meaning:
      'Fields or parameters break their rules. `details` lists every one, with `path`, `code` and `message`.',
    remedy: 'Correct each path. An unknown parameter gets the nearest name that is known.',
  },
  answer_too_large: {
    meaning: 'The answer would be larger than the service sends.',
    remedy: 'Ask for fewer records with `limit`, or expand less. Exports have no such limit.',
  },
  idempotency_key_reused: {
    meaning: 'The Idempotency-Key was used for a request with another body or query.',
    remedy: 'Use a new key for a new request; repeat a request byte for byte.',
  },
  code_not_usable: {
    meaning: 'The discount code is unknown, over, used up, or does not fit this cart.',
    remedy: 'Show `message` to the shopper.',
  },
  rate_limited: {
    meaning: 'The caller sends too much. Nothing was changed.',
    remedy: 'Wait for the seconds in `Retry-After`, then repeat. `RateLimit` shows what is left.',
  },
  headers_too_large: {
    meaning: 'The headers of the request are too large.',
    remedy: 'Send fewer cookies and shorter headers.',
  },
  internal_error: {
    meaning: 'The service failed. The operator sees the cause in the log.',
    remedy: 'Repeat with the same Idempotency-Key. If it lasts, report `requestId` to the operator.',
  },
  unavailable: {
    meaning:
      'The service cannot answer now: the database is away, or too many requests wait. Nothing was changed.',
    remedy: 'Wait for the seconds in `Retry-After`, then repeat with the same Idempotency-Key.',
  },
  disk_full: {
    meaning: 'The service has no room for the file.',
    remedy: 'Tell the operator. Requests without files still work.',
  },
};

export const errorTexts = (): ErrorText[] =>
  Object.entries(STATUS_OF).map(([code, status]) => ({ code, status, ...TEXTS[code as ErrorCode] }));
