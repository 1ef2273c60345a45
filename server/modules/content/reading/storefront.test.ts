/** Published entries for pages in a browser, by a publishable key. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  internal: [
    { name: 'note', kind: 'text' },
    { name: 'slug', kind: 'slug' },
  ],
  author: [
    { name: 'name', kind: 'text' },
    { name: 'file', kind: 'reference', types: ['internal'] },
  ],
  article: [
    { name: 'title', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'title' },
    { name: 'author', kind: 'reference', types: ['author'] },
    { name: 'file', kind: 'reference' },
    { name: 'body', kind: 'richtext' },
  ],
});
const { create, act, property, tenant } = stage;
const admin = await tenant.staff('admin');
const [here, there] = [await property('Here'), await property('There')];

const keyOf = async (propertyId: string, contentTypes?: string[]) => {
  const body = { label: 'Site', propertyId, contentTypes };
  const answer = await test.call('POST', '/v1/storefront-keys', { token: admin, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data as { id: string; key: string };
};
const { id: keyId, key } = await keyOf(here, ['article', 'author']);
const ask = async (path: string, expected: number, token = key) => {
  const answer = await test.call('GET', `/v1/storefront/content/${path}`, { token });
  assert.equal(answer.status, expected, `${path}: ${answer.text}`);
  return answer;
};
const read = async (path: string) => (await ask(path, 200)).body.data;
const live = async (type: string, fields: object, more?: object) => {
  const { id } = await create(type, fields, more);
  await act(id, 'publish', { broken: 'allow' });
  return id as string;
};

const secret = await live('internal', { note: 'Only ours', slug: 'secret' });
const ada = await live('author', { name: 'Ada', file: secret });
const link = { type: 'link', attrs: { entryId: secret } };
const body = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'words', marks: [link] }] }],
};
const tea = await live('article', { title: 'Tea', author: ada, file: secret, body });
await create('article', { title: 'Draft' });
await live('article', { title: 'Elsewhere' }, { propertyId: there });

describe('a page with a publishable key', () => {
  it('reads published entries of the types that the key names, of its site and for all sites', async () => {
    assert.equal((await read('article/tea')).id, tea);
    assert.equal((await read(`article/${tea}`)).fields.title, 'Tea');
    const titles = (await read('article')).map((entry: { fields: { title: string } }) => entry.fields.title);
    assert.deepEqual(titles, ['Tea']);
    await ask('article/draft', 404);
    await ask('article/elsewhere', 404);
    assert.equal((await ask('article/elsewhere', 200, (await keyOf(there, ['article'])).key)).status, 200);
  });

  it('reads no other type: not by name, not behind a link, not in a text, not by guessing its fields', async () => {
    await ask('internal', 404);
    await ask('internal/secret', 404);
    await ask(`internal/${secret}`, 404);
    await ask('nothing', 404);
    const { fields } = await read('article/tea?expand=author,file&format=html');
    assert.deepEqual([fields.author.fields.name, fields.file], ['Ada', null]);
    assert.equal(fields.body, '<p>words</p>');
    for (const query of ['expand=author.file.note', 'fields=author.file.note']) {
      assert.deepEqual(problemsOf(await ask(`article/tea?${query}`, 422)), [
        [query.split('=')[0], 'not_allowed'],
      ]);
    }
    assert.equal((await read('article/tea?expand=author.file')).fields.author.fields.file, null);
  });

  it('filters by fields behind a link, of what it may see alone', async () => {
    const found = async (where: object) => {
      const path = `article?count=true&where=${encodeURIComponent(JSON.stringify(where))}`;
      const { data, total } = (await ask(path, 200)).body;
      assert.equal(total.count, data.length);
      return data.map((entry: { fields: { title: string } }) => entry.fields.title);
    };
    assert.deepEqual(await found({ 'author.name': { startsWith: 'AD' } }), ['Tea']);
    assert.deepEqual(await found({ 'author.name': { ne: 'Ada' } }), []);
    for (const name of ['file.note', 'author.file.note', 'file.slugs']) {
      const where = encodeURIComponent(JSON.stringify({ [name]: 'Only ours' }));
      assert.deepEqual(problemsOf(await ask(`article?where=${where}`, 422)), [
        [`where.${name}`, 'not_allowed'],
      ]);
    }
    const other = await live('article', { title: 'Of there' }, { propertyId: there });
    const own = await live('article', { title: 'Of here' }, { propertyId: here });
    await live('article', { title: 'Leads there', file: other });
    await live('article', { title: 'Leads here', file: own });
    assert.deepEqual(await found({ 'file.title': { startsWith: 'of' } }), ['Leads here']);
    assert.deepEqual(await found({ 'file.title': { ne: 'nothing' } }), ['Leads here']);
    await act(own, 'unpublish', { broken: 'allow' });
    assert.deepEqual(await found({ 'file.title': { ne: 'nothing' } }), []);
  });

  it('reads no entry of another site, behind a link or in a text either', async () => {
    const other = await live('article', { title: 'Only there' }, { propertyId: there });
    const mark = { type: 'link', attrs: { entryId: other } };
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'see', marks: [mark] }] }];
    await live('article', { title: 'Both', file: other, body: { type: 'doc', content } });
    const { fields } = await read('article/both?expand=file&format=html');
    assert.deepEqual([fields.file, fields.body], [null, '<p>see</p>']);
    const asked = { token: tenant.key };
    const url = `/v1/content/published/article/both?expand=file`;
    const [every, one] = [
      await test.call('GET', url, asked),
      await test.call('GET', `${url}&property=${here}`, asked),
    ];
    assert.equal(every.body.data.fields.file.fields.title, 'Only there');
    assert.equal(one.body.data.fields.file, null);
  });

  it('reads entries of its own tenant alone, where another has the same types and slugs', async () => {
    const other = await openContent(test, { article: [{ name: 'slug', kind: 'slug' }] });
    const { id } = await other.create('article', { slug: 'theirs' });
    await other.act(id, 'publish');
    const same = await other.create('article', { slug: 'tea' });
    await other.act(same.id, 'publish');
    await ask('article/theirs', 404);
    await ask(`article/${id}`, 404);
    assert.equal((await read('article/tea')).id, tea);
  });

  it('reads nothing with a key that names no type, and what a changed key names from the next request on', async () => {
    const { id, key: bare } = await keyOf(here);
    await ask('article/tea', 404, bare);
    const change = { token: admin, body: { contentTypes: ['article'] } };
    const changed = await test.call('PATCH', `/v1/storefront-keys/${id}`, change);
    assert.deepEqual([changed.status, changed.body.data.label], [200, 'Site']);
    await ask('article/tea', 200, bare);
    await test.call('PATCH', `/v1/storefront-keys/${id}`, { token: admin, body: { contentTypes: [] } });
    await ask('article/tea', 404, bare);
    assert.equal((await test.call('DELETE', `/v1/storefront-keys/${keyId}`, { token: admin })).status, 200);
    await ask('article/tea', 401);
  });
});
