/** One program, several roles: the server, its parts, and the commands of those who run it. */
import { readConfig, SetupError } from '#kernel/config.ts';
import { AppError } from '#kernel/errors.ts';
import { createProgram } from './commands/program.ts';

try {
  await createProgram(() => readConfig(process.env)).parseAsync(process.argv);
} catch (error) {
  // What the operator can mend is one sentence; only a mistake of ours comes with its stack.
  const expected = error instanceof SetupError || error instanceof AppError;
  console.error(expected ? `colonnade: ${error.message}` : error);
  process.exit(1);
}
