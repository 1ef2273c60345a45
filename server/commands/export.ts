/** `export`: a list of a server, saved as a file or written to standard output. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '#kernel/config.ts';
import { type Connection, connectTo } from './api.ts';
import { cannot } from './files.ts';
import { startProgress } from './progress.ts';

export const EXPORTED = ['orders', 'customers'] as const;

export type ExportCommandOptions = Connection & {
  format: string;
  rows?: string;
  filter?: string[];
  output?: string;
};

export async function exportCommand(
  list: string,
  options: ExportCommandOptions,
  told: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ format: options.format, ...(options.rows && { rows: options.rows }) });
  for (const filter of options.filter ?? []) query.append(...pairOf('--filter', filter));
  const api = connectTo(options, told);
  const download = () => api.download(`/v1/crm/${list}/export?${query}`);
  if (options.output !== undefined) return saveTo(options.output, download);
  await pipeline(Readable.fromWeb((await download()) as never), process.stdout, { end: false }).catch(
    (error) => {
      // Whoever reads along has seen enough: `… | head`.
      if (error.code !== 'EPIPE')
        throw cutShort(error, 'Standard output', 'what was written is not all of it');
    },
  );
}

/** `name=value`, as options take it. */
export function pairOf(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new SetupError(`${option} takes name=value; "${text}" is not that.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Under another name until it is whole, so that half a file is never taken for all of it. */
export async function saveTo(
  path: string,
  download: () => Promise<ReadableStream<Uint8Array>>,
): Promise<void> {
  const before = await stat(path).catch(() => null);
  if (before?.isDirectory()) throw new SetupError(`${path} cannot be written: it is a folder.`);
  // A pipe or a device is written to; a file put in its place would be the end of it.
  const part = before === null || before.isFile() ? `${path}.part` : path;
  // Opened before anything is asked for: whoever may not write here need not wait to hear so.
  const file = await open(part, 'w').catch((error) => {
    throw cannot('be written', path, error);
  });
  const progress = startProgress(process.stderr, () => performance.now());
  let received = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      progress.show(null, `${(received / 1e6).toFixed(1)} MB received`);
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb((await download()) as never), counted, file.createWriteStream());
    if (part !== path) await rename(part, path);
  } catch (error) {
    await file.close();
    if (part !== path) await rm(part, { force: true });
    throw cutShort(error, path, 'nothing was saved');
  } finally {
    progress.end();
  }
}

function cutShort(error: unknown, path: string, outcome: string): unknown {
  return /terminated|aborted|closed/i.test((error as Error).message)
    ? new SetupError(`The server broke off; ${outcome}.`)
    : cannot('be written', path, error);
}
