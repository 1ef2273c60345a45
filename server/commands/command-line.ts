/** Runs what was typed, and turns what went wrong into a sentence and an exit code. */
import { CommanderError } from 'commander';
import { readConfig, SetupError } from '#kernel/config.ts';
import { AppError } from '#kernel/errors.ts';
import { createProgram } from './program.ts';
import { stopSignal } from './stopping.ts';

const INTERRUPTED = 130;

export async function runCommandLine(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const signal = stopSignal();
  try {
    await createProgram(() => readConfig(env), signal).parseAsync(argv);
  } catch (error) {
    // Its help or its complaint is already on the screen.
    if (error instanceof CommanderError) process.exit(error.exitCode);
    // What fails because it was interrupted is no news.
    if (signal.aborted) process.exit(INTERRUPTED);
    // What the operator can mend is one sentence; only a mistake of ours comes with its stack.
    const expected = error instanceof SetupError || error instanceof AppError;
    console.error(expected ? `colonnade: ${error.message}` : error);
    process.exit(1);
  }
}
