/**
 * A process that runs the test files whose names arrive on its channel, one after the other. Each file is a suite: its hooks run
 * when it ends, so that its app, database and workers do not stay beside those of later files.
 */
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { cpuSeconds } from '#kernel/testing/cpu-seconds.ts';
import { endAll, endFile } from '#kernel/testing/lifetime.ts';
import { allReported, nextOutcome, type Outcome } from '#kernel/testing/outcome-reporter.ts';

export type Done = Outcome & { seconds: number; cpu: number };

/** The summary of the failures is printed at the same moment as the last event is reported. */
const PRINT_MS = 50;
const MOST_MS_TO_REPORT = 5_000;

// An error after the end of its test sets the exit code of the file that runs then, and is told only in the summary of the process.
process.on('uncaughtExceptionMonitor', (error, origin) => console.error(`${origin}:`, error));
process.on('unhandledRejection', (reason) => console.error('unhandledRejection:', reason));

// Not an IPC channel: the program would take it for one to a supervisor.
const channel = new Socket({ fd: 3 });

for await (const file of createInterface({ input: channel })) {
  const [began, cpu] = [performance.now(), cpuSeconds()];
  const outcome = nextOutcome();
  await describe(file, async () => {
    after(endFile);
    await import(pathToFileURL(resolve(file)).href);
  });
  const { isPassed, ...counts } = await outcome;
  const done: Done = {
    ...counts,
    // A hook that throws would skip later hooks, so some set the exit code instead.
    isPassed: isPassed && !process.exitCode,
    seconds: (performance.now() - began) / 1000,
    cpu: cpuSeconds() - cpu,
  };
  process.exitCode = undefined;
  channel.write(`${JSON.stringify(done)}\n`);
}
await endAll();
// Node reports its summary when no timer or socket is left; a file may have forgotten one.
process.emit('beforeExit', 0);
await Promise.race([allReported.then(() => sleep(PRINT_MS)), sleep(MOST_MS_TO_REPORT)]);
process.exit();
