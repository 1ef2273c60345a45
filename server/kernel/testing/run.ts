/** `npm test [-- files]`: one PostgreSQL for the run, and the files shared out over a few processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { globalSetup, globalTeardown } from '#kernel/testing/global-setup.ts';

// Within a process the files follow each other: starting a process for each would cost more than most of them take. All of
// them open their database at its beginning and close it at its end, so they must not be many. As many processes at a time as
// a small machine has cores: with more, tests of deadlines run out of time where the host is busy too.
const PROCESSES = 2;
const FILES_PER_PROCESS = 16;
/** More files than that fail for a reason of their own. */
const MOST_SECOND_TRIES = 15;

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
if (files.some((file) => /e2e/.test(file))) {
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

async function runTests(args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--test', '--test-force-exit', '--test-reporter=spec', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const output = await text(child.stdout);
  children.delete(child);
  console.log(output);
  return { code: await ended, output };
}

const outcomes: Awaited<ReturnType<typeof runTests>>[] = [];
async function runShares(): Promise<void> {
  for (let share = shares.pop(); share !== undefined; share = shares.pop()) {
    outcomes.push(await runTests(['--test-isolation=none', ...share]));
  }
}
await Promise.all(Array.from({ length: PROCESSES }, runShares));
// A browser is heavy: each file has its own process, which ends with it, and they come after everything else.
if (inBrowsers.length > 0) outcomes.push(await runTests(['--test-concurrency=2', ...inBrowsers]));

// A busy machine breaks deadlines: in a whole run, a few files that failed run once more, each alone, and the run names them.
const failed = outcomes.filter(({ code }) => code !== 0);
const failedFiles = [...new Set(failed.flatMap(({ output }) => failedFilesOf(output)))];
const passedAlone: string[] = [];
if (wanted.length === 0 && !failedFiles.includes(undefined) && failedFiles.length <= MOST_SECOND_TRIES) {
  for (const file of failedFiles as string[]) {
    console.log(`Once more, alone: ${file}`);
    const { code } = await runTests([file]);
    if (code === 0) passedAlone.push(file);
  }
}
await globalTeardown();

/** The runner says of each failure where its test stands. Undefined where one has no file, or the process ended before its end. */
function failedFilesOf(output: string): (string | undefined)[] {
  const places = [...output.matchAll(/^test at (.+?):\d+:\d+$/gm)].map(([, place]) => place!);
  if (places.length === 0 || !/^ℹ fail \d+$/m.test(output)) return [undefined];
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
