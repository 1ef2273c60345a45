/** Sends one operation, again where that is safe, and reads its answer, for every client of the SDK. */
import { encode, randomHex } from './bodies.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { DEFAULTS, isSafe, mayRepeat, pause, type RetrySettings, retryAfterOf, waitFor } from './retrying.ts';

export type Options = {
  /** Makes a POST safe to repeat. Without it, the client makes one for the tries of a call. */
  idempotencyKey?: string;
  /** Only if the record still has this `version`: otherwise 412, so that no unread change is overwritten. */
  ifMatch?: number;
  /** Ends the call, also while it waits for its next try. */
  signal?: AbortSignal;
  /** Further tries of this call. */
  maxRetries?: number;
  /** Milliseconds for each try of this call; 0 for no limit. */
  timeout?: number;
};

export type AnyInput = Options & {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  contentType?: string;
};

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Settings = RetrySettings & {
  /** Such as https://api.example.com; in a page of the same server, leave it empty. */
  baseUrl: string;
  fetch?: Fetch;
  /**
   * Milliseconds for each try until its answer is read, or until a file begins to come; 0 for no limit. 60,000 by default. Uploads
   * have no limit unless the call sets one.
   */
  timeout?: number;
};

export type Received = { answer: unknown; status: number; headers: Headers; attempts: number };

export type Bearer = () => string | null | Promise<string | null>;

/** `route` is the method, the path, and `keyed` if it takes an Idempotency-Key. */
export type Call = (route: string, bearer: Bearer, input?: AnyInput) => Promise<Received>;

export function createCaller(settings: Settings): Call {
  const base = baseOf(settings.baseUrl);
  // Called as a method of another object, the fetch of a browser fails.
  const fetch = settings.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const retrying = {
    retryDelay: settings.retryDelay ?? DEFAULTS.retryDelay,
    maxRetryWait: settings.maxRetryWait ?? DEFAULTS.maxRetryWait,
  };

  return async (route, bearer, input = {}) => {
    assertAddress(base);
    const [method = '', path = '', mark] = route.split(' ');
    const { maxRetries = settings.maxRetries ?? DEFAULTS.maxRetries, signal, ifMatch } = input;
    const { body, contentType, isRepeatable, isFile } = await encode(input.body, input.contentType);
    const url = base + fill(path, input.path) + queryOf(input.query);
    const firstToken = await bearer();
    const key = keyOf(input, mark === 'keyed' && maxRetries > 0 && isRepeatable && takesKey(firstToken));
    const timeout = input.timeout ?? (isFile ? 0 : (settings.timeout ?? DEFAULTS.timeout));
    const call = { method, key, isConditional: ifMatch !== undefined, isRepeatable };

    for (let attempts = 1; ; attempts++) {
      const headers = {
        ...authorization(attempts === 1 ? firstToken : await bearer()),
        ...(contentType !== undefined && { 'content-type': contentType }),
        // A misspelt field name gets an error instead of being ignored.
        ...(body !== undefined && { prefer: 'handling=strict' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
      };
      const tries = { attempts, idempotencyKey: key ?? null };
      try {
        // The fetch of Deno repeats a request on its own if a kept connection ends, but none with a stream.
        const sent = ON_DENO && typeof body === 'string' && !isSafe(call) ? new Blob([body]).stream() : body;
        const init = { method, headers, body: sent as RequestInit['body'], ...streaming(sent) };
        return await withinTime(timeout, signal, async (within) =>
          read(await fetch(url, { ...init, signal: within }), tries),
        );
      } catch (thrown) {
        signal?.throwIfAborted();
        const error = asOurs(thrown, `${method} ${path}`, base, tries);
        const isAgain = attempts <= maxRetries && mayRepeat(error, call);
        const ms = isAgain ? waitFor(error, attempts - 1, retrying) : null;
        if (ms === null) throw error;
        await pause(ms, signal);
      }
    }
  };
}

/** A publishable key takes no Idempotency-Key: all shoppers share it. */
const takesKey = (token: string | null) => !token?.startsWith('pk_');

function keyOf({ idempotencyKey }: AnyInput, isNeeded: boolean): string | undefined {
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters.');
  }
  return idempotencyKey ?? (isNeeded ? randomHex(16) : undefined);
}

function authorization(token: string | null): { authorization?: string } {
  if (token === null) return {};
  // The error of fetch would show the token.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError('The token contains a space, a line break or another character that no token has.');
  }
  return { authorization: `Bearer ${token}` };
}

const streaming = (body: unknown) =>
  typeof body === 'object' && body !== null && 'getReader' in body ? { duplex: 'half' as const } : {};

const ON_DENO = 'Deno' in globalThis;

const TIMED_OUT = Symbol('timed out');

async function withinTime<T>(
  timeout: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  const isLimited = timeout > 0 && Number.isFinite(timeout);
  const timer = isLimited ? setTimeout(() => ending.abort(TIMED_OUT), timeout) : undefined;
  signal?.addEventListener('abort', abort, { once: true });
  let result: T | undefined;
  try {
    result = await run(ending.signal);
    return result;
  } catch (error) {
    throw ending.signal.reason === TIMED_OUT ? TIMED_OUT : error;
  } finally {
    clearTimeout(timer);
    // A file is still being read, which the signal can end.
    const isFile = (result as Received | undefined)?.answer instanceof Response;
    if (!isFile) signal?.removeEventListener('abort', abort);
  }
}

type Tries = { attempts: number; idempotencyKey: string | null };

async function read(response: Response, tries: Tries): Promise<Received> {
  const { status, headers } = response;
  const isAnswer = headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!response.ok) throw await refusal(response, isAnswer, tries);
  const answer = isAnswer ? await response.json() : response;
  return { answer, status, headers, attempts: tries.attempts };
}

async function refusal(response: Response, isAnswer: boolean, tries: Tries): Promise<ApiError> {
  const { status, statusText, headers } = response;
  const retryAfter = retryAfterOf(headers.get('retry-after'));
  const requestId = headers.get('x-request-id') ?? undefined;
  const body = isAnswer ? ((await response.json().catch(ifLost)) as Partial<Refusal> | null) : null;
  // A proxy in between does not use our envelope. Its body is not read, which frees the connection.
  if (!isAnswer) await response.body?.cancel();
  const error = body?.error ?? {
    code: 'unreadable',
    message: `The server answered ${status} ${statusText}`.trim(),
  };
  return new ApiError(status, { requestId, ...error }, { ...tries, retryAfter });
}

type Refusal = { error: ConstructorParameters<typeof ApiError>[1] };

/** Text that is no JSON is unreadable; anything else is a lost connection. */
function ifLost(error: unknown): null {
  if (error instanceof SyntaxError) return null;
  throw error;
}

/** fetch reports a lost connection as a TypeError; Bun as an error with a code. */
function asOurs(thrown: unknown, route: string, base: string, tries: Tries): unknown {
  const isTimeout = thrown === TIMED_OUT;
  const { cause, code, message } = (thrown ?? {}) as { cause?: unknown; code?: unknown; message?: string };
  const isOther = thrown instanceof ApiError || thrown instanceof DOMException;
  if (!isTimeout && (isOther || !(thrown instanceof TypeError || typeof code === 'string'))) return thrown;
  const { code: inner, message: deeper } = (cause ?? {}) as { code?: string; message?: string };
  const reason = isTimeout ? 'the time is over' : (inner ?? deeper ?? message);
  const where = base === '' ? 'this server' : new URL(base).origin;
  return new ConnectionError(`No answer to ${route} from ${where}: ${reason}.`, {
    ...tries,
    isTimeout,
    cause: isTimeout ? undefined : thrown,
  });
}

const NEEDS_ADDRESS = 'baseUrl must be the address of the service, such as https://api.example.com';

function baseOf(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string') throw new TypeError(`${NEEDS_ADDRESS}.`);
  if (baseUrl === '') return '';
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== '') {
    throw new TypeError(`${NEEDS_ADDRESS}, without a query, a fragment or a user.`);
  }
  return baseUrl.replace(/\/+$/, '');
}

/** Outside of a page, an empty address leads nowhere. Clients may be created there all the same. */
function assertAddress(base: string): void {
  if (base === '' && !('location' in globalThis)) throw new TypeError(`${NEEDS_ADDRESS}.`);
}

const fill = (path: string, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    // A dot segment would lead to another path.
    if (value === undefined || ['', '.', '..'].includes(String(value))) {
      throw new TypeError(`path.${name} of ${path} is missing.`);
    }
    return encodeURIComponent(value);
  });

function queryOf(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one): [string, string][] => {
      if (one === undefined || one === null || one === '') return [];
      return [[name, one instanceof Date ? one.toISOString() : String(one)]];
    }),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
