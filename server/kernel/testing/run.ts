/** `npm test [-- files]`: one PostgreSQL for the run, and the files shared out over a few processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { globalSetup, globalTeardown } from '#kernel/testing/global-setup.ts';

// Within a process the files follow each other: starting a process for each would cost more than most of them take. All of
// them open their database at its beginning and close it at its end, so they must not be many. As many processes at a time as
// a small machine has cores: with more, tests of deadlines run out of time where the host is busy too.
const PROCESSES = 2;
const FILES_PER_PROCESS = 16;
/** More files than that fail for a reason of their own. */
const MOST_SECOND_TRIES = 24;
/** A test that waits for what never comes ends here: the longest takes a minute and a half on a small machine. */
const TEST_MS = 300_000;
/** And a process that a test has brought to a standstill ends here; a share of files takes three minutes. */
const PROCESS_MS = 1_200_000;

const wanted = process.argv.slice(2);
const ALL = ['server/**/*.test.ts', 'faults/*.test.ts', 'bench/*.test.ts', 'sdk/*.test.ts', 'e2e/*.test.ts'];
const files = globSync(wanted.length > 0 ? wanted : ALL).sort();
const [inBrowsers, others] = [files.filter(isInBrowser), files.filter((file) => !isInBrowser(file))];
// Neighbours go to different processes: they are of one kind, and often equally long.
const processes = Math.max(PROCESSES, Math.ceil(others.length / FILES_PER_PROCESS));
const shares = Array.from({ length: Math.min(processes, others.length) }, (_, share) =>
  others.filter((_, index) => index % processes === share),
);
function isInBrowser(file: string): boolean {
  return /(^|\/)e2e\//.test(file);
}

// Once for the run: the program builds its dashboard when it is out of date, and several may start at once.
if (files.some((file) => isInBrowser(file) || /\.process\.test\.ts$/.test(file))) {
  const { prepare } = await import('../../../e2e/prepare.ts');
  await prepare({ browser: inBrowsers.length > 0 }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
await globalSetup();
const started = performance.now();
const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // What has not begun does not begin any more; the database is taken down as after any run.
    shares.length = 0;
    inBrowsers.length = 0;
    for (const child of children) child.kill(signal);
  });
}

const FLAGS = ['--test', '--test-force-exit', '--test-reporter=spec', `--test-timeout=${TEST_MS}`];
type Outcome = { code: number | null; output: string; files: string[] };
async function runTests(files: string[], ...flags: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [...FLAGS, ...flags, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PROCESS_MS,
    killSignal: 'SIGKILL',
  });
  children.add(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  // The output may stay open: whatever a killed process had started holds it too.
  await Promise.race([closed, sleep(5_000, undefined, { ref: false })]);
  children.delete(child);
  console.log(output);
  return { code, output, files };
}

const outcomes: Outcome[] = [];
async function runShares(): Promise<void> {
  for (let share = shares.pop(); share !== undefined; share = shares.pop()) {
    outcomes.push(await runTests(share, '--test-isolation=none'));
  }
}
await Promise.all(Array.from({ length: PROCESSES }, runShares));
// A browser is heavy: each file has its own process, which ends with it, and they come after everything else.
if (inBrowsers.length > 0) outcomes.push(await runTests(inBrowsers, '--test-concurrency=2'));

// A busy machine breaks deadlines: in a whole run, a few files that failed run once more, each alone, and the run names them.
const failed = outcomes.filter(({ code }) => code !== 0);
const failedFiles = [...new Set(failed.flatMap(failedFilesOf))];
const passedAlone: string[] = [];
if (wanted.length === 0 && !failedFiles.includes(undefined) && failedFiles.length <= MOST_SECOND_TRIES) {
  for (const file of failedFiles as string[]) {
    console.log(`Once more, alone: ${file}`);
    const { code } = await runTests([file], '--test-isolation=none');
    if (code === 0) passedAlone.push(file);
  }
}
await globalTeardown();

/** The runner says of each failure where its test stands; all files of a process that ended before its end. */
function failedFilesOf({ output, files }: Outcome): (string | undefined)[] {
  const places = [...output.matchAll(/^test at (.+?):\d+:\d+$/gm)].map(([, place]) => place!);
  if (places.length === 0 || !/^ℹ fail \d+$/m.test(output)) return files;
  return places.map((place) => files.find((file) => place.endsWith(file)));
}

const count = (what: string) =>
  outcomes.reduce(
    (sum, { output }) => sum + Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0),
    0,
  );
console.log(`${files.length} files in ${Math.round((performance.now() - started) / 1000)} s`);
const isGreen = failedFiles.every((file) => file !== undefined && passedAlone.includes(file));
const failures = count('fail') + count('cancelled');
if (passedAlone.length > 0) {
  console.log(`${failures} tests failed beside others; these files passed alone: ${passedAlone.join(', ')}`);
}
console.log(
  `${count('pass')} passed, ${isGreen ? 0 : failures} failed, ${count('skipped') + count('todo')} skipped`,
);
process.exit(isGreen && count('pass') > 0 ? 0 : 1);
