import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { forgetGuesses } from '../testing/guesses.ts';
import { asOwner, untilBlocked } from '../testing/owner.ts';
import { deleteSettledGuesses, type Limit, takeGuessBack } from './guess-limits.sql.ts';
import { GuessLimiter, limitOf } from './guess-limits.ts';

const test = await useApp();

type Attempt = (count: () => Promise<void>) => Promise<string | null>;
const right: Attempt = (count) => count().then(() => 'in');
const wrong: Attempt = (count) => count().then(() => null);
/** Maps each attempt to its result, or to the error code of its refusal. */
const results = (attempts: Promise<string | null>[]) =>
  Promise.all(attempts.map((attempt) => attempt.catch((error) => error.code ?? error.message)));
const limit = (name: string, most = 2) => [limitOf(most, 60, name)];
const storedRows = () =>
  asOwner(test, async (client) => (await client.query('select from sign_in_guesses')).rowCount);

describe('counting guesses', () => {
  it('refuses every guess after too many wrong ones, the right one too, until time has passed, in every process', async () => {
    const [here, there] = [new GuessLimiter(test.db), new GuessLimiter(test.db)];
    const seen = [];
    for (const [guesses, attempt] of [
      [here, wrong],
      [there, wrong],
      [here, wrong],
      [there, right],
    ] as const)
      seen.push(...(await results([guesses.limit(limit('a'), attempt)])));
    assert.deepEqual(seen, [null, null, 'rate_limited', 'rate_limited']);
    await assert.rejects(here.limit(limit('a'), right), { headers: { 'retry-after': '60' } });
    await forgetGuesses(test, 60);
    assert.deepEqual(await results([new GuessLimiter(test.db).limit(limit('a'), right)]), ['in']);
  });

  it('leaves out right guesses, and those that could not be tried', async () => {
    const guesses = new GuessLimiter(test.db);
    const broken: Attempt = async (count) => {
      await count();
      throw new Error('no database');
    };
    for (let round = 0; round < 5; round++) {
      assert.equal(await guesses.limit(limit('b'), right), 'in');
      await assert.rejects(guesses.limit(limit('b'), broken), /no database/);
    }
    assert.deepEqual(await results([guesses.limit(limit('b'), wrong)]), [null]);
  });

  it('includes guesses that are sent at once, before any of them is answered', async () => {
    const processes = Array.from({ length: 3 }, () => new GuessLimiter(test.db));
    const attempts = processes.flatMap((guesses) =>
      Array.from({ length: 20 }, () => guesses.limit(limit('c', 10), wrong)),
    );
    const seen = await results(attempts);
    assert.equal(seen.filter((outcome) => outcome === null).length, 10);
  });

  it('is separate for each limit, and a guess is refused when one of its limits is used up', async () => {
    const guesses = new GuessLimiter(test.db);
    const of = (...names: string[]) => names.flatMap((name) => limit(name));
    await guesses.limit(of('network 1', 'account x'), wrong);
    await guesses.limit(of('network 2', 'account x'), wrong);
    const third = await results([
      guesses.limit(of('network 3', 'account x'), right),
      guesses.limit(of('network 1', 'account y'), right),
    ]);
    assert.deepEqual(third, ['rate_limited', 'in']);
  });

  it('writes nothing for a refused guess, and queries the database once a second', async () => {
    let asked = 0;
    const identityQuery: typeof test.db.identityQuery = (...query) => {
      asked++;
      return test.db.identityQuery(...query);
    };
    const guesses = new GuessLimiter({ ...test.db, identityQuery });
    await results([guesses.limit(limit('d', 1), wrong)]);
    const before = await storedRows();
    asked = 0;
    for (let round = 0; round < 200; round++)
      await results([guesses.limit([...limit(`random ${round}`), ...limit('d', 1)], wrong)]);
    assert.ok(asked <= 5, `asked ${asked} times`);
    assert.equal(await storedRows(), before);
  });

  it('does not refuse an attempt that is not counted', async () => {
    const guesses = new GuessLimiter(test.db);
    await results([guesses.limit(limit('f', 1), wrong), guesses.limit(limit('f', 1), wrong)]);
    const uncounted: Attempt = async () => 'in';
    assert.deepEqual(await results([1, 2].map(() => guesses.limit(limit('f', 1), uncounted))), ['in', 'in']);
    assert.deepEqual(await results([guesses.limit(limit('f', 1), right)]), ['rate_limited']);
  });

  it('is undone in the order of counting, whatever order the limits are named in', async () => {
    const [low, high] = [...limit('g'), ...limit('h')].sort((a, b) => a.who.compare(b.who)) as [Limit, Limit];
    await new GuessLimiter(test.db).limit([low, high], wrong);
    await asOwner(test, async (client) => {
      const hold = (who: Buffer) =>
        client.query('select from sign_in_guesses where who = $1 for update nowait', [who]);
      await client.query('begin');
      await hold(low.who);
      const takenBack = takeGuessBack(test.db, [high, low]);
      await asOwner(test, untilBlocked);
      await hold(high.who);
      await client.query('commit');
      await takenBack;
    });
  });

  it('deletes settled rows without waiting for one that is being counted', async () => {
    await new GuessLimiter(test.db).limit([...limit('i'), ...limit('k')], wrong);
    await forgetGuesses(test, 3600);
    await asOwner(test, async (client) => {
      await client.query('begin');
      await client.query('select from sign_in_guesses where who = $1 for update', [limit('i')[0]!.who]);
      await deleteSettledGuesses(test.db);
      assert.equal(await storedRows(), 1);
      await client.query('rollback');
    });
  });

  it('keeps no row longer than it matters, by the clock of the database', async () => {
    await new GuessLimiter(test.db).limit(limit('e'), wrong);
    await deleteSettledGuesses(test.db);
    assert.ok((await storedRows())! > 0);
    await forgetGuesses(test, 3600);
    await deleteSettledGuesses(test.db);
    assert.equal(await storedRows(), 0);
  });
});
