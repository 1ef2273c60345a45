/** Runs a command line, and turns its failure into a report and an exit code. */
import { CommanderError } from 'commander';
import type { Env } from '#kernel/setting.ts';
import { createContext } from './context.ts';
import { exitCodeOf, report } from './failures.ts';
import { isClientCommand } from './groups.ts';
import { createProgram } from './program.ts';
import { INTERRUPTED, stopSignal } from './stopping.ts';

export async function runCommandLine(argv: string[], env: Env): Promise<void> {
  // A process of a supervisor counts with its siblings from its beginning.
  if (env.COLONNADE_PROCESS) (await import('#kernel/siblings/siblings.ts')).joinSiblings(env);
  const signal = stopSignal();
  const given = argv.slice(2).filter((word) => word !== '--no-color');
  // Commander describes only a command of the first level by `help`.
  const words = given[0] === 'help' && given.length > 1 ? [...given.slice(1), '--help'] : given;
  // The variable that styleText reads.
  if (given.length < argv.length - 2) env.NO_COLOR = '1';
  const asJson = words.includes('--json');
  // The reader of the pipe has ended, as in `… | head`. A server stops in order instead.
  if (isClientCommand(words)) process.stdout.on('error', endWithoutReader);
  try {
    const program = await createProgram(createContext(env, signal), words);
    if (asJson) silence(program);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    const isHelp = error instanceof CommanderError && error.exitCode === 0;
    // A failure after an interruption is not reported.
    if (signal.aborted && !isHelp) process.exit(INTERRUPTED);
    if (!isHelp) report(error, asJson);
    process.exitCode = exitCodeOf(error);
    // Something that failed may have left a connection open.
    process.exit();
  }
}

function endWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

type Quiet = { configureOutput(to: { writeErr(): void }): unknown; commands: readonly Quiet[] };

/** With --json, standard error has one document. */
function silence(command: Quiet): void {
  command.configureOutput({ writeErr: () => {} });
  for (const sub of command.commands) silence(sub);
}
