/** `get`, `post`, `patch`, `put` and `delete`: any call of the API. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Connection, connectTo } from '../api.ts';
import { UsageError } from '../failures.ts';
import { dim, plain } from '../output.ts';
import { pairOf } from '../pairs.ts';
import { parseData, readDataFile } from './data.ts';

export type CallOptions = Connection & {
  data?: string[];
  contentType?: string;
  query?: string[];
  idempotencyKey?: string;
  ifMatch?: string;
  dryRun?: boolean;
  include?: boolean;
  json?: boolean;
};

export async function callCommand(
  method: string,
  path: string,
  options: CallOptions,
  signal: AbortSignal,
): Promise<void> {
  const api = connectTo(options, signal);
  const body = options.data && (await bodyOf(options.data, options.contentType));
  const answer = await api.ask(pathOf(path, options), {
    method,
    body,
    headers: {
      ...(body !== undefined && { 'content-type': options.contentType ?? 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
      ...(options.ifMatch !== undefined && { 'if-match': quoted(options.ifMatch) }),
    },
  });
  if (options.include) console.log(headOf(answer));
  await show(answer, options);
}

function pathOf(path: string, { query = [], dryRun }: CallOptions): string {
  if (/^[a-z]+:\/\//i.test(path)) {
    throw new UsageError('Give the path alone, such as /v1/crm/orders; --url names the server.');
  }
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://path');
  for (const each of query) url.searchParams.append(...pairOf('--query', each));
  if (dryRun) url.searchParams.set('dryRun', 'true');
  return url.pathname + url.search;
}

async function bodyOf(data: string[], contentType: string | undefined): Promise<string | Buffer> {
  const file = await readDataFile(data);
  if (file !== null) return file;
  if (contentType !== undefined) throw new UsageError('--content-type is for --data @file alone.');
  return JSON.stringify(parseData(data));
}

/** An ETag is a version in quotes. */
const quoted = (version: string) => (/^\d+$/.test(version) ? `"${version}"` : version);

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    lines.push(`${dim(`${plain(rawHeaders[at]!)}:`)} ${plain(rawHeaders[at + 1]!)}`);
  }
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, ''].join('\n');
}

/** Indented in a terminal; as it came for other programs. */
async function show(answer: IncomingMessage, { json }: CallOptions): Promise<void> {
  const type = answer.headers['content-type'] ?? '';
  const isTerminal = process.stdout.isTTY && !json;
  if (/^application\/(json|.*\+json)\b/.test(type) && isTerminal) {
    return console.log(JSON.stringify(JSON.parse(await text(answer)), null, 2));
  }
  if (isTerminal && !/^(text\/|application\/(json|x-ndjson))/.test(type) && answer.statusCode !== 204) {
    answer.destroy();
    throw new UsageError(`The answer is ${type}, not text. Save it: add > file`);
  }
  const isJson = /^application\/json\b/.test(type);
  await pipeline(answer, process.stdout, { end: false });
  if (isJson) process.stdout.write('\n');
}
