/** A client as tenants write them: it reuses connections, has a deadline, and treats a lost connection as an unknown outcome. */
import { Agent, request } from 'undici';

export type Answer = {
  /** 0: the connection was refused, or broke before the end of the answer. */
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a row says what it expects of the body; a type would say it twice
  body: any;
  /** The cookies in the format of a browser's request. */
  cookies: string;
  replayed: boolean;
  ms: number;
  startedAt: number;
};

/** `file` is a CSV that replaces the body. */
export type Call = {
  token?: string;
  body?: unknown;
  file?: string;
  key?: string;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

const agent = new Agent({ connections: 1024, pipelining: 1, keepAliveTimeout: 30_000 });
const LOST = { status: 0, body: undefined, cookies: '', replayed: false };

export async function call(method: string, url: string, options: Call = {}): Promise<Answer> {
  const { token, body: sent, file, key, headers = {}, timeoutMs = 20_000 } = options;
  const startedAt = Date.now();
  const began = performance.now();
  const took = () => ({ ms: performance.now() - began, startedAt });
  try {
    const answer = await request(url, {
      method: method as 'GET',
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(file !== undefined && { 'content-type': 'text/csv' }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
      body: file ?? (sent === undefined ? null : JSON.stringify(sent)),
    });
    const replayed = answer.headers['idempotent-replayed'] === 'true';
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
    const body = await answer.body.json();
    return { status: answer.statusCode, body, cookies: cookies.join('; '), replayed, ...took() };
  } catch {
    return { ...LOST, ...took() };
  }
}

/** Returns whether the body is the documented error envelope, without internal details. */
export function isEnvelope({ body }: Answer): boolean {
  return (
    body?.success === false &&
    typeof body.error?.code === 'string' &&
    typeof body.error.requestId === 'string'
  );
}
