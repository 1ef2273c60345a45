/**
 * `npm run test:faults [-- part of a name] [--seed N]`: runs every row of the fault table with real processes; a line each.
 * `npm run test:faults -- soak [--minutes N]` runs the rows that last as long as they are told.
 */
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from '#kernel/testing/global-setup.ts';
import { ROWS } from './rows.ts';
import { play, type Result, type Row } from './stage.ts';

/** Rows that mostly wait run side by side; the others run alone. */
const SIDE_BY_SIDE = 4;

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, minutes: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const minutes = Number(values.minutes);
const rows = ROWS.filter(
  ({ name, isSoak }) =>
    positionals.every((part) => name.includes(part)) && (!isSoak || positionals.includes('soak')),
);
if (rows.length === 0 || !Number.isInteger(seed) || !(minutes > 0)) {
  console.error(`There is no such row. There are:\n  ${ROWS.map(({ name }) => name).join('\n  ')}`);
  process.exit(1);
}

const began = performance.now();
const results: Result[] = [];
async function run(row: Row): Promise<void> {
  const result = await play(row, seed, { minutes });
  results.push(result);
  console.log(
    `${result.broken.length === 0 ? '✓' : '✗'} ${row.name} · seed ${seed} · ${result.figures} · ${result.seconds.toFixed(1)} s`,
  );
  for (const broken of result.broken) console.log(`    ✗ ${broken.replaceAll('\n', '\n      ')}`);
}

await globalSetup({ durable: true });
for (const row of rows.filter(({ waits }) => !waits)) await run(row);
const waiting = rows.filter(({ waits }) => waits);
const next = async (): Promise<void> => {
  for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await run(row);
};
await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
await globalTeardown();

const failed = results.filter(({ broken }) => broken.length > 0).length;
console.log(
  `${results.length} rows in ${Math.round((performance.now() - began) / 1000)} s: ${results.length - failed} hold, ${failed} do not`,
);
process.exit(failed === 0 ? 0 : 1);
