/** Decides whether a call is tried again, and when. */
import { ApiError, ConnectionError, isCode } from './errors.ts';

export type RetrySettings = {
  /** Further tries after the first; 0 for none. Two by default. */
  maxRetries?: number;
  /** Milliseconds before the second try; each further wait is twice as long, and up to half of it is left to chance. 500 by default. */
  retryDelay?: number;
  /** The longest wait in milliseconds. A service that asks for a longer one gets no further try. 30,000 by default. */
  maxRetryWait?: number;
};

export const DEFAULTS = { maxRetries: 2, retryDelay: 500, maxRetryWait: 30_000, timeout: 60_000 };

/** Answers of a proxy or a service that may be another in a moment. */
const MAY_PASS = [502, 503, 504];

export type Repeating = {
  method: string;
  /** The Idempotency-Key that is sent. */
  key: string | undefined;
  /** With If-Match, a repeat of a change that was made gets 412, as if somebody else had made it. */
  isConditional: boolean;
  /** The body can be sent again. */
  isRepeatable: boolean;
};

/** A repeat does nothing twice. `PATCH` is never repeated after a try whose outcome is unknown. */
export const isSafe = ({ method, key, isConditional }: Repeating) =>
  ['GET', 'HEAD'].includes(method) ||
  (method === 'POST' && key !== undefined) ||
  (['PUT', 'DELETE'].includes(method) && !isConditional);

export function mayRepeat(error: unknown, call: Repeating): boolean {
  if (!call.isRepeatable) return false;
  if (error instanceof ConnectionError) return isSafe(call) && !isOffline();
  if (!(error instanceof ApiError)) return false;
  // 429 is answered before anything is done.
  if (error.status === 429) return true;
  // A former try of this call is still running.
  if (isCode(error, 'idempotency_in_progress')) return call.key !== undefined;
  return MAY_PASS.includes(error.status) && isSafe(call);
}

const isOffline = () => (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine === false;

type Waits = { retryDelay: number; maxRetryWait: number };

/** Milliseconds until the next try; null if the service asks for more patience than the caller has. */
export function waitFor(error: unknown, retries: number, { retryDelay, maxRetryWait }: Waits): number | null {
  const longest = Math.min(retryDelay * 2 ** retries, maxRetryWait);
  // Chance keeps clients that failed together from coming back together.
  const own = longest * (0.5 + Math.random() / 2);
  const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
  if (asked > maxRetryWait) return null;
  return Math.max(asked, own);
}

/** Seconds, from a number or a date. */
export function retryAfterOf(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const time = Date.parse(header);
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000));
}

/** Rejects with the signal's reason when it is aborted. */
export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
