import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Guesses } from './guesses.ts';

let now = 0;
const right = async () => 'in';
const wrong = async () => null;
/** What each attempt got: its result, or the code it was refused with. */
const tell = (attempts: Promise<string | null>[]) =>
  Promise.all(attempts.map((attempt) => attempt.catch((error) => error.code ?? error.message)));

describe('counting guesses', () => {
  it('refuses after so many wrong ones, the right one too, until the minute is over', async () => {
    const guesses = new Guesses(() => now);
    const seen = [];
    for (const attempt of [wrong, wrong, wrong, right])
      seen.push(...(await tell([guesses.limit({ a: 2 }, attempt)])));
    assert.deepEqual(seen, [null, null, 'rate_limited', 'rate_limited']);
    now += 59_999;
    await assert.rejects(guesses.limit({ a: 2 }, right), { headers: { 'retry-after': '1' } });
    now += 1;
    assert.equal(await guesses.limit({ a: 2 }, right), 'in');
  });

  it('does not count the right ones, nor those that could not be tried', async () => {
    const guesses = new Guesses(() => now);
    const broken = async () => {
      throw new Error('no database');
    };
    for (let round = 0; round < 5; round++) {
      assert.equal(await guesses.limit({ a: 2 }, right), 'in');
      await assert.rejects(guesses.limit({ a: 2 }, broken), /no database/);
    }
    assert.deepEqual(await tell([guesses.limit({ a: 2 }, wrong)]), [null]);
  });

  it('counts those that are sent at once before any of them is answered', async () => {
    const guesses = new Guesses(() => now);
    const attempts = Array.from({ length: 4 }, () => guesses.limit({ a: 2 }, wrong));
    assert.deepEqual(await tell(attempts), [null, null, 'rate_limited', 'rate_limited']);
  });

  it('counts for each guesser apart, and refuses when one of them is at its end', async () => {
    const guesses = new Guesses(() => now);
    await guesses.limit({ 'address 1': 2, 'account x': 2 }, wrong);
    await guesses.limit({ 'address 2': 2, 'account x': 2 }, wrong);
    const third = await tell([
      guesses.limit({ 'address 3': 2, 'account x': 2 }, right),
      guesses.limit({ 'address 1': 2, 'account y': 2 }, right),
    ]);
    assert.deepEqual(third, ['rate_limited', 'in']);
  });
});
