/** `import`: a file of orders sent to a server, watched until the last of them is stored. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SetupError } from '#kernel/config.ts';
import type { Import } from '../modules/crm/imports.routes.ts';
import { type Api, type Connection, connectTo } from './api.ts';
import { pairOf, saveTo } from './export.ts';
import { print } from './output.ts';
import { type Progress, startProgress } from './progress.ts';

const TYPES: Record<string, string> = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
const LOOK_EVERY_MS = 250;
const SHOWN_ERRORS = 10;

export type ImportCommandOptions = Connection & {
  format?: 'csv' | 'ndjson';
  map?: string[];
  delimiter?: string;
  errorPolicy?: string;
  createCustomers?: boolean;
  currency?: string;
  channel?: string;
  dryRun?: boolean;
  errors?: string;
  json?: boolean;
};

export async function importCommand(
  path: string,
  options: ImportCommandOptions,
  told: AbortSignal,
): Promise<void> {
  const { size } = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new SetupError(`${path} cannot be read: ${error.code}.`);
  });
  const format = options.format ?? (/^\.(ndjson|jsonl)$/i.test(extname(path)) ? 'ndjson' : 'csv');
  const api = connectTo(options, told);
  const progress = startProgress(process.stderr, () => performance.now());
  try {
    const query = queryOf(options);
    const body = createReadStream(path).pipe(counted(size, progress));
    const started: Import = await api.upload(`/v1/crm/imports?${query}`, TYPES[format]!, body);
    const job = await watch(api, started, progress, told);
    progress.end();
    const errors = await reportErrors(api, job, options);
    print(options, job, [summary(job), ...errors].join('\n'));
    // For scripts: whatever is not entirely well is not a success.
    if (job.status !== 'finished' || job.orders.failed > 0) process.exitCode = 1;
  } finally {
    progress.end();
  }
}

function queryOf(options: ImportCommandOptions): URLSearchParams {
  const given = {
    delimiter: options.delimiter,
    errorPolicy: options.errorPolicy,
    currency: options.currency,
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

function counted(size: number, progress: Progress): Transform {
  let sent = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sent += chunk.length;
      progress.show(size === 0 ? 1 : sent / size, 'sent');
      done(null, chunk);
    },
  });
}

async function watch(api: Api, started: Import, progress: Progress, told: AbortSignal): Promise<Import> {
  let job = started;
  try {
    while (job.finishedAt === null) {
      const { bytes, orders, phase } = job;
      const failed = orders.failed > 0 ? `, ${orders.failed} failed` : '';
      progress.show(bytes.done / bytes.received, `${phase}: ${orders.placed} orders${failed}`);
      await sleep(LOOK_EVERY_MS, undefined, { signal: told });
      job = await api.json('GET', `/v1/crm/imports/${job.id}`);
    }
  } catch (error) {
    progress.end();
    if (told.aborted) console.error(`Not watching any longer; the server goes on with import ${job.id}.`);
    throw error;
  }
  return job;
}

type ErrorLine = { row: number; field: string | null; message: string };

/** What is wrong, for someone who must mend the file: saved where they asked for it, or the first of it told at once. */
async function reportErrors(api: Api, job: Import, options: ImportCommandOptions): Promise<string[]> {
  if (job.errorsKept === 0) return [];
  const path = `/v1/crm/imports/${job.id}/errors`;
  if (options.errors !== undefined) {
    await saveTo(options.errors, await api.download(path));
    return [`What is wrong is in ${options.errors}.`];
  }
  if (options.json) return [];
  const first = await api.firstLines<ErrorLine>(`${path}?format=ndjson`, SHOWN_ERRORS);
  const told = first.map(
    ({ row, field, message }) => `  row ${row}: ${[field, message].filter(Boolean).join(' ')}`,
  );
  const rest = job.errorsKept - told.length;
  return [
    ...told,
    ...(rest > 0 ? [`  and ${rest} more: GET ${path}`] : []),
    ...(job.orders.placed > 0 && !job.dryRun
      ? ['Mend and send only what failed: the others are placed, and would be placed again.']
      : []),
  ];
}

function summary(job: Import): string {
  const { placed, failed } = job.orders;
  const verb = job.dryRun ? 'would be placed' : 'placed';
  const end =
    job.status === 'finished' ? '' : `\nThe import ${job.status}${job.reason ? `: ${job.reason}` : '.'}`;
  const rest = failed === 0 ? '' : `, ${failed} failed`;
  return [`${placed} orders ${verb}${rest}.`, ...job.warnings].join('\n') + end;
}
