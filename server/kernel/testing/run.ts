/** `npm test [-- folders and files]`: one PostgreSQL for the run, and a few processes that run the files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '#kernel/testing/files.ts';
import { globalSetup, globalTeardown } from '#kernel/testing/global-setup.ts';
import { type Result, runFiles } from '#kernel/testing/pool.ts';
import { type Cost, kindOf } from '#kernel/testing/schedule.ts';

/** A whole run that takes longer on two cores names the files that have grown since their times were stored. */
const BUDGET_SECONDS = 1_500;
/** With more failed files than this there are no second tries: a busy machine does not explain so many. */
const MOST_SECOND_TRIES = 24;
const SLOWEST = 15;

const wanted = process.argv.slice(2);
const ALL = ['server/**', 'shared', 'faults', 'bench', 'sdk', 'clients', 'e2e', 'examples/**', 'deploy'].map(
  (folder) => `${folder}/*.test.ts`,
);
const files = findFiles();
const TIMES = join(import.meta.dirname, 'times.json');
const known: Record<string, [seconds: number, cpu: number]> = JSON.parse(readFileSync(TIMES, 'utf8'));
/** The stored cost of a file; files of less than a second are not stored. */
const costOf = (file: string): Cost => {
  const [seconds, cpu] = known[file] ?? [1, 1];
  return { seconds, cpu };
};

// Built once for the run: the program builds its dashboard when it is out of date, and several may start at once.
const inBrowsers = files.some((file) => kindOf(file) === 'browser');
if (inBrowsers || files.some((file) => /\.process\.test\.ts$/.test(file))) {
  const { prepare } = await import('../../../e2e/prepare.ts');
  await prepare({ browser: inBrowsers }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
}
await globalSetup();
const started = performance.now();
const stopping = new AbortController();
// A signal skips files that have not begun, and second tries; the database is removed as after any run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());

const results = await runFiles(files, costOf, stopping.signal);
const failed = [...new Set(results.filter(({ isPassed }) => !isPassed).map(({ file }) => file))];
const passedAlone = await tryAgain();
await globalTeardown();

function findFiles(): string[] {
  try {
    return filesOf(wanted.length > 0 ? wanted : ALL);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** A busy machine breaks deadlines: of several files, a few that failed run once more, each alone, and the run names them. */
async function tryAgain(): Promise<string[]> {
  const passed: string[] = [];
  if (files.length === 1 || failed.length > MOST_SECOND_TRIES) return passed;
  for (const file of failed) {
    if (stopping.signal.aborted) break;
    console.log(`Once more, alone: ${file}`);
    const again = await runFiles([file], costOf, stopping.signal);
    if (again.length > 0 && again.every(({ isPassed }) => isPassed)) passed.push(file);
  }
  return passed;
}

const tookSeconds = (performance.now() - started) / 1000;
if (wanted.length === 0) reportTimes(results.toSorted((a, b) => b.seconds - a.seconds));
if (process.env.UPDATE_TIMES) storeTimes();
const count = (what: 'passed' | 'failed' | 'skipped') =>
  results.reduce((sum, result) => sum + result[what], 0);
const isGreen =
  !stopping.signal.aborted && count('passed') > 0 && failed.every((file) => passedAlone.includes(file));
console.log(`${files.length} files in ${Math.round(tookSeconds)} s`);
if (passedAlone.length > 0) {
  console.log(
    `${count('failed')} tests failed beside others; these files passed alone: ${passedAlone.join(', ')}`,
  );
}
if (!isGreen && failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
console.log(
  `${count('passed')} passed, ${isGreen ? 0 : count('failed')} failed, ${count('skipped')} skipped`,
);
process.exit(isGreen ? 0 : 1);

function reportTimes(slowest: Result[]): void {
  console.log('The slowest files, in seconds, and in CPU seconds without PostgreSQL:');
  for (const { file, seconds, cpu } of slowest.slice(0, SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} ${cpu.toFixed(1).padStart(7)} ${file}`);
  if (tookSeconds > BUDGET_SECONDS) {
    const grown = slowest.filter(({ file, cpu }) => cpu > 1.5 * costOf(file).cpu + 5);
    console.log(
      `The run is over its budget of ${BUDGET_SECONDS} s. Files that have grown: ${grown.length || 'none'}`,
    );
    for (const { file, cpu } of grown)
      console.log(`  ${file}: ${costOf(file).cpu} s → ${cpu.toFixed()} s of CPU`);
  }
}

/** A run of some files changes their times alone. */
function storeTimes(): void {
  const kept = wanted.length > 0 ? Object.entries(known).filter(([file]) => !files.includes(file)) : [];
  const ran = results.map(({ file, seconds, cpu }): [string, [number, number]] => [
    file,
    [Math.round(seconds), Math.round(cpu)],
  ]);
  const lines = [...kept, ...ran]
    .filter(([, [seconds]]) => seconds > 0)
    .sort(([, [a]], [, [b]]) => b - a)
    .map(([file, [seconds, cpu]]) => `  ${JSON.stringify(file)}: [${seconds}, ${cpu}]`);
  writeFileSync(TIMES, `{\n${lines.join(',\n')}\n}\n`);
}
