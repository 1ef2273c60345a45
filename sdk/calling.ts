/** Sends one operation and reads its answer, for every client of the SDK. */

export type Options = {
  /** Makes a POST safe to repeat. */
  idempotencyKey?: string;
  /** Only if the record still has this `version`: otherwise 412, so that no unread change is overwritten. */
  ifMatch?: number;
  signal?: AbortSignal;
};

/** An error answer of the service, with its own message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: unknown;
  constructor(
    status: number,
    error: { code: string; message: string; requestId?: string; details?: unknown },
  ) {
    super(error.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = error.code;
    this.requestId = error.requestId ?? null;
    this.details = error.details;
  }
}

export type AnyInput = Options & {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  contentType?: string;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `route` is the method and the path; `bearer` is the token to send, or null. */
export async function callRoute(
  fetch: Fetch,
  baseUrl: string,
  route: string,
  bearer: string | null,
  input: AnyInput = {},
): Promise<unknown> {
  const [method = '', path = ''] = route.split(' ');
  const isJson = input.body !== undefined && input.contentType === undefined;
  const response = await fetch(baseUrl + fill(path, input.path) + queryOf(input.query), {
    method,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(isJson && { 'content-type': 'application/json' }),
      // A misspelt field name gets an error instead of being ignored.
      ...(input.body !== undefined && { prefer: 'handling=strict' }),
      ...(input.contentType && { 'content-type': input.contentType }),
      ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey }),
      ...(input.ifMatch !== undefined && { 'if-match': `"${input.ifMatch}"` }),
    },
    body: isJson ? JSON.stringify(input.body) : (input.body as string | Blob | undefined),
    signal: input.signal,
  });
  const isAnswer = response.headers.get('content-type')?.startsWith('application/json');
  if (!response.ok)
    throw isAnswer ? refusal(response.status, (await response.json()) as Refusal) : unreadable(response);
  return isAnswer ? response.json() : response;
}

const fill = (path: string, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));

function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] => (one === undefined || one === '' ? [] : [[name, String(one)]])),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

type Refusal = { error: ConstructorParameters<typeof ApiError>[1] };
const refusal = (status: number, body: Refusal) => new ApiError(status, body.error);

/** Most likely an answer of a proxy in between, which does not use our envelope. */
const unreadable = (response: Response) =>
  new ApiError(response.status, {
    code: 'unreadable',
    message: `The server answered ${response.status} ${response.statusText}`.trim(),
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
