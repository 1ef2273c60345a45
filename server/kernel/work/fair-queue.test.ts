import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { AppError } from '#kernel/errors.ts';
import type { Party } from './circle.ts';
import { FairQueue } from './fair-queue.ts';

const LIMITS = { atOnce: 1, waitingOfParty: 5, waiting: 100, refusal: 'Too many at once.' };

/** A queue that records whose work begins, in which order and how many at once; each caller learns its outcome. */
function watched(limits: Partial<typeof LIMITS> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const running = { now: 0, most: 0 };
  const ask = (party: Party, name = party.join(' ')): Promise<string> =>
    queue
      .run(party, async () => {
        begun.push(name);
        running.most = Math.max(running.most, ++running.now);
        await turn();
        running.now--;
        return 'done';
      })
      .catch((error: AppError) => error.code);
  return { queue, begun, running, ask };
}

it('a few calls run at once, and those of one party in their order', async () => {
  const { begun, running, ask } = watched({ atOnce: 2 });
  const names = ['1', '2', '3', '4', '5', '6', '7'];
  await Promise.all(names.map((name) => ask(['a'], name)));
  assert.deepEqual(begun, names);
  assert.equal(running.most, 2);
});

it('a party that comes after the flood of another waits for one turn of it', async () => {
  const { begun, ask } = watched();
  await Promise.all([['a'], ['a'], ['a'], ['a'], ['b'], ['b']].map((party) => ask(party)));
  assert.deepEqual(begun, ['a', 'a', 'b', 'a', 'b', 'a']);
});

it('a party of many members has one turn in the circle, and its members take turns', async () => {
  const { begun, ask } = watched();
  const members = ['1', '2', '3', '4'].flatMap((member) => [
    ['many', member],
    ['many', member],
  ]);
  await Promise.all([...members, ['one', '1'], ['one', '1']].map((party) => ask(party)));
  assert.deepEqual(begun, [
    ...['many 1', 'many 1', 'one 1', 'many 2', 'one 1'],
    ...['many 3', 'many 4', 'many 2', 'many 3', 'many 4'],
  ]);
});

it('a party with a full queue is refused, and blocks no other party', async () => {
  const { ask } = watched({ waitingOfParty: 2 });
  const flood = Array.from({ length: 5 }, () => ask(['a', '1']));
  const others = [ask(['a', '2']), ask(['b', '1'])];
  assert.deepEqual(await Promise.all(flood), ['done', 'done', 'done', 'rate_limited', 'rate_limited']);
  assert.deepEqual(await Promise.all(others), ['done', 'done']);
});

it('in a full queue, the party with the most waiting calls loses its last one', async () => {
  const { ask } = watched({ waiting: 4 });
  const long = ['1', '1', '1', '2', '2'].map((member) => ask(['long', member]));
  const others = [ask(['short', '1']), ask(['other', '1']), ask(['another', '1'])];
  assert.deepEqual(await Promise.all(long), ['done', 'done', 'unavailable', 'unavailable', 'unavailable']);
  assert.deepEqual(await Promise.all(others), ['done', 'done', 'done']);
});

it('in a full queue of parties with one call each, the newcomer is refused', async () => {
  const { ask } = watched({ waiting: 2 });
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask([name]));
  assert.deepEqual(await Promise.all(asked), ['done', 'done', 'done', 'unavailable']);
  assert.equal(await ask(['d']), 'done');
});

it('work that fails lets the next call run', async () => {
  const { queue, ask } = watched();
  const failing = queue.run(['a'], () => Promise.reject(new Error('out of memory')));
  const next = ask(['a']);
  await assert.rejects(failing, /out of memory/);
  assert.equal(await next, 'done');
  assert.equal(await ask(['a']), 'done');
});
