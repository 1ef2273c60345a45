/** For commands that call a server over HTTP, like any other client with a key: also from another machine. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { SetupError } from '#kernel/setting.ts';

export type Connection = { url: string; key?: string };

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is described by its contract
type Json = any;

/** The server did not answer, or answered "not now": a later request may succeed. */
export class ServerAway extends SetupError {}

const NOT_NOW = [429, 502, 503, 504];
/** For requests with a quick answer: a server that hangs counts as away. */
const ANSWER_WITHIN_MS = 15_000;

export type Api = {
  addressOf(path: string): string;
  /** The `data` of the answer; a refusal is thrown as one sentence. */
  json(method: string, path: string): Promise<Json>;
  /** A page of a list. */
  page<T>(path: string): Promise<{ data: T[]; nextCursor: string | null; hasMore: boolean }>;
  /** Accepted once for each Idempotency-Key: for a file that was accepted before, `data` is the former answer. */
  upload(path: string, file: Upload): Promise<{ data: Json; wasTakenBefore: boolean }>;
  download(path: string): Promise<Download>;
  /** Reads at most this many lines of NDJSON. */
  firstLines<T>(path: string, most: number): Promise<T[]>;
};

/** `rows`: the expected number of rows; null if the server does not say. */
export type Download = { body: Readable; rows: number | null };
export type Upload = { type: string; idempotencyKey: string; body: Readable };

export function connectTo({ url, key }: Connection, stopping: AbortSignal): Api {
  if (key === undefined || key === '') {
    throw new SetupError('An API key is needed: set COLONNADE_KEY, or give --key sk_live_…');
  }
  const base = URL.parse(url);
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw new SetupError(
      `--url takes the address of a server, such as https://api.example.com; "${url}" is none.`,
    );
  }
  const lost = (error: Error): never => {
    // A file that cannot be read during the upload is not the server's fault.
    const ours = [error, error.cause].find((each) => each instanceof SetupError);
    if (ours !== undefined) throw ours;
    throw stopping.aborted ? error : new ServerAway(`${base.origin} does not answer: ${reasonOf(error)}.`);
  };
  const ask = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${key}`, prefer: 'handling=strict', ...init.headers };
    const answer = await fetch(new URL(path, base), { signal: stopping, ...init, headers }).catch(lost);
    if (answer.ok) return answer;
    const Refusal = NOT_NOW.includes(answer.status) ? ServerAway : SetupError;
    throw new Refusal(`${base.origin} refused: ${await refusalOf(answer)}`);
  };
  const bodyOf = async (answer: Response) => (await answer.json().catch(lost)) as Json;
  const dataOf = async (answer: Response) => (await bodyOf(answer)).data;
  const quickly = () => AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  return {
    addressOf: (path) => new URL(path, base).href,
    json: async (method, path) => dataOf(await ask(path, { method, signal: quickly() })),
    page: async (path) => {
      const { data, pagination } = await bodyOf(await ask(path, { method: 'GET', signal: quickly() }));
      return { data, ...pagination };
    },
    upload: async (path, { type, idempotencyKey, body }) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': type, 'idempotency-key': idempotencyKey },
        body: Readable.toWeb(body),
        duplex: 'half',
      };
      const answer = await ask(path, init as RequestInit);
      const wasTakenBefore = answer.headers.get('idempotent-replayed') === 'true';
      return { data: await dataOf(answer), wasTakenBefore };
    },
    download: async (path) => {
      const { body, headers } = await ask(path, { method: 'GET' });
      const rows = headers.get('x-total-count');
      return { body: Readable.fromWeb(body as never), rows: rows === null ? null : Number(rows) };
    },
    firstLines: async (path, most) => {
      const { body } = await ask(path, { method: 'GET' });
      const lines: Json[] = [];
      try {
        for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) {
          if (lines.push(JSON.parse(line)) === most) break;
        }
      } catch (error) {
        lost(error as Error);
      }
      return lines;
    },
  };
}

function reasonOf(error: Error): string {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}

async function refusalOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  try {
    const { code, message } = (JSON.parse(text) as Json).error;
    return `${message} (${answer.status} ${code})`;
  } catch {
    return `status ${answer.status}`;
  }
}
