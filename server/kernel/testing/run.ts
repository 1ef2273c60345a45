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
  const child = spawn(process.execPath, ['--test', '--test-reporter=spec', ...args], {
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
await globalTeardown();

const count = (what: string) =>
  outcomes.reduce(
    (sum, { output }) => sum + Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1] ?? 0),
    0,
  );
console.log(`${files.length} files in ${Math.round((performance.now() - started) / 1000)} s`);
console.log(
  `${count('pass')} passed, ${count('fail') + count('cancelled')} failed, ${count('skipped') + count('todo')} skipped`,
);
process.exit(outcomes.every(({ code }) => code === 0) && count('pass') > 0 ? 0 : 1);
