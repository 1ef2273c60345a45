import assert from 'node:assert/strict';
import { it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { Activity } from '#kernel/work/activity.ts';
import { batching } from '#kernel/work/batching.ts';
import { placing } from './activity.ts';
import { Company } from './company.ts';

it('is recent after a note', () => {
  const activity = new Activity('test');
  assert.equal(activity.isRecent, false);
  activity.note();
  assert.equal(activity.isRecent, true);
});

it('is noted by batches of several parties', async () => {
  const double = (company?: Company) =>
    batching<number, number>({
      ...{ name: 'test', most: 4, waiting: 4, ...(company && { company }) },
      run: async (inputs) => inputs.map((input) => 2 * input),
    });
  // A file before this one, in the same process, may have placed orders.
  await eventually('no orders are placed', () => !placing.isRecent);
  await double()(1);
  assert.equal(placing.isRecent, false);
  await double(new Company('test'))(1);
  assert.equal(placing.isRecent, true);
});

it('makes background work rest for five times its duration, and only while it lasts', async () => {
  const activity = new Activity('resting');
  const restFor = async (tookMs: number) => {
    const began = performance.now();
    await activity.restAfter(tookMs);
    return performance.now() - began;
  };
  assert.ok((await restFor(10_000)) < 50, 'without activity there is no rest');
  activity.note();
  const rested = await restFor(30);
  assert.ok(rested >= 149 && rested < 900, `${rested} ms`);
  // The activity is over a second after its last note, long before the rest would be.
  assert.ok((await restFor(10_000)) < 3_000);
});
