/** The order that editors choose: entries are moved, and lists follow it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
const { create, act, ask, tenant } = stage;
const FIELDS = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug', from: 'title' },
];
await stage.putType('plain', FIELDS);

let types = 0;
/** A type whose entries have an order, with an entry for each letter. */
async function open(letters: string, isLive = true) {
  const type = `list${++types}`;
  await stage.putType(type, FIELDS, { order: 'manual' });
  const ids: Record<string, string> = {};
  for (const title of letters) ids[title] = (await create(type, { title })).id;
  if (isLive) for (const id of Object.values(ids)) await act(id, 'publish');
  const titles = async (path: string) =>
    (await ask('GET', path, 200)).body.data
      .map((one: { fields: { title: string } }) => one.fields.title)
      .join('');
  return {
    type,
    ids,
    drafts: (more = '') => titles(`/entries?type=${type}&sort=position&limit=100${more}`),
    readers: (more = '') => titles(`/published/${type}?sort=position&limit=100${more}`),
  };
}
const move = (id: string, body: object, expected = 200, query = '') =>
  ask('PUT', `/entries/${id}/position${query}`, expected, body);
const refusal = async (id: string, body: object) => problemsOf(await move(id, body, 422));

describe('entries of a type with a manual order', () => {
  it('are in the order of their creation, then where they are moved, for editors and readers at once', async () => {
    const { ids, drafts, readers, type } = await open('abcde');
    assert.equal(await drafts(), 'abcde');
    await move(ids.d!, { before: ids.b });
    await move(ids.a!, { at: 'last' });
    await move(ids.e!, { at: 'first' });
    await move(ids.c!, { after: ids.e });
    for (const list of [drafts, readers]) assert.equal(await list(), 'ecdba');
    assert.equal(await readers('&order=desc'), 'abdce');
    const late = await create(type, { title: 'z' });
    assert.equal(await drafts(), 'ecdbaz');
    assert.equal(await readers(), 'ecdba');
    await act(late.id, 'publish');
    await move(late.id, { after: ids.c });
    for (const list of [drafts, readers]) assert.equal(await list(), 'eczdba');
  });

  it('go live where they are, and keep their place when they come back from the bin', async () => {
    const { ids, drafts, readers } = await open('abc', false);
    await move(ids.c!, { at: 'first' });
    for (const id of Object.values(ids)) await act(id, 'publish');
    assert.equal(await readers(), 'cab');
    await ask('DELETE', `/entries/${ids.a}`, 200);
    assert.equal(await drafts(), 'cb');
    await act(ids.a!, 'restore');
    assert.equal(await drafts(), 'cab');
  });

  it('are listed page by page, with conditions', async () => {
    const { ids, type } = await open('abcdef');
    await move(ids.f!, { at: 'first' });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await ask('GET', `/published/${type}?sort=position&limit=2${cursor}`, 200);
      seen.push(...body.data.map((one: { fields: { title: string } }) => one.fields.title));
      if (body.pagination.nextCursor === null) break;
      cursor = `&cursor=${body.pagination.nextCursor}`;
    }
    assert.equal(seen.join(''), 'fabcde');
    const where = encodeURIComponent('{"title":{"in":["b","f","d"]}}');
    const { body } = await ask('GET', `/published/${type}?sort=position&where=${where}&count=true`, 200);
    assert.deepEqual(
      [body.data.map((one: { slug: string }) => one.slug).join(''), body.total.count],
      ['fbd', 3],
    );
  });

  it('are moved by people who may, at the version that they saw, and not in a dry run', async () => {
    const { ids, drafts } = await open('abc');
    await move(ids.c!, { at: 'first' }, 200, '?dryRun=true');
    assert.equal(await drafts(), 'abc');
    const url = `/v1/content/entries/${ids.c}/position`;
    const old = await test.call('PUT', url, {
      token: tenant.key,
      body: { at: 'first' },
      headers: { 'if-match': '"7"' },
    });
    assert.equal(old.status, 412);
    const viewer = await tenant.staff('viewer');
    assert.equal((await test.call('PUT', url, { token: viewer, body: { at: 'first' } })).status, 403);
    assert.equal(await drafts(), 'abc');
  });

  it('that are moved publish an event with the keys to purge, and a line in the audit log; one that is there already does not', async () => {
    const { ids, type } = await open('abc');
    const before = (await stage.events()).length;
    const { body } = await move(ids.b!, { after: ids.a });
    assert.equal(body.data.version, 1);
    await move(ids.c!, { at: 'last' });
    assert.equal((await stage.events()).length, before);
    await move(ids.c!, { at: 'first' });
    const [updated, pages] = (await stage.events()).slice(before);
    assert.deepEqual(
      [updated!.type, updated!.data.changed, updated!.data.type],
      ['content.entry.updated', ['position'], type],
    );
    assert.deepEqual(
      [pages!.type, pages!.data.cause, pages!.data.surrogateKeys.length],
      ['content.pages.changed', 'position', 2],
    );
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<{ subject_id: string }>(
        `select subject_id from audit_log where action = 'content_entry.moved'`,
      ),
    );
    assert.deepEqual(
      rows.map((row) => row.subject_id).filter((id) => Object.values(ids).includes(id)),
      [ids.c],
    );
  });

  it('refuse a place that is none, each by name', async () => {
    const { ids } = await open('ab');
    const other = (await open('x')).ids.x;
    const none = crypto.randomUUID();
    assert.deepEqual(await refusal(ids.a!, {}), [['at', 'required']]);
    assert.deepEqual(await refusal(ids.a!, { before: ids.b, at: 'last' }), [['at', 'not_allowed']]);
    assert.deepEqual(await refusal(ids.a!, { parentId: ids.b }), [['parentId', 'not_allowed']]);
    for (const before of [other, none, ids.a])
      assert.deepEqual(await refusal(ids.a!, { before }), [['before', 'not_found']]);
    await move(none, { at: 'last' }, 404);
    await move((await create('plain', { title: 'x' })).id, { at: 'last' }, 409);
    const sorted = await ask('GET', '/published/plain?sort=position', 422);
    assert.deepEqual(problemsOf(sorted), [['sort', 'not_allowed']]);
    const strict = await move(ids.a!, { at: 'last', parent: null }, 422);
    assert.equal(problemsOf(strict).length, 1);
  });

  it('are in one order after many moves at once, each where it was put', async () => {
    const { ids, drafts, readers } = await open('abcdefgh');
    const moves = [...'cdefgh'].map((letter) =>
      test.call('PUT', `/v1/content/entries/${ids[letter]}/position`, {
        token: tenant.key,
        body: { before: ids.b },
      }),
    );
    for (const { status, text } of await Promise.all(moves)) assert.equal(status, 200, text);
    const order = await drafts();
    assert.deepEqual([order[0], order.at(-1), [...order].sort().join('')], ['a', 'b', 'abcdefgh']);
    assert.equal(await readers(), order);
  });

  it('have short keys, however often entries are moved to one place', async () => {
    const { ids, drafts, readers } = await open('abcdef');
    let expected = [...'abcdef'];
    for (let n = 0; n < 420; n++) {
      const letter = expected[3]!;
      await move(ids[letter]!, { after: ids[expected[0]!] });
      expected = [expected[0]!, letter, ...expected.slice(1, 3), ...expected.slice(4)];
    }
    for (const list of [drafts, readers]) assert.equal(await list(), expected.join(''));
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<{ length: number }>(
        `select length(position) as length from content_entries where id = any ($1) order by 1 desc`,
        [Object.values(ids)],
      ),
    );
    assert.ok(rows[0]!.length <= 60, `${rows[0]!.length}`);
  });
});

it('a type keeps its order by a change that does not name it, and a block or singleton has none', async () => {
  const { type, ids, drafts } = await open('ab');
  await move(ids.b!, { at: 'first' });
  assert.equal((await stage.putType(type, [...FIELDS, { name: 'note', kind: 'text' }])).order, 'manual');
  assert.equal(
    (await stage.putType(type, FIELDS, { order: 'none', migrate: { drop: ['note'] } })).order,
    'none',
  );
  await stage.putType(type, FIELDS, { order: 'manual' });
  assert.equal(await drafts(), 'ba');
  for (const more of [{ block: true, fields: [FIELDS[0]] }, { singleton: true }]) {
    const wish = { title: 'x', fields: FIELDS, order: 'manual', ...more };
    assert.deepEqual(problemsOf(await ask('PUT', '/types/odd', 422, wish)), [['order', 'not_allowed']]);
  }
});
