/** Every error code that a client can get: its status, its meaning, its usual cause, and the client's next step. */

export type ErrorEntry = { status: number; meaning: string; cause: string; remedy: string };

export const ERRORS = {
  bad_request: {
    status: 400,
    meaning: 'The request could not be read.',
    cause: 'The body is not JSON, a header is malformed or repeated, or a cursor belongs to another list.',
    remedy: 'Correct the request as `message` says. The same request fails again.',
  },
  unauthorized: {
    status: 401,
    meaning: 'No token, or not a valid one.',
    cause:
      'The Authorization header is missing, or its key or token is malformed, unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer` with a valid key, or sign in again.',
  },
  forbidden: {
    status: 403,
    meaning: 'The caller lacks the role or the scope.',
    cause: 'The token is valid, and its role or its scopes do not include this operation.',
    remedy: 'Use a key with the scope in `details`, or ask an admin for the role.',
  },
  module_disabled: {
    status: 403,
    meaning: 'The module is not active for this tenant.',
    cause: 'The tenant has not activated the module of this operation.',
    remedy: 'An admin activates it: `POST /v1/modules/{name}/activate`.',
  },
  quota_exceeded: {
    status: 403,
    meaning: 'The tenant has used up a quota.',
    cause:
      'The request would add more than the tenant may have. `details` names the kind, the use and the limit.',
    remedy: 'Delete what is no longer needed, or ask the operator for a larger quota.',
  },
  second_factor_required: {
    status: 403,
    meaning: 'A second factor is needed.',
    cause: 'The account has a second factor, or the tenant asks for one and the account has none.',
    remedy: 'Send the second factor with the ticket in `details`, or set one up first.',
  },
  password_change_required: {
    status: 403,
    meaning: 'The password must be replaced first.',
    cause: 'Another person chose this password.',
    remedy: 'Set a password with the token in `details`: `POST /v1/auth/set-password`.',
  },
  not_found: {
    status: 404,
    meaning: 'This tenant has no such resource.',
    cause: 'The id or the path is wrong, the resource was deleted, or it belongs to another tenant.',
    remedy: 'Check the id. The message names what was not found.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The path does not take this method.',
    cause: 'The path exists, with other methods.',
    remedy: 'Use a method of the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive in time.',
    cause: 'The body was sent too slowly, or stopped.',
    remedy: 'Send it again over a better connection, or in smaller files.',
  },
  conflict: {
    status: 409,
    meaning: 'The state of the resource does not allow this.',
    cause: 'Another record has the same unique value, or another change came first.',
    remedy: 'Read the resource again and decide by its state; the message names the obstacle.',
  },
  review_required: {
    status: 409,
    meaning: 'The entry needs a review before it is published.',
    cause: 'Its type demands a review, and nobody but its last author has approved this version.',
    remedy: 'Ask for one: `POST /v1/content/entries/{id}/review`. Another person approves the version.',
  },
  invalid_transition: {
    status: 409,
    meaning: 'The resource is in a state from which this step is not possible.',
    cause:
      'For example, a delivered order cannot be cancelled. `details` has the state and the allowed steps.',
    remedy: 'Read the resource again, and take one of the allowed steps.',
  },
  order_number_taken: {
    status: 409,
    meaning: 'Another order has this number.',
    cause: 'The `orderNumber` of the request is in use.',
    remedy: 'Send another `orderNumber`, or none: one is generated.',
  },
  out_of_stock: {
    status: 409,
    meaning: 'There are too few units in stock.',
    cause: 'The order or checkout asks for more units than are available. `details` lists the SKUs.',
    remedy: 'Order fewer units, or wait until there is stock.',
  },
  idempotency_in_progress: {
    status: 409,
    meaning: 'A request with this Idempotency-Key is still running.',
    cause: 'The request was repeated before the first one was answered.',
    remedy: 'Repeat it after the seconds of `Retry-After`.',
  },
  in_use: {
    status: 409,
    meaning: 'Other records use this one.',
    cause: 'A deletion would leave others without it. `details.usedBy` lists them.',
    remedy: 'Remove it from those records first.',
  },
  no_price: {
    status: 409,
    meaning: 'Something has no price in this currency.',
    cause: 'A variant has no price in the currency of the request or cart.',
    remedy: 'Give it a price in this currency, or use another currency.',
  },
  checkout_changed: {
    status: 409,
    meaning: 'The total of the checkout is another one by now.',
    cause: 'A price, a tax rate, a discount or the cart changed since the shopper saw the total.',
    remedy: 'Show the new total of `details` to the shopper, then complete the checkout with it.',
  },
  checkout_locked: {
    status: 409,
    meaning: 'The payment of this checkout is under way.',
    cause: 'The cart or checkout cannot change while its payment is settled.',
    remedy: 'Repeat the request after the seconds of `Retry-After`.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The record has changed since it was read.',
    cause: 'The ETag in If-Match is not that of the current version, which `details.version` has.',
    remedy: 'Read the record again, then repeat the change with its new ETag.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The body is larger than this operation accepts.',
    cause: 'The message names the limit.',
    remedy: 'Send less at a time.',
  },
  uri_too_long: {
    status: 414,
    meaning: 'A part of the path is too long.',
    cause: 'A parameter of the path has more than 500 characters.',
    remedy: 'Check the address.',
  },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body has a media type that this operation does not accept.',
    cause: 'Content-Type is missing or another one, the body is compressed, or it is not in UTF-8.',
    remedy: 'Send the media type that the operation lists.',
  },
  range_not_satisfiable: {
    status: 416,
    meaning: 'The file does not have this range.',
    cause: 'The Range header begins behind the end of the file.',
    remedy: 'Use the size in `Content-Range`.',
  },
  validation_error: {
    status: 422,
    meaning: 'Some of the request is not valid.',
    cause:
      'A field or parameter breaks a rule, or is unknown. `details` lists every one with path, code and message.',
    remedy: 'Correct the fields in `details`. The same request fails again.',
  },
  answer_too_large: {
    status: 422,
    meaning: 'The answer would be larger than 8 MiB.',
    cause: 'The page or the record has too much data.',
    remedy: 'Use a smaller `limit`, or ask for fewer fields.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'This Idempotency-Key was used for another request.',
    cause: 'The key is the same, and the body or the query is another one.',
    remedy: 'Use a new key for each new request.',
  },
  code_not_usable: {
    status: 422,
    meaning: 'This discount code cannot be used.',
    cause: 'The code is unknown, not active at this time, used up, or not meant for this cart.',
    remedy: 'Remove it from the cart, or try another one.',
  },
  rate_limited: {
    status: 429,
    meaning: 'Too many requests.',
    cause: 'The caller, its tenant or its network exceeds a limit. Nothing was changed.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the request.',
  },
  headers_too_large: {
    status: 431,
    meaning: 'The headers of the request are too large.',
    cause: 'Headers have more than 16 KiB together.',
    remedy: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    meaning: 'Something went wrong in the service.',
    cause: 'A fault of the service, which its log has under the request id.',
    remedy: 'Repeat the request later. Give the operator the `requestId` if it fails again.',
  },
  unavailable: {
    status: 503,
    meaning: 'The service cannot answer right now.',
    cause: 'The database is not reachable, or the service has too much to do. Nothing was changed.',
    remedy: 'Repeat the request after the seconds of `Retry-After`.',
  },
  disk_full: {
    status: 507,
    meaning: 'The disk of the service is nearly full.',
    cause: 'Files are refused so that the rest of the service goes on.',
    remedy: 'Try again later; the operator has to make room.',
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
