import assert from 'node:assert/strict';
import { it } from 'node:test';
import { costOf } from '#kernel/testing/holds.ts';
import type { Field } from '../fields/field.ts';
import type { Locales } from './locales.ts';
import { copyBlank } from './loss.ts';

const FIELDS: Field[] = [
  {
    name: 'rows',
    kind: 'list',
    of: { kind: 'group', fields: [{ name: 'cells', kind: 'list', of: { kind: 'text', localised: true } }] },
  } as Field,
];
const codes = Array.from({ length: 50 }, (_, n) => `x${String.fromCharCode(97 + (n % 25))}-${n + 10}`);
/** Each locale falls back to the next one. */
const chained: Locales = {
  default: codes.at(-1)!,
  locales: codes.map((code, n) => ({ code, fallback: codes[n + 1] ?? null })),
};
const alone: Locales = { default: codes[0]!, locales: codes.map((code) => ({ code, fallback: null })) };

it('copies of 10,000 values in 50 locales do not hold up other work for seconds', async () => {
  const rowsOf = (cell: object) =>
    Array.from({ length: 100 }, () => ({ cells: Array.from({ length: 100 }, () => cell) }));
  const cell = { [codes.at(-1)!]: 'x' };
  let copied: unknown;
  const cost = await costOf(() => {
    copied = copyBlank(FIELDS, { rows: rowsOf(cell) }, null, chained, alone);
  });
  // The new default serves all others.
  assert.deepEqual(copied, { rows: rowsOf({ ...cell, [codes[0]!]: 'x' }) });
  assert.ok(cost < 500, `${Math.round(cost)} ms`);
});
