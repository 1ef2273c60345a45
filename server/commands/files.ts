/** What a disk refuses, said in a sentence. */
import { getSystemErrorMessage } from 'node:util';
import { SetupError } from '#kernel/config.ts';

/** Whatever else went wrong stays as it is. */
export function cannot(act: 'be read' | 'be written', path: string, error: unknown): unknown {
  const { errno, code } = error as NodeJS.ErrnoException;
  if (errno === undefined) return error;
  return new SetupError(`${path} cannot ${act}: ${getSystemErrorMessage(errno)} (${code}).`);
}
