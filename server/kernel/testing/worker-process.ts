/** Starts a process that runs test files one after the other, and prints its output file by file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Done } from '#kernel/testing/worker.ts';

/** Ends a test that waits for ever. The longest suite, the tour of all screens, takes five minutes on a slow machine beside others. */
const TEST_MS = 600_000;
/** Ends a process that a test has blocked. */
const FILE_MS = 900_000;

const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  `--test-timeout=${TEST_MS}`,
  '--test-reporter=spec',
  '--test-reporter-destination=stdout',
  `--test-reporter=${join(import.meta.dirname, 'outcome-reporter.ts')}`,
  '--test-reporter-destination=stdout',
  join(import.meta.dirname, 'worker.ts'),
];

export type Worker = {
  /** Null if the process ended before the file did. */
  run(file: string): Promise<Done | null>;
  /** Waits for the end of the process; false if it failed after its last file. */
  end(): Promise<boolean>;
};

export function startWorker(signal: AbortSignal, say: (text: string) => void): Worker {
  const child = spawn(process.execPath, FLAGS, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  const closed = once(child, 'close');
  const exited = once(child, 'exit').then(async ([code]) => {
    signal.removeEventListener('abort', stop);
    // The output may stay open: children of a killed process have it open too.
    await Promise.race([closed, sleep(5_000, undefined, { ref: false })]);
    print();
    return code as number | null;
  });
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const print = () => {
    const end = output.lastIndexOf('\n') + 1;
    say(output.slice(0, end));
    output = output.slice(end);
  };
  const channel = child.stdio[3] as Duplex;
  // The process may have ended; its exit tells.
  channel.on('error', () => {});
  const answers = createInterface({ input: channel });
  let hasFailed = false;
  return {
    async run(file) {
      const timer = setTimeout(() => child.kill('SIGKILL'), FILE_MS);
      const answered = once(answers, 'line').then(([line]) => JSON.parse(line) as Done);
      channel.write(`${file}\n`);
      const done = await Promise.race([answered, exited.then(() => null)]);
      clearTimeout(timer);
      print();
      hasFailed ||= done === null || !done.isPassed;
      return done;
    },
    async end() {
      channel.end();
      return (await exited) === 0 || hasFailed;
    },
  };
}
