/** Files that a command writes, and its errors with them. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { SetupError } from '#kernel/setting.ts';

/** Turns an error of the file system into a sentence. Any other error is returned unchanged. */
export function cannot(act: 'be read' | 'be written', path: string, error: unknown): unknown {
  const { errno, code } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  return new SetupError(`${path} cannot ${act}: ${getSystemErrorMessage(errno)} (${code}).`);
}

/** A command that is under way writes more often than once a day. */
const ABANDONED_MS = 86_400_000;

/**
 * Opens a file beside `path` that gets its name once it is whole. Another command to the same path has another file. Old files that
 * killed commands left are deleted.
 */
export async function openPart(path: string, mode: number): Promise<{ part: string; file: FileHandle }> {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(start) || !/^[0-9a-f]{8}\.part$/.test(name.slice(start.length))) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(join(folder, name), { force: true });
  }
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  return { part, file: await open(part, 'wx', mode) };
}
