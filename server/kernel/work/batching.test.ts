import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { unavailable } from '#kernel/errors.ts';
import { type Batching, batching, batchingInLanes } from './batching.ts';
import { Company } from './company.ts';

/** Runs batches on demand, and records their inputs. */
function byHand(limits: Omit<Batching<number, number>, 'run'> = { name: 'test', most: 3, waiting: 10 }) {
  const batches: number[][] = [];
  const running: { resolve(): void; reject(error: Error): void }[] = [];
  const call = batching({
    ...limits,
    run: (inputs: number[]) => {
      batches.push(inputs);
      return new Promise<number[]>((resolve, reject) => {
        running.push({ resolve: () => resolve(inputs.map((input) => input * 10)), reject });
      });
    },
  });
  return { call, batches, running };
}

it('a single input runs at once', async () => {
  const { call, batches, running } = byHand();
  const answer = call(1);
  await turn();
  assert.deepEqual(batches, [[1]]);
  running[0]!.resolve();
  assert.equal(await answer, 10);
});

it('inputs that arrive meanwhile run together, up to the limit, and each caller gets its own answer', async () => {
  const { call, batches, running } = byHand();
  const answers = [call(1)];
  await turn();
  answers.push(...[2, 3, 4, 5].map(call));
  await turn();
  assert.deepEqual(batches, [[1]]);
  for (let batch = 0; batch < 3; batch++) {
    running[batch]!.resolve();
    // One turn for the answer, one for the work after it.
    await turn();
    await turn();
  }
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
  assert.deepEqual(await Promise.all(answers), [10, 20, 30, 40, 50]);
});

it('a lost connection also rejects the callers that have waited for long, and no others', async () => {
  const { call, batches, running } = byHand({ name: 'test', most: 1, waiting: 10, lateMs: 30 });
  const lost = Object.assign(unavailable('The database is not available.'), {
    cause: new Error('Query read timeout'),
  });
  const late = Promise.allSettled([call(1), call(2), call(3)]);
  await sleep(40);
  const young = call(4);
  running[0]!.reject(lost);
  assert.deepEqual(
    (await late).map((each) => each.status === 'rejected' && each.reason === lost),
    [true, true, true],
  );
  await turn();
  running[1]!.resolve();
  assert.equal(await young, 40);
  assert.deepEqual(batches, [[1], [4]]);
});

it('a failure rejects all callers of its batch, and no others', async () => {
  const { call, running } = byHand();
  const first = Promise.allSettled([call(1), call(2)]);
  await turn();
  const second = call(3);
  running[0]!.reject(new Error('lost'));
  assert.deepEqual(
    (await first).map((each) => each.status),
    ['rejected', 'rejected'],
  );
  await turn();
  running[1]!.resolve();
  assert.equal(await second, 30);
});

it('a caller is refused while the queue is full', async () => {
  const { call } = byHand({ name: 'test', most: 1, waiting: 2 });
  call(1);
  await turn();
  call(2);
  call(3);
  await assert.rejects(call(4), { code: 'unavailable' });
});

/** The tens digit is the party: 11 and 12 belong to one, 21 to another. */
const partyOf = (input: number) => String(Math.floor(input / 10));

/** Completes every batch, one after the other. */
async function finish(running: { resolve(): void }[]): Promise<void> {
  for (let batch = 0; batch < running.length; batch++) {
    running[batch]!.resolve();
    await turn();
    await turn();
  }
}

it('parties take turns: a party with many inputs leaves others a place in the next batch', async () => {
  const { call, batches, running } = byHand({ name: 'test', most: 3, waiting: 100, partyOf });
  call(1);
  await turn();
  for (const input of [11, 12, 13, 14, 15, 21, 31, 22]) call(input);
  await finish(running);
  assert.deepEqual(batches, [[1], [11, 21, 31], [12, 22, 13], [14, 15]]);
});

it('a party whose own queue is full is refused, another is not', async () => {
  const { call, running } = byHand({ name: 'test', most: 3, waiting: 100, waitingOfOne: 2, partyOf });
  call(1);
  await turn();
  call(11);
  call(12);
  const other = call(21);
  await assert.rejects(call(13), { code: 'unavailable' });
  await finish(running);
  assert.equal(await other, 210);
});

it('a batch is no heavier than the limit, unless a single input is', async () => {
  const { call, batches, running } = byHand({
    name: 'test',
    most: 9,
    waiting: 100,
    heaviest: 10,
    weigh: (input) => input,
  });
  call(1);
  await turn();
  for (const input of [4, 6, 3, 40, 2]) call(input);
  await finish(running);
  assert.deepEqual(batches, [[1], [4, 6], [3], [40], [2]]);
});

it('a party without calls joins another lane than the one that a flood fills, and is never in two', async () => {
  const running: { inputs: number[]; resolve(): void }[] = [];
  const call = batchingInLanes<number, number>(2, {
    ...{ name: 'test', most: 4, waiting: 100, partyOf },
    run: (inputs) =>
      new Promise((resolve) =>
        running.push({ inputs, resolve: () => resolve(inputs.map((input) => input)) }),
      ),
  });
  const asked = [call(11), call(12), call(13), call(14), call(15), call(21)];
  await turn();
  asked.push(call(22), call(16));
  await finish(running);
  assert.deepEqual(
    running.map(({ inputs }) => inputs),
    [[11, 12, 13, 14], [21], [15, 16], [22]],
  );
  assert.equal((await Promise.all(asked)).length, 8);
});

it('parties share one lane while its next batch holds all their inputs', async () => {
  const running: { inputs: number[]; resolve(): void }[] = [];
  const call = batchingInLanes<number, number>(2, {
    ...{ name: 'test', most: 4, waiting: 100, partyOf: (input) => String(Math.floor(input / 10)) },
    run: (inputs) => new Promise((resolve) => running.push({ inputs, resolve: () => resolve(inputs) })),
  });
  const asked = [call(11), call(21), call(31), call(41), call(51)];
  await turn();
  assert.deepEqual(
    running.map(({ inputs }) => inputs),
    [[11, 21, 31, 41], [51]],
  );
  await finish(running);
  assert.deepEqual(await Promise.all(asked), [11, 21, 31, 41, 51]);
});

it('in company, a batch of one party alone is followed by a rest, which a call of another party ends', async () => {
  const company = new Company('test');
  // Odd and even numbers are two parties.
  const partyOf = (input: number) => String(input % 2);
  const { call, batches, running } = byHand({ name: 'test', most: 2, waiting: 10, partyOf, company });
  const end = async (nth: number, tookMs: number) => {
    await sleep(tookMs);
    running[nth]!.resolve();
    await turn();
    await turn();
  };
  const answers = [1, 3, 5, 7].map(call);
  await turn();
  await end(0, 40);
  assert.deepEqual(
    batches,
    [
      [1, 3],
      [5, 7],
    ],
    'who is alone does not rest',
  );
  company.note('0');
  answers.push(...[9, 11, 13, 15].map(call));
  await end(1, 40);
  assert.equal(batches.length, 2, 'it rests');
  await sleep(40);
  assert.deepEqual(batches[2], [9, 11], 'and goes on by itself');
  await end(2, 40);
  assert.equal(batches.length, 3, 'it rests again');
  answers.push(call(2));
  await turn();
  await turn();
  assert.equal(batches.length, 4, 'until another comes');
  assert.ok(batches[3]!.includes(2));
  running[3]!.resolve();
  await turn();
  await turn();
  running[4]!.resolve();
  await Promise.all(answers);
});

it('a batch is bounded by the weight of its outputs too, as far as those of its party have told it', async () => {
  const { call, batches, running } = byHand({
    ...{ name: 'test', most: 100, waiting: 100, heaviest: 1_000 },
    ...{
      partyOf: (input: number) => (input < 10 ? 'small' : 'large'),
      weighOutput: (output: number) => output,
    },
  });
  const next = async () => {
    await turn();
    running.at(-1)!.resolve();
    await turn();
    await turn();
  };
  const answers = [...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 8 }, () => 50)].map(call);
  while (batches.flat().length < answers.length) await next();
  await next();
  await Promise.all(answers);
  const sums = batches.map((inputs) => inputs.reduce((sum, input) => sum + input * 10, 0));
  assert.equal(batches[0]!.length, 8);
  assert.ok(
    sums.slice(1).every((sum) => sum <= 1_000),
    sums.join(', '),
  );
  assert.ok(batches.some((inputs) => inputs.length > 8));
});
