/** The failures of an operation: those that its declarations imply, and those that its route lists in `fails`. */
import { ERRORS, type ErrorCode } from '#kernel/error-catalogue.ts';
import { answersOf } from '#kernel/http/docs/answers.ts';
import type { Json } from '#kernel/http/docs/schemas.ts';
import type { RouteNeeds } from '#kernel/http/guard.ts';
import { takesIdempotencyKey } from '#kernel/http/safeties.ts';

export type FailingRoute = { method: string; url: string; needs: RouteNeeds; schema: Json };

/** By status, each with its codes. */
export function failuresOf(route: FailingRoute): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([...impliedCodes(route), ...(route.schema.fails ?? [])]);
  const known = Object.keys(ERRORS) as ErrorCode[];
  return Map.groupBy(
    known.filter((code) => codes.has(code)),
    (code) => ERRORS[code].status,
  );
}

function impliedCodes({ method, url, needs, schema }: FailingRoute): ErrorCode[] {
  const { params, headers = {}, consumes } = schema;
  const isRead = method === 'GET';
  return [
    'bad_request',
    'internal_error',
    'unavailable',
    ...(needs.public ? [] : callersCodes(needs)),
    ...(params ? (['not_found', 'uri_too_long'] as const) : []),
    ...(url.startsWith('/v1/') || params ? (['validation_error'] as const) : []),
    ...(isRead && !needs.public ? (['answer_too_large'] as const) : []),
    ...(isRead ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...(consumes ? (['request_timeout'] as const) : []),
    ...(schema.ranges ? (['range_not_satisfiable'] as const) : []),
    ...('if-match' in (headers.properties ?? {}) ? (['precondition_failed'] as const) : []),
    ...(takesIdempotencyKey(method, url, needs)
      ? (['idempotency_in_progress', 'idempotency_key_reused'] as const)
      : []),
  ];
}

const callersCodes = (needs: RouteNeeds): ErrorCode[] => [
  'unauthorized',
  'forbidden',
  'rate_limited',
  ...(needs.module ? (['module_disabled'] as const) : []),
  ...(needs.role && !needs.beforeSecondFactor ? (['second_factor_required'] as const) : []),
];

/** Every status that the contract lists for a route. */
export const statusesOf = (route: FailingRoute): number[] => [
  ...Object.keys(answersOf(route.schema)).map(Number),
  ...failuresOf(route).keys(),
];

/** The answers of failures, listed once for each set of codes. */
export class Failures {
  readonly #responses = new Map<string, Json>();
  readonly #schema: Json;

  constructor(schema: Json) {
    this.#schema = schema;
  }

  get all(): Record<string, Json> {
    return Object.fromEntries([...this.#responses].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  of(route: FailingRoute): Record<number, Json> {
    return Object.fromEntries([...failuresOf(route)].map(([status, codes]) => [status, this.#refer(codes)]));
  }

  #refer(codes: ErrorCode[]): Json {
    const name = codes.map(pascal).join('Or');
    if (!this.#responses.has(name)) this.#responses.set(name, this.#responseOf(codes));
    return { $ref: `#/components/responses/${name}` };
  }

  #responseOf(codes: ErrorCode[]): Json {
    const examples = codes.map((code) => [code, { summary: ERRORS[code].meaning, value: exampleOf(code) }]);
    return {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join(' '),
      headers: headersOf(codes),
      content: { 'application/json': { schema: this.#schema, examples: Object.fromEntries(examples) } },
    };
  }
}

const RETRIED: ErrorCode[] = ['rate_limited', 'unavailable', 'idempotency_in_progress', 'checkout_locked'];

function headersOf(codes: ErrorCode[]): Json {
  const names = ['X-Request-Id'];
  if (codes.some((code) => RETRIED.includes(code))) names.push('Retry-After');
  if (codes.includes('unauthorized')) names.push('WWW-Authenticate');
  if (codes.includes('precondition_failed')) names.push('ETag');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const exampleOf = (code: ErrorCode) => ({
  success: false,
  error: { code, message: ERRORS[code].meaning, requestId: '01920000-0000-7000-8000-000000000001' },
});

const pascal = (code: string) =>
  code.replace(/(^|_)([a-z])/g, (_, _separator: string, letter: string) => letter.toUpperCase());
