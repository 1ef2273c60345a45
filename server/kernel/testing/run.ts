/** `npm test [-- files]`: one PostgreSQL for the run, and the files divided among a few processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { globalSetup, globalTeardown } from '#kernel/testing/global-setup.ts';

// The files of a process run one after the other: a process for each would cost more than most of them take. All files of a
// process open their databases at its beginning and close them at its end, so they must not be many. There is one process
// more than a small machine has cores, because tests wait for a sixth of their time.
const PROCESSES = 3;
const FILES_PER_PROCESS = 16;
/** Less than this is not divided: a process takes a second or two to load the server. */
const MIN_SHARE_SECONDS = 5;
/** A whole run that takes longer on two cores names the files that have grown since their times were stored. */
const BUDGET_SECONDS = 660;
/** With more failed files than this there are no second tries: a busy machine does not explain so many. */
const MOST_SECOND_TRIES = 24;
/** Ends a test that waits for ever: the longest takes a minute and a half on a small machine. */
const TEST_MS = 300_000;
/** Ends a process that a test has blocked; a share of files takes three minutes. */
const PROCESS_MS = 1_200_000;

const wanted = process.argv.slice(2);
const ALL = ['server/**', 'shared', 'faults', 'bench', 'sdk', 'e2e', 'deploy'].map(
  (folder) => `${folder}/*.test.ts`,
);
const files = globSync(wanted.length > 0 ? wanted : ALL).sort();
const inBrowsers = files.filter(isInBrowser);
const TIMES = join(import.meta.dirname, 'times.json');
const known: Record<string, number> = JSON.parse(readFileSync(TIMES, 'utf8'));
/** The stored time of a file; files of less than a second are not stored. */
const secondsOf = (file: string) => known[file] ?? 1;
// The longest are last: shares are taken from the end, so that no core waits for the last one.
const shares = [
  // A browser uses a core, so at most two run at once.
  ...shareOut(inBrowsers, 2),
  ...shareOut(
    files.filter((file) => !isInBrowser(file)),
    PROCESSES,
  ),
].sort((a, b) => a.seconds - b.seconds);

type Share = { files: string[]; seconds: number };

/** Divides the files into shares of similar length. */
function shareOut(files: string[], sideBySide: number): Share[] {
  const seconds = files.reduce((sum, file) => sum + secondsOf(file), 0);
  const wanted = Math.min(sideBySide, Math.ceil(seconds / MIN_SHARE_SECONDS));
  const count = Math.min(files.length, Math.max(wanted, Math.ceil(files.length / FILES_PER_PROCESS)));
  const shares = Array.from({ length: count }, (): Share => ({ files: [], seconds: 0 }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const open = shares.filter((share) => share.files.length < FILES_PER_PROCESS);
    const share = open.reduce((shortest, each) => (each.seconds < shortest.seconds ? each : shortest));
    share.files.push(file);
    share.seconds += secondsOf(file);
  }
  return shares;
}

function isInBrowser(file: string): boolean {
  return /(^|\/)e2e\//.test(file);
}

// Built once for the run: the program builds its dashboard when it is out of date, and several may start at once.
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
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A signal skips files that have not begun, and second tries; the database is removed as after any run.
    isStopped = true;
    shares.length = 0;
    for (const child of children) child.kill(signal);
  });
}

const times = mkdtempSync(join(tmpdir(), 'colonnade-times-'));
const FLAGS = [
  '--disable-warning=ExperimentalWarning',
  '--test',
  '--test-force-exit',
  `--test-timeout=${TEST_MS}`,
  '--test-reporter=spec',
];
const TIMES_REPORTER = join(import.meta.dirname, 'times-reporter.ts');
let begun = 0;
type Outcome = { code: number | null; output: string; files: string[] };
async function runTests(files: string[], ...flags: string[]): Promise<Outcome> {
  const reporters = ['--test-reporter-destination=stdout', `--test-reporter=${TIMES_REPORTER}`];
  const destination = `--test-reporter-destination=${join(times, String(begun++))}`;
  const child = spawn(process.execPath, [...FLAGS, ...reporters, destination, ...flags, ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PROCESS_MS,
    killSignal: 'SIGKILL',
  });
  children.add(child);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (output += chunk));
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  // The output may stay open: children of a killed process have it open too.
  await Promise.race([closed, sleep(5_000, undefined, { ref: false })]);
  children.delete(child);
  console.log(output);
  return { code, output, files };
}

const outcomes: Outcome[] = [];
async function runShares(): Promise<void> {
  for (let share = shares.pop(); share !== undefined; share = shares.pop()) {
    outcomes.push(await runTests(share.files, '--test-isolation=none'));
  }
}
await Promise.all(Array.from({ length: PROCESSES }, runShares));

// A busy machine breaks deadlines: in a whole run, a few files that failed run once more, each alone, and the run names them.
const failed = outcomes.filter(({ code }) => code !== 0);
const failedFiles = [...new Set(failed.flatMap(failedFilesOf))];
const passedAlone: string[] = [];
if (
  !isStopped &&
  wanted.length === 0 &&
  !failedFiles.includes(undefined) &&
  failedFiles.length <= MOST_SECOND_TRIES
) {
  for (const file of failedFiles as string[]) {
    console.log(`Once more, alone: ${file}`);
    const { code } = await runTests([file], '--test-isolation=none');
    if (code === 0) passedAlone.push(file);
  }
}
await globalTeardown();

/** The runner prints the location of each failed test. If a process ended early, all its files count as failed. */
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
const SLOWEST = 15;
const seconds = readTimes();
rmSync(times, { recursive: true });
if (wanted.length === 0) {
  const slowest = Object.entries(seconds).sort(([, a], [, b]) => b - a);
  console.log(`The slowest files, in seconds of their tests:`);
  for (const [file, s] of slowest.slice(0, SLOWEST)) console.log(`${s.toFixed(1).padStart(7)} ${file}`);
  const tookSeconds = (performance.now() - started) / 1000;
  if (tookSeconds > BUDGET_SECONDS) {
    const grown = slowest.filter(([file, s]) => s > 1.5 * secondsOf(file) + 5);
    console.log(
      `The run is over its budget of ${BUDGET_SECONDS} s. Files that have grown: ${grown.length || 'none'}`,
    );
    for (const [file, s] of grown) console.log(`  ${file}: ${secondsOf(file)} s → ${s.toFixed()} s`);
  }
  if (process.env.UPDATE_TIMES) {
    const lines = slowest
      .filter(([, s]) => s >= 1)
      .map(([file, s]) => `  ${JSON.stringify(file)}: ${Math.round(s)}`);
    writeFileSync(TIMES, `{\n${lines.join(',\n')}\n}\n`);
  }
}

function readTimes(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const name of globSync('*', { cwd: times })) {
    for (const line of readFileSync(join(times, name), 'utf8').split('\n')) {
      const [path, ms] = line.split('\t');
      if (path === undefined || ms === undefined) continue;
      const file = relative(process.cwd(), path);
      sums[file] = (sums[file] ?? 0) + Number(ms) / 1000;
    }
  }
  return sums;
}

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
