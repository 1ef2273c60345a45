import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const FIELDS = [
  { name: 'title', kind: 'text' },
  {
    name: 'seo',
    kind: 'group',
    fields: [
      { name: 'title', kind: 'text' },
      { name: 'index', kind: 'boolean' },
    ],
  },
  { name: 'tags', kind: 'list', of: { kind: 'text' } },
  { name: 'name', kind: 'text', localised: true },
];
const stage = await openContent(test, { page: FIELDS });
const { ask, create, change, get } = stage;

const { id } = await create('page', {
  title: 'One',
  seo: { title: 'S', index: true },
  tags: ['a'],
  name: { en: 'N' },
});
await change(id, { title: 'Two', seo: { title: 'S2', index: true } });
await change(id, { tags: ['a', 'b'], name: { en: 'M' }, title: null });

describe('revisions', () => {
  it('are one per save, latest first, page by page, with author and reason', async () => {
    const first = (await ask('GET', `/entries/${id}/revisions?limit=2`, 200)).body;
    const rest = (
      await ask('GET', `/entries/${id}/revisions?limit=2&cursor=${first.pagination.nextCursor}`, 200)
    ).body;
    const all = [...first.data, ...rest.data];
    assert.deepEqual(
      all.map(({ version, reason }) => [version, reason]),
      [
        [3, 'saved'],
        [2, 'saved'],
        [1, 'created'],
      ],
    );
    const me = (await test.call('GET', '/v1/me', { token: stage.tenant.key })).body.data.actor;
    assert.deepEqual(all[0].author, { type: 'api_key', id: me.id, name: me.name });
    assert.equal(rest.pagination.hasMore, false);
  });

  it('are read with their values', async () => {
    const { data } = (await ask('GET', `/entries/${id}/revisions/1`, 200)).body;
    assert.deepEqual(data.fields, {
      title: 'One',
      seo: { title: 'S', index: true },
      tags: ['a'],
      name: { en: 'N' },
    });
    await ask('GET', `/entries/${id}/revisions/9`, 404);
    await ask('GET', `/entries/${id}/revisions/0`, 422);
  });

  it('are compared value by value, inside of groups and locales', async () => {
    const { data } = (await ask('GET', `/entries/${id}/diff?from=1&to=3`, 200)).body;
    assert.deepEqual(data, {
      from: 1,
      to: 3,
      changes: [
        { path: 'fields.title', before: 'One', after: null },
        { path: 'fields.seo.title', before: 'S', after: 'S2' },
        { path: 'fields.tags', before: ['a'], after: ['a', 'b'] },
        { path: 'fields.name.en', before: 'N', after: 'M' },
      ],
    });
    const latest = (await ask('GET', `/entries/${id}/diff`, 200)).body.data;
    assert.deepEqual([latest.from, latest.to, latest.changes.length], [2, 3, 3]);
  });

  it('are restored as a new revision', async () => {
    const back = (await ask('POST', `/entries/${id}/revisions/1/restore`, 200)).body.data;
    assert.deepEqual([back.version, back.fields.title, back.fields.tags], [4, 'One', ['a']]);
    const { data } = (await ask('GET', `/entries/${id}/revisions/4`, 200)).body;
    assert.equal(data.reason, 'restored');
    const again = (await ask('POST', `/entries/${id}/revisions/1/restore`, 200)).body.data;
    assert.equal(again.version, 4, 'what is as it was is no revision');
  });

  it('that no longer fit the type get an error that names the values; fields that no longer exist are left out', async () => {
    const own = await openContent(test, {
      page: [
        { name: 'a', kind: 'text' },
        { name: 'b', kind: 'text' },
      ],
    });
    const entry = await own.create('page', { a: 'long text', b: 'x' });
    await own.change(entry.id, { a: 'text' });
    await own.putType('page', [{ name: 'a', kind: 'text', maxLength: 5 }], { migrate: { drop: ['b'] } });
    const answer = await own.ask('POST', `/entries/${entry.id}/revisions/1/restore`, 422);
    assert.deepEqual(problemsOf(answer), [['fields.a', 'too_long']]);
    const back = (await own.ask('POST', `/entries/${entry.id}/revisions/2/restore`, 200)).body.data;
    assert.deepEqual(back.fields, { a: 'text' });
  });

  it('of an entry in the bin can be read, but not restored', async () => {
    const entry = await create('page', { title: 'Binned' });
    await ask('DELETE', `/entries/${entry.id}`, 200);
    await ask('GET', `/entries/${entry.id}/revisions/1`, 200);
    await ask('POST', `/entries/${entry.id}/revisions/1/restore`, 409);
    assert.equal((await get(entry.id)).version, 1);
  });
});
