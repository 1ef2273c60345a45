/** Turns an error of the file system into a sentence. */
import { getSystemErrorMessage } from 'node:util';
import { SetupError } from '#kernel/config.ts';

/** Any other error is returned unchanged. */
export function cannot(act: 'be read' | 'be written', path: string, error: unknown): unknown {
  const { errno, code } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  return new SetupError(`${path} cannot ${act}: ${getSystemErrorMessage(errno)} (${code}).`);
}
