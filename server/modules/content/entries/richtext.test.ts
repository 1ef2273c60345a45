/** Rich text in entries: what it shows counts as use, and old documents are cleaned for readers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { Place } from '../fields/field.ts';
import { richtext } from '../fields/richtext.ts';
import { openContent, problemsOf } from '../testing/content.ts';
import { keysByLocale } from './reindex.ts';

const test = await useApp();
const stage = await openContent(test, {
  note: [
    { name: 'slug', kind: 'slug' },
    { name: 'body', kind: 'richtext' },
    {
      name: 'boxes',
      kind: 'list',
      of: { kind: 'group', fields: [{ name: 'text', kind: 'richtext' }] },
    },
  ],
});
const { ask, create, act, tenant } = stage;
const media = async (method: string, path: string, status: number) => {
  const answer = await test.call(method, `/v1/media${path}`, { token: tenant.key });
  assert.equal(answer.status, status, answer.text);
  return answer.body;
};
const doc = (...content: object[]) => ({ type: 'doc', content });
const said = (text: string, mark?: object) =>
  doc({ type: 'paragraph', content: [{ type: 'text', text, ...(mark && { marks: [mark] }) }] });

it('rich text has no parts beside those of nodes and marks', async () => {
  const wrong = [
    doc({ type: 'paragraph', srcdoc: '<script>', onclick: 'alert(1)' }),
    doc({ type: 'paragraph', text: 'unseen' }),
    said('bold', { type: 'bold', style: 'position:fixed' }),
    said('away', { type: 'link', attrs: { href: '/\\\\evil.example' } }),
    { ...said('all'), meta: Array(1_000).fill({}) },
  ];
  for (const body of wrong) {
    const { error } = (await ask('POST', '/entries', 422, { type: 'note', fields: { body: body } })).body;
    assert.equal(error.details[0].code, 'not_allowed', JSON.stringify(body).slice(0, 100));
  }
});

describe('an asset or entry inside rich text', () => {
  it('is used by the entry, and cannot be deleted', async () => {
    const id = await stage.asset();
    const { id: entryId } = await create('note', {
      slug: 'shows',
      boxes: [{ text: doc({ type: 'image', attrs: { assetId: id, alt: 'Tea' } }) }],
    });
    assert.deepEqual(
      (await media('GET', `/${id}/usage`, 200)).data.map((use: { id: string }) => use.id),
      [entryId],
    );
    await media('DELETE', `/${id}`, 409);
    await ask('DELETE', `/entries/${entryId}`, 200);
    await media('DELETE', `/${id}`, 200);
  });

  it('that a link or an embed leads to is a reference', async () => {
    const target = await create('note', { slug: 'target' });
    const link = { type: 'link', attrs: { entryId: target.id } };
    const source = await create('note', { slug: 'source', body: said('See', link) });
    const { body } = await ask('GET', `/entries/${target.id}/references`, 200);
    assert.deepEqual(
      body.data.map(({ id, field }: { id: string; field: string }) => [id, field]),
      [[source.id, 'fields.body.content[0].content[0].marks[0].attrs.entryId']],
    );
    await ask('DELETE', `/entries/${target.id}`, 409);
  });

  it('must exist', async () => {
    const body = doc({ type: 'embed', attrs: { entryId: crypto.randomUUID() } });
    const answer = await ask('POST', '/entries', 422, { type: 'note', fields: { body } });
    assert.deepEqual(problemsOf(answer), [['fields.body.content[0].attrs.entryId', 'not_found']]);
  });
});

describe('a document from before its nodes were checked', () => {
  it('is cleaned when it is shown, kept by a change of its type, and its references are added', async () => {
    const asset = await stage.asset();
    const { id } = await create('note', { slug: 'old', body: said('Text') });
    await act(id, 'publish');
    const old = JSON.stringify({
      slug: 'old',
      body: doc(
        { type: 'callout', content: said('Kept').content },
        { type: 'embed', attrs: { url: 'javascript:alert(1)' } },
        { type: 'image', attrs: { assetId: asset, onload: 'x' } },
      ),
    });
    await test.db.inTenant(tenant.id, async (tx) => {
      await tx.query('update content_entries set fields = $2 where id = $1', [id, old]);
      await tx.query('update content_published set fields = $2 where entry_id = $1', [id, old]);
      await keysByLocale.batch(tx, null);
    });
    const clean = doc(...said('Kept').content, { type: 'image', attrs: { assetId: asset } });
    const read = async () => (await ask('GET', '/published/note/old', 200)).body.data.fields.body;
    assert.deepEqual(await read(), clean);
    assert.equal((await media('GET', `/${asset}/usage`, 200)).data.length, 1);
    const { fields } = (await ask('GET', '/types/note', 200)).body.data;
    await stage.putType('note', [...fields, { name: 'more', kind: 'number', required: true }], {
      migrate: { default: { more: 1 } },
    });
    assert.deepEqual(await read(), clean);
  });
});

it('rich text has at most 20,000 marks, known or not, and a flood of them is refused at once', async () => {
  const read = (marks: object[]) => {
    const place = new Place('fields.body');
    const value = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks }] }],
    };
    const began = performance.now();
    richtext.read(value, { kind: 'richtext' }, place);
    return { place, took: performance.now() - began };
  };
  read(Array.from({ length: 60_000 }, () => ({ type: 'glow' })));
  const { place, took } = read(Array.from({ length: 60_000 }, () => ({ type: 'glow' })));
  assert.equal(place.problems[0]!.code, 'not_allowed');
  assert.ok(took < 50, `${took} ms`);
  const known = read(Array.from({ length: 20_001 }, () => ({ type: 'bold' })));
  assert.deepEqual(
    known.place.problems.map(({ code }) => code),
    ['too_large'],
  );
});
