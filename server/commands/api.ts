/** For commands that talk to a server over HTTP, as any other client with a key: from another machine too. */
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { SetupError } from '#kernel/config.ts';

export type Connection = { url: string; key?: string };

// biome-ignore lint/suspicious/noExplicitAny: what the server answers is described by its contract
type Json = any;

export type Api = {
  /** The `data` of the answer; a refusal is thrown as a sentence. */
  json(method: string, path: string): Promise<Json>;
  upload(path: string, type: string, body: Readable): Promise<Json>;
  download(path: string): Promise<ReadableStream<Uint8Array>>;
  /** Of NDJSON: no more of it is read than that. */
  firstLines<T>(path: string, most: number): Promise<T[]>;
};

export function connectTo({ url, key }: Connection, told: AbortSignal): Api {
  if (key === undefined || key === '') {
    throw new SetupError('An API key is needed: set COLONNADE_KEY, or give --key sk_live_…');
  }
  const base = URL.parse(url);
  if (base === null || !['http:', 'https:'].includes(base.protocol)) {
    throw new SetupError(
      `--url takes the address of a server, such as https://api.example.com; "${url}" is none.`,
    );
  }
  const ask = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const answer = await fetch(new URL(path, base), { ...init, headers, signal: told }).catch((error) => {
      throw told.aborted ? error : new SetupError(`${base.origin} does not answer: ${reasonOf(error)}.`);
    });
    if (answer.ok) return answer;
    throw new SetupError(`${base.origin} refused: ${await refusalOf(answer)}`);
  };
  const data = async (answer: Promise<Response>) => ((await (await answer).json()) as Json).data;
  return {
    json: (method, path) => data(ask(path, { method })),
    upload: (path, type, body) => {
      const init = {
        method: 'POST',
        headers: { 'content-type': type },
        body: Readable.toWeb(body),
        duplex: 'half',
      };
      return data(ask(path, init as RequestInit));
    },
    download: async (path) => (await ask(path, { method: 'GET' })).body!,
    firstLines: async (path, most) => {
      const { body } = await ask(path, { method: 'GET' });
      const lines: Json[] = [];
      for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) {
        if (lines.push(JSON.parse(line)) === most) break;
      }
      return lines;
    },
  };
}

function reasonOf(error: Error & { cause?: Error & { code?: string } }): string {
  return error.cause?.code ?? error.cause?.message ?? error.message;
}

async function refusalOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    const { code, message } = (JSON.parse(text) as Json).error;
    return `${message} (${answer.status} ${code})`;
  } catch {
    return `status ${answer.status}`;
  }
}
