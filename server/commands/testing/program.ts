/** Runs commands without a process for each: the same program, on a separate database. */
import { mock } from 'node:test';
import { TEST_SECRET, type TestDatabase } from '#kernel/testing/database.ts';
import { createContext } from '../context.ts';
import { createProgram } from '../program.ts';

export type Outcome = { stdout: string; exitCode: number };

export type TestProgram = {
  /** One command line, without quotes: no word in these tests needs any. */
  colonnade(line: string, env?: Record<string, string>): Promise<Outcome>;
  /** The one JSON document that the line prints with --json. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the document; a type would say it twice
  json(line: string): Promise<any>;
};

export function useProgram(database: TestDatabase): TestProgram {
  const settings = { DATABASE_URL: database.connectionString, COLONNADE_SECRET: TEST_SECRET };
  const colonnade = async (line: string, env = {}) => {
    const log = mock.method(console, 'log', () => {});
    try {
      const words = line.split(' ');
      const context = createContext({ ...settings, ...env }, new AbortController().signal);
      const program = await createProgram(context, words);
      // Tests with a real process cover the messages of a refusal.
      for (const command of [program, ...program.commands.flatMap((each) => [each, ...each.commands])]) {
        command.configureOutput({ writeErr: () => {} });
      }
      await program.parseAsync(words, { from: 'user' });
      const stdout = log.mock.calls.map((call) => call.arguments.join(' ')).join('\n');
      return { stdout, exitCode: Number(process.exitCode ?? 0) };
    } finally {
      log.mock.restore();
      // The exit code was meant for the program, not for the test process.
      process.exitCode = undefined;
    }
  };
  const json = async (line: string) => JSON.parse((await colonnade(`${line} --json`)).stdout);
  return { colonnade, json };
}
