/** `export`: saves a list of a server as a file or writes it to standard output. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '#kernel/setting.ts';
import { type Connection, connectTo, type Download } from './api.ts';
import type { EXPORTED } from './describing.ts';
import { cannot, openPart } from './files.ts';
import { counted, print } from './output.ts';
import { pairOf } from './pairs.ts';
import { type Progress, startProgress } from './progress.ts';
import { resuming } from './resuming.ts';

/** The path of each export. */
const PATHS: Record<(typeof EXPORTED)[number], string> = {
  orders: '/v1/crm/orders/export',
  customers: '/v1/crm/customers/export',
  products: '/v1/catalog/exports',
};

export type ExportCommandOptions = Connection & {
  format: string;
  rows?: string;
  filter?: string[];
  output?: string;
  json?: boolean;
};

export async function exportCommand(
  list: (typeof EXPORTED)[number],
  options: ExportCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ format: options.format, ...(options.rows && { rows: options.rows }) });
  for (const filter of options.filter ?? []) query.append(...pairOf('--filter', filter));
  const api = connectTo(options, signal);
  const downloadAfter = (id: string | null) =>
    api.download(`${PATHS[list]}?${query}${id === null ? '' : `&after=${id}`}`);
  const download = () => resuming(options.format, downloadAfter, signal);
  if (options.output !== undefined) {
    const saved = await saveTo(options.output, options.format, download);
    if (options.json) print(options, { file: options.output, ...saved }, '');
    return;
  }
  const progress = startProgress(process.stderr, () => performance.now());
  // In a terminal the rows themselves show the progress; elsewhere stderr stays empty.
  const isShown = process.stderr.isTTY && !process.stdout.isTTY;
  try {
    const { body, rows } = await download();
    const shown = isShown ? [watched(options.format, rows, progress).stream] : [];
    await pipeline([body, ...shown, process.stdout], { end: false });
  } catch (error) {
    // The reader of the pipe has ended, as in `… | head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    throw cutShort(error, 'Standard output', 'what was written is not all of it');
  } finally {
    if (isShown) progress.end();
  }
}

type Saved = { rows: number; bytes: number };

/** Writes under another name until the file is complete, so that half a file is never mistaken for all of it. */
export async function saveTo(
  path: string,
  format: string,
  download: () => Promise<Download>,
): Promise<Saved> {
  const before = await stat(path).catch(() => null);
  if (before?.isDirectory()) throw new SetupError(`${path} cannot be written: it is a folder.`);
  // A pipe or a device is written to; renaming a file to its path would replace it.
  const opening =
    before === null || before.isFile()
      ? openPart(path, 0o600)
      : open(path, 'w').then((file) => ({ part: path, file }));
  // Opened before the request: a missing right to write is reported at once.
  const { part, file } = await opening.catch((error) => {
    throw cannot('be written', path, error);
  });
  const progress = startProgress(process.stderr, () => performance.now());
  try {
    const { body, rows } = await download();
    const watching = watched(format, rows, progress);
    await pipeline(body, watching.stream, file.createWriteStream());
    if (part !== path) await rename(part, path);
    return watching.seen();
  } catch (error) {
    await file.close();
    if (part !== path) await rm(part, { force: true });
    throw cutShort(error, path, 'nothing was saved');
  } finally {
    progress.end();
  }
}

const [QUOTE, LINE_END] = [0x22, 0x0a];

/** Shows the progress: a share, if the server announced the number of rows, and as long as that is not exceeded. */
function watched(
  format: string,
  total: number | null,
  progress: Progress,
): { stream: Transform; seen(): Saved } {
  const startedAt = performance.now();
  let bytes = 0;
  let lines = 0;
  let isQuoted = false;
  // The first line of CSV is the header row.
  const seen = () => ({ rows: format === 'csv' ? Math.max(0, lines - 1) : lines, bytes });
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      for (let at = 0; at < chunk.length; at++) {
        // A cell of CSV may contain line breaks; in NDJSON every line feed ends a line.
        if (chunk[at] === QUOTE && format === 'csv') isQuoted = !isQuoted;
        else if (chunk[at] === LINE_END && !isQuoted) lines++;
      }
      const { rows } = seen();
      const share = total !== null && rows <= total && total > 0 ? rows / total : null;
      const count = share === null ? counted(rows, 'row') : `${rows} of ${counted(total!, 'row')}`;
      const rate = bytes / 1e3 / (performance.now() - startedAt);
      progress.show(share, `${count}, ${(bytes / 1e6).toFixed(1)} MB, ${rate.toFixed(1)} MB/s`);
      done(null, chunk);
    },
  });
  return { stream, seen };
}

function cutShort(error: unknown, path: string, outcome: string): unknown {
  // The export failed before the first byte, and the error is one sentence already.
  if (error instanceof SetupError) return error;
  return /terminated|aborted|closed/i.test((error as Error).message)
    ? new SetupError(`The server broke off; ${outcome}.`)
    : cannot('be written', path, error);
}
