/** Runs a command line, and turns a failure into a sentence and an exit code. */
import { CommanderError } from 'commander';
import { AppError } from '#kernel/errors.ts';
import { SetupError } from '#kernel/setting.ts';
import { joinSiblings } from '#kernel/siblings/siblings.ts';
import { readSettings } from '../settings.ts';
import { createProgram } from './program.ts';
import { INTERRUPTED, stopSignal } from './stopping.ts';

export async function runCommandLine(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  joinSiblings(env);
  const signal = stopSignal();
  try {
    await createProgram(() => readSettings(env), signal).parseAsync(argv);
  } catch (error) {
    // Commander has printed its help or its complaint already.
    if (error instanceof CommanderError) process.exit(error.exitCode);
    // A failure after an interruption is not reported.
    if (signal.aborted) process.exit(INTERRUPTED);
    // An error that the operator can repair is one sentence; only a defect of the program comes with its stack.
    const expected = error instanceof SetupError || error instanceof AppError;
    console.error(expected ? `colonnade: ${error.message}` : error);
    process.exit(1);
  }
}
