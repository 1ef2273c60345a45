/** Runs a few rows of the fault table in every test run, `DEEP=1` some more; `npm run test:faults` runs all, and longer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { ROWS } from './rows.ts';
import { play } from './stage.ts';

const SEED = 1;

describe('after a fault, nothing acknowledged is lost and nothing is done twice', { concurrency: 2 }, () => {
  for (const row of ROWS.filter(({ smoke }) => smoke === 'usual' || (smoke && IS_DEEP))) {
    it(row.name, async (t) => {
      const { figures, broken } = await play(row, SEED, { isSmoke: true });
      t.diagnostic(figures);
      assert.deepEqual(broken, []);
    });
  }
});
