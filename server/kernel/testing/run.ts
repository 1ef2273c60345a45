/** `npm test [-- files]`: one PostgreSQL for the run, and the files shared out over a few processes. */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { globalSetup, globalTeardown } from '#kernel/testing/global-setup.ts';

// Within a process the files follow each other: starting a process for each would cost more than most of them take. One
// process more than the two cores of a small machine, since some tests wait for a deadline and leave theirs idle.
const PROCESSES = 3;

const wanted = process.argv.slice(2);
const ALL = ['server/**/*.test.ts', 'faults/*.test.ts', 'sdk/*.test.ts', 'e2e/*.test.ts'];
const files = globSync(wanted.length > 0 ? wanted : ALL).sort();
const shares = Array.from({ length: Math.min(PROCESSES, files.length) }, (_, share) =>
  files.filter((_, index) => index % PROCESSES === share),
);

await globalSetup();
// Once for the run: the program builds its dashboard when it is out of date, and several may start at once.
if (files.some((file) => /e2e/.test(file))) await import('../../../e2e/prepare.ts');
const started = performance.now();
const children = shares.map((share) =>
  spawn(process.execPath, ['--test', '--test-isolation=none', '--test-reporter=spec', ...share], {
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => children.forEach((child) => void child.kill(signal)));
}
const outcomes = await Promise.all(
  children.map(async (child) => {
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const output = await text(child.stdout);
    console.log(output);
    return { code: await ended, output };
  }),
);
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
