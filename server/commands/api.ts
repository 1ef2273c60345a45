/** For commands that call a server over HTTP, like any other client with a key: also from another machine. */
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SetupError } from '#kernel/setting.ts';
import { exchange, type Sent } from './client/exchange.ts';
import { Refusal, type RefusalBody, UsageError } from './failures.ts';

/** `renew` returns the current token of a sign-in, for commands that run longer than one. */
export type Connection = { url: string; key?: string; renew?: () => Promise<string> };

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is described by its contract
type Json = any;

/** The server did not answer, or answered "not now": a later request may succeed. */
export class ServerAway extends SetupError {}
class NotNow extends Refusal {}

export const isAway = (error: unknown): error is Error =>
  error instanceof ServerAway || error instanceof NotNow;

const NOT_NOW = [429, 502, 503, 504];
/** For requests with a quick answer: a server that hangs counts as away. */
const ANSWER_WITHIN_S = 15;

export type Api = {
  origin: string;
  addressOf(path: string): string;
  /** Any request; an error answer is thrown. The body is not read yet. */
  ask(path: string, sent: Sent): Promise<IncomingMessage>;
  /** The `data` of the answer; a refusal is thrown as one sentence. */
  json(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json>;
  /** A page of a list. */
  page<T>(path: string): Promise<Listed<T>>;
  /** Accepted once for each Idempotency-Key: for a file that was accepted before, `data` is the former answer. */
  upload(path: string, file: Upload): Promise<{ data: Json; wasTakenBefore: boolean }>;
  download(path: string): Promise<Download>;
  /** Reads at most this many lines of NDJSON. */
  firstLines<T>(path: string, most: number): Promise<T[]>;
};

/** `total`: if the request asks for it. */
type Listed<T> = { data: T[]; nextCursor: string | null; hasMore: boolean; total?: { count: number } };
/** `rows`: the expected number of rows; null if the server does not say. */
export type Download = { body: Readable; rows: number | null };
export type Upload = { type: string; idempotencyKey: string; body: Readable };

export function connectTo({ url, key, renew }: Connection, stopping: AbortSignal): Api {
  if (key === undefined || key === '') {
    throw new SetupError('An API key is needed: set COLONNADE_KEY, or run: npx colonnade login');
  }
  const bearer = renew ?? (async () => key);
  return createApi(url, async () => ({ authorization: `Bearer ${await bearer()}` }), stopping);
}

/** `ownHeaders` returns the headers of every request. */
export function createApi(
  url: string,
  ownHeaders: () => Promise<Record<string, string>>,
  stopping: AbortSignal,
): Api {
  const base = URL.parse(url);
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw new UsageError(
      `--url takes the address of a server, such as https://api.example.com; "${url}" is none.`,
    );
  }
  const { origin } = base;
  const addressOf = (path: string) => base.href.replace(/\/+$/, '') + path;
  const lost = (error: Error): never => {
    // A file that cannot be read during the upload is not the server's fault.
    const ours = [error, error.cause].find((each) => each instanceof SetupError);
    if (ours !== undefined) throw ours;
    throw stopping.aborted ? error : new ServerAway(`${origin} does not answer: ${reasonOf(error)}.`);
  };
  const ask = async (path: string, sent: Sent) => {
    const headers = { ...(await ownHeaders()), prefer: 'handling=strict', ...sent.headers };
    const to = new URL(addressOf(path));
    const answer = await exchange(to, { signal: stopping, ...sent, headers }).catch(lost);
    const status = answer.statusCode!;
    if (status < 300) return answer;
    const body = await text(answer).catch(() => '');
    if (status < 400 && status !== 304) {
      const to = answer.headers.location ?? 'nowhere';
      throw new SetupError(`${origin} answers with a redirect to ${to}. Give that server as --url.`);
    }
    throw new (NOT_NOW.includes(status) ? NotNow : Refusal)(origin, status, refusalIn(body));
  };
  const quickly = (): Pick<Sent, 'signal'> => ({
    signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_S * 1000)]),
  });
  const bodyOf = async (answer: IncomingMessage): Promise<Json> => {
    const body = await text(answer).catch(lost);
    try {
      return JSON.parse(body);
    } catch {
      throw new SetupError(`${origin} answers, but not as Colonnade does. Is the address right?`);
    }
  };
  return {
    origin,
    addressOf,
    ask,
    json: async (method, path, body, headers = {}) => {
      const sent =
        body === undefined
          ? { headers }
          : { headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
      return (await bodyOf(await ask(path, { method, ...sent, ...quickly() }))).data;
    },
    page: async (path) => {
      const { data, pagination, total } = await bodyOf(await ask(path, { method: 'GET', ...quickly() }));
      return { data, nextCursor: null, hasMore: false, ...pagination, ...(total && { total }) };
    },
    upload: async (path, { type, idempotencyKey, body }) => {
      const headers = { 'content-type': type, 'idempotency-key': idempotencyKey };
      const answer = await ask(path, { method: 'POST', headers, body });
      const wasTakenBefore = answer.headers['idempotent-replayed'] === 'true';
      return { data: (await bodyOf(answer)).data, wasTakenBefore };
    },
    download: async (path) => {
      const body = await ask(path, { method: 'GET' });
      const rows = body.headers['x-total-count'];
      return { body, rows: rows === undefined ? null : Number(rows) };
    },
    firstLines: async (path, most) => {
      const body = await ask(path, { method: 'GET' });
      const lines: Json[] = [];
      try {
        for await (const line of createInterface({ input: body })) {
          if (lines.push(JSON.parse(line)) === most) break;
        }
      } catch (error) {
        lost(error as Error);
      }
      body.destroy();
      return lines;
    },
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };

function reasonOf(error: Error): string {
  if (error.name === 'AbortError') return `no answer within ${ANSWER_WITHIN_S} s`;
  const { code } = error as NodeJS.ErrnoException;
  return code ?? error.message;
}

function refusalIn(body: string): RefusalBody | null {
  try {
    const { error } = JSON.parse(body);
    return typeof error.message === 'string' ? error : null;
  } catch {
    return null;
  }
}
