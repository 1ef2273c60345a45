/** Scheduled releases of several tenants. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { type ContentStage, openContent } from '../testing/content.ts';

const test = await useApp();
const NOTE = [{ name: 'title', kind: 'text', required: true }];
const HOUR = 3_600_000;
const [one, other] = [await openContent(test, { note: NOTE }), await openContent(test, { note: NOTE })];

async function schedule({ ask, create }: ContentStage, count: number, at: number): Promise<string> {
  const entries: object[] = [];
  for (let n = 0; n < count; n++) entries.push({ id: (await create('note', { title: `Note ${n}` })).id });
  const { id } = (await ask('POST', '/releases', 201, { name: 'At a time' })).body.data;
  await ask('POST', `/releases/${id}/entries`, 200, { entries });
  await ask('POST', `/releases/${id}/schedule`, 200, { at: new Date(at).toISOString() });
  return id;
}
const publishedAt = async ({ ask }: ContentStage, id: string): Promise<string | null> =>
  (await ask('GET', `/releases/${id}`, 200)).body.data.publishedAt;

describe('scheduled releases', () => {
  it('of tenants take turns: the one of a tenant is live before the later ones of another', async (t) => {
    const at = test.now().getTime() + HOUR;
    const many: string[] = [];
    for (let n = 0; n < 6; n++) many.push(await schedule(one, 30, at + n));
    const single = await schedule(other, 1, at + 10);
    test.advance(2 * HOUR);
    const work = test.startWork();
    t.after(() => work.stop());
    await eventually('all are live', async () => {
      const all = await Promise.all(many.map((id) => publishedAt(one, id)));
      return !all.includes(null) && (await publishedAt(other, single)) !== null;
    });
    const times = (await Promise.all(many.map((id) => publishedAt(one, id)))) as string[];
    const theirs = (await publishedAt(other, single))!;
    assert.ok(theirs < times[2]!, `${theirs} is before the third of ${times.join(', ')}`);
    assert.deepEqual(times, times.toSorted(), 'those of a tenant are published in the order of their times');
    assert.equal(new Set(times).size, times.length, 'one after the other');
  });
});
