/** `export`: a list of a server, saved as a file or written to standard output. */
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SetupError } from '#kernel/config.ts';
import { type Connection, connectTo } from './api.ts';
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
  const body = await connectTo(options, told).download(`/v1/crm/${list}/export?${query}`);
  if (options.output === undefined) {
    return pipeline(Readable.fromWeb(body as never), process.stdout, { end: false }).catch((error) => {
      // Whoever reads along has seen enough: `… | head`.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw cutShort(error);
    });
  }
  await saveTo(options.output, body);
}

/** `name=value`, as options take it. */
export function pairOf(option: string, text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new SetupError(`${option} takes name=value; "${text}" is not that.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Under another name until it is whole, so that half a file is never taken for all of it. */
export async function saveTo(path: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
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
    await pipeline(Readable.fromWeb(body as never), counted, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw cutShort(error);
  } finally {
    progress.end();
  }
}

function cutShort(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EACCES' || code === 'ENOENT') return new SetupError(`The file cannot be written: ${code}.`);
  return /terminated|aborted|closed/i.test(message)
    ? new SetupError('The server broke off; nothing was saved.')
    : error;
}
