/** `import`: sends a file of orders or products to a server and follows it until the last one is stored. */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '#kernel/setting.ts';
import type { CatalogImport } from '../modules/catalog/imports/imports.routes.ts';
import type { Import as OrderImport } from '../modules/crm/imports/imports.routes.ts';
import { type Api, type Connection, connectTo, isAway } from './api.ts';
import { saveTo } from './export.ts';
import { cannot } from './files.ts';
import { counted, plain, print, shortTime } from './output.ts';
import { pairOf } from './pairs.ts';
import { type Progress, startProgress } from './progress.ts';

const TYPES: Record<string, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const POLL_MS = 250;
const SHOWN_ERRORS = 10;
/** The longest absence of a server, as during a restart, before the command gives up. */
const PATIENCE_MS = 120_000;

type Import = Omit<OrderImport, 'orders'> &
  Partial<Pick<OrderImport, 'orders'> & Pick<CatalogImport, 'products'>>;

/** The kinds of files: where they are sent, and how their results are told. */
const KINDS = {
  orders: { path: '/v1/crm/imports', noun: 'order', placed: 'placed', wouldBe: 'would be placed' },
  products: { path: '/v1/catalog/imports', noun: 'product', placed: 'stored', wouldBe: 'would be stored' },
};
type Kind = (typeof KINDS)[keyof typeof KINDS];

function countsOf({ orders, products }: Import): { placed: number; failed: number } {
  if (orders !== undefined) return orders;
  const { created, updated, unchanged, failed } = products!;
  return { placed: created + updated + unchanged, failed };
}

export type ImportCommandOptions = Connection & {
  products?: boolean;
  existing?: string;
  format?: 'csv' | 'ndjson';
  map?: string[];
  delimiter?: string;
  decimal?: string;
  errorPolicy?: string;
  createCustomers?: boolean;
  currency?: string;
  channel?: string;
  dryRun?: boolean;
  again?: boolean;
  errors?: string;
  json?: boolean;
};

export async function importCommand(
  path: string,
  options: ImportCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const format = options.format ?? (/^\.(ndjson|jsonl)$/i.test(extname(path)) ? 'ndjson' : 'csv');
  const api = connectTo(options, signal);
  const kind = options.products ? KINDS.products : KINDS.orders;
  const wanted = { type: TYPES[format]!, query: queryOf(options) };
  const progress = startProgress(process.stderr, () => performance.now());
  try {
    const sent = await send(api, kind, await fileAt(path, wanted, options), wanted, progress);
    const job = await watch(api, kind, sent, progress, signal);
    progress.end();
    print(options, job, summary(kind, job));
    const errors = await reportErrors(api, kind, job, options);
    if (errors.length > 0 && !options.json) console.log(plain(errors.join('\n')));
    // For scripts: only a complete import is a success.
    if (job.status !== 'finished' || countsOf(job).failed > 0) process.exitCode = 1;
  } finally {
    progress.end();
  }
}

type Wanted = { type: string; query: URLSearchParams };
type NamedFile = { path: string; size: number; key: string; isKeyOfContent: boolean };

/**
 * The Idempotency-Key of a file is a digest of its content and its options, so the same command run again, after any failure of
 * the first, finds that import and creates no second one.
 */
async function fileAt(path: string, wanted: Wanted, { again }: ImportCommandOptions): Promise<NamedFile> {
  const found = await stat(path).catch((error) => {
    throw cannot('be read', path, error);
  });
  // A pipe can be read only once.
  const isKeyOfContent = !again && !found.isFIFO() && !found.isCharacterDevice();
  const digest = createHash('sha256').update(`${wanted.type} ${wanted.query}\n`);
  if (isKeyOfContent) for await (const piece of piecesOf(path)) digest.update(piece);
  const key = isKeyOfContent ? `colonnade-import-${digest.digest('hex')}` : randomUUID();
  return { path, size: found.size, key, isKeyOfContent };
}

async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw cannot('be read', path, error);
  }
}

async function send(
  api: Api,
  kind: Kind,
  file: NamedFile,
  wanted: Wanted,
  progress: Progress,
): Promise<Import> {
  const { type, query } = wanted;
  const upload = { type, idempotencyKey: file.key, body: Readable.from(piecesSent(file, progress)) };
  try {
    const { data, wasTakenBefore } = await api.upload(`${kind.path}?${query}`, upload);
    if (!wasTakenBefore) return data;
    const job: Import = await api.json('GET', `${kind.path}/${data.id}`);
    progress.end();
    console.error(
      `This very file was sent before, at ${shortTime(job.createdAt)}, so nothing is placed twice: this is import ${job.id}. To import it once more, add --again.`,
    );
    return job;
  } catch (error) {
    if (!isAway(error)) throw error;
    const next = file.isKeyOfContent
      ? 'Run the same command again: what was taken is not taken twice.'
      : `Whether the file was taken, GET ${api.addressOf(kind.path)} tells.`;
    throw new SetupError(`${error.message} ${next}`);
  }
}

function queryOf(options: ImportCommandOptions): URLSearchParams {
  const given = {
    delimiter: options.delimiter,
    decimal: options.decimal,
    errorPolicy: options.errorPolicy,
    currency: options.currency,
    existing: options.existing,
    channel: options.channel,
    mapping:
      options.map && JSON.stringify(Object.fromEntries(options.map.map((text) => pairOf('--map', text)))),
    createCustomers: options.createCustomers && 'true',
    dryRun: options.dryRun && 'true',
  };
  const set = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return new URLSearchParams(set);
}

async function* piecesSent({ path, size }: NamedFile, progress: Progress): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const piece of piecesOf(path)) {
    sent += piece.length;
    // The size of a pipe is unknown.
    if (size === 0) progress.show(null, `${(sent / 1e6).toFixed(1)} MB sent`);
    else progress.show(sent / size, 'sent');
    yield piece;
  }
}

async function watch(
  api: Api,
  kind: Kind,
  started: Import,
  progress: Progress,
  signal: AbortSignal,
): Promise<Import> {
  let job = started;
  const path = `${kind.path}/${job.id}`;
  const tellAway = (why: string) => {
    progress.end();
    console.error(`${why} Import ${job.id} goes on by itself when the server is back; waiting for it.`);
  };
  try {
    while (job.finishedAt === null) {
      const { bytes, phase } = job;
      const counts = countsOf(job);
      const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
      progress.show(bytes.done / bytes.received, `${phase}: ${counted(counts.placed, kind.noun)}${failed}`);
      await sleep(POLL_MS, undefined, { signal });
      job = await patiently(() => api.json('GET', path), tellAway, signal);
    }
  } catch (error) {
    progress.end();
    console.error(
      `Not watching any longer; the server goes on with import ${job.id}. How far it is: GET ${api.addressOf(path)}`,
    );
    throw error;
  }
  return job;
}

/** Repeats a request until the server answers, within a time limit. */
async function patiently<T>(
  ask: () => Promise<T>,
  tellAway: (why: string) => void,
  signal: AbortSignal,
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!isAway(error) || performance.now() > end) throw error;
      if (tries === 0) tellAway(error.message);
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}

type ErrorLine = { row: number; field: string | null; message: string };

/** Reports the errors of an import: saves them to the requested file, or prints the first of them. */
async function reportErrors(
  api: Api,
  kind: Kind,
  job: Import,
  options: ImportCommandOptions,
): Promise<string[]> {
  if (job.errorsKept === 0) return [];
  const path = `${kind.path}/${job.id}/errors`;
  if (options.errors !== undefined) {
    await saveTo(options.errors, 'csv', () => api.download(path));
    return [`What is wrong is in ${options.errors}.`];
  }
  if (options.json) return [];
  const first = await api.firstLines<ErrorLine>(`${path}?format=ndjson`, SHOWN_ERRORS);
  const lines = first.map(
    ({ row, field, message }) => `  row ${row}: ${[field, asOption(message)].filter(Boolean).join(' ')}`,
  );
  const rest = job.errorsKept - lines.length;
  return [
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more: GET ${path}`] : []),
    ...((job.orders?.placed ?? 0) > 0 && !job.dryRun
      ? ['Mend and send only what failed: the others are placed, and would be placed again.']
      : []),
  ];
}

/** The server names its parameters; this command has options for them. */
const asOption = (message: string) => message.replace('createCustomers=true', '--create-customers');

function summary(kind: Kind, job: Import): string {
  const { placed, failed } = countsOf(job);
  const verb = job.dryRun ? kind.wouldBe : kind.placed;
  const end =
    job.status === 'finished' ? '' : `\nThe import ${job.status}${job.reason ? `: ${job.reason}` : '.'}`;
  const rest = failed === 0 ? '' : `, ${failed} failed`;
  return [`${counted(placed, kind.noun)} ${verb}${rest}.`, ...job.warnings].join('\n') + end;
}
