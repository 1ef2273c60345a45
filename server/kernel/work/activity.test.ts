import assert from 'node:assert/strict';
import { it } from 'node:test';
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
  await double()(1);
  assert.equal(placing.isRecent, false);
  await double(new Company('test'))(1);
  assert.equal(placing.isRecent, true);
});
