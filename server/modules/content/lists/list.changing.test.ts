/** Lists while a type changes: the index has keys of the former kind of a field until all entries are rewritten. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const { ask, create, tenant } = await openContent(test, {
  person: [{ name: 'name', kind: 'text' }],
  story: [
    { name: 'author', kind: 'reference', types: ['person'] },
    { name: 'rank', kind: 'number' },
    { name: 'open', kind: 'boolean' },
  ],
});
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const ada = await create('person', { name: 'Ada' });
const kept = await create('story', { author: ada.id, rank: 5, open: true });
const former = await create('story', { author: ada.id, rank: 5, open: true });
await owner.query(
  `update content_index set key = 'Ada, by hand' where tenant_id = $1 and entry_id = $2 and field in ('author', 'rank', 'open')`,
  [tenant.id, former.id],
);

it('a condition behind a reference skips entries whose key is no id', async () => {
  for (const condition of [{ 'author.name': 'Ada' }, { 'author.name': { ne: 'Bob' } }]) {
    const where = encodeURIComponent(JSON.stringify(condition));
    const { data } = (await ask('GET', `/entries?type=story&where=${where}`, 200)).body;
    assert.deepEqual(
      data.map(({ id }: { id: string }) => id),
      [kept.id],
    );
  }
});

it('facets show keys of a former kind as they are', async () => {
  const { facets } = (await ask('GET', '/entries?type=story&facets=rank,open', 200)).body;
  const valuesOf = (name: string) => facets[name].values.map(({ value }: { value: unknown }) => value);
  assert.deepEqual(
    [valuesOf('rank').toSorted(), valuesOf('open').toSorted()],
    [
      [5, 'Ada, by hand'],
      ['Ada, by hand', true],
    ],
  );
});
