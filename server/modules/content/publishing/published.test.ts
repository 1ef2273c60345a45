import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { batchFigures } from '#kernel/work/batching.ts';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  person: PERSON,
  article: [...ARTICLE, { name: 'related', kind: 'list', of: { kind: 'reference' } }],
});
const { ask, create, act, change } = stage;

const ada = await create('person', { name: 'Ada' });
await act(ada.id, 'publish');
const hidden = await create('person', { name: 'Hidden' });
const tea = await create('article', { title: 'Tea', price: 4, author: ada.id, related: [ada.id, hidden.id] });
await act(tea.id, 'publish');

const read = (path: string, headers?: Record<string, string>) =>
  ask('GET', `/published/${path}`, 200, undefined, headers);

describe('sites read', () => {
  it('an entry by its slug or id, flat and in one locale', async () => {
    const { data } = (await read('article/tea')).body;
    const { publishedAt, firstPublishedAt, ...rest } = data;
    assert.equal(publishedAt, firstPublishedAt);
    assert.deepEqual(rest, {
      id: tea.id,
      type: 'article',
      slug: 'tea',
      slugs: { en: 'tea' },
      path: null,
      paths: {},
      propertyId: null,
      locale: 'en',
      version: 1,
      fallbacks: {},
      fields: {
        title: 'Tea',
        slug: 'tea',
        body: null,
        price: 4,
        tags: null,
        author: ada.id,
        photo: null,
        related: [ada.id, hidden.id],
      },
    });
    assert.deepEqual((await read(`article/${tea.id}`)).body.data, data);
  });

  it('large entries in batches of about a mebibyte, also when many read at once', async () => {
    const large = await create('article', { title: 'Large', body: 'x'.repeat(200_000) });
    await act(large.id, 'publish');
    await read('article/large');
    const figures = batchFigures.get('published entries')!;
    const { batches } = figures;
    await Promise.all(Array.from({ length: 24 }, () => read('article/large')));
    assert.ok(figures.batches - batches >= 4, `${figures.batches - batches} batches`);
  });

  it('nothing unpublished, and nothing of another type', async () => {
    await ask('GET', `/published/person/${hidden.id}`, 404);
    await ask('GET', '/published/person/tea', 404);
    await ask('GET', `/published/person/${tea.id}`, 404);
    await ask('GET', '/published/nothing/tea', 404);
    await ask('GET', '/published/nothing', 404);
  });

  it('only the fields they ask for', async () => {
    const { data } = (await read('article/tea?fields=title,price')).body;
    assert.deepEqual(data.fields, { title: 'Tea', price: 4 });
    assert.deepEqual(problemsOf(await ask('GET', '/published/article/tea?fields=nope', 422)), [
      ['fields', 'not_allowed'],
    ]);
  });

  it('referenced entries in place of their ids, one level deep, if they are published', async () => {
    const { fields } = (await read('article/tea?expand=author,related')).body.data;
    assert.deepEqual(
      [fields.author.id, fields.author.type, fields.author.fields],
      [ada.id, 'person', { name: 'Ada' }],
    );
    assert.deepEqual(
      fields.related.map(({ id }: { id: string }) => id),
      [ada.id],
    );
    assert.deepEqual(problemsOf(await ask('GET', '/published/article/tea?expand=title', 422)), [
      ['expand', 'not_allowed'],
    ]);
  });

  it('entries with an ETag: 304 without a body while it matches, and a new one when it does not', async () => {
    const { headers } = await read('article/tea');
    assert.match(String(headers.etag), /^"[\w-]{27}"$/);
    assert.deepEqual([headers['cache-control'], headers.vary], ['private, no-cache', 'authorization']);
    const same = await ask('GET', '/published/article/tea', 304, undefined, {
      'if-none-match': `W/${headers.etag}`,
    });
    assert.deepEqual([same.text, same.headers.etag], ['', headers.etag]);
    await change(tea.id, { price: 5 });
    await ask('GET', '/published/article/tea', 304, undefined, { 'if-none-match': String(headers.etag) });
    await act(tea.id, 'publish');
    const next = await read('article/tea', { 'if-none-match': String(headers.etag) });
    assert.notEqual(next.headers.etag, headers.etag);
    await ask('HEAD', '/published/article/tea', 304, undefined, {
      'if-none-match': String(next.headers.etag),
    });
    const missing = await ask('GET', '/published/article/nothing', 404);
    assert.deepEqual([missing.headers['cache-control'], missing.headers.etag], ['no-store', undefined]);
  });

  it('large answers compressed, if they accept that, under the same ETag', async () => {
    const { id } = await create('article', { title: 'Long', body: 'many words '.repeat(1000) });
    await act(id, 'publish');
    const plain = await read('article/long');
    assert.deepEqual(
      [plain.headers['content-encoding'], plain.headers.vary],
      [undefined, 'authorization, accept-encoding'],
    );
    const answer = await test.app.inject({
      url: '/v1/content/published/article/long',
      headers: { authorization: `Bearer ${stage.tenant.key}`, 'accept-encoding': 'gzip, br' },
    });
    assert.deepEqual(
      [answer.headers['content-encoding'], answer.headers.etag],
      ['gzip', `W/${plain.headers.etag}`],
    );
    assert.ok(answer.rawPayload.length < plain.text.length / 10);
    assert.equal(gunzipSync(answer.rawPayload).toString(), plain.text);
    await ask('GET', '/published/article/long', 304, undefined, {
      'if-none-match': String(answer.headers.etag),
    });
    await ask('DELETE', `/entries/${id}`, 200);
  });

  it('a list, filtered, sorted, searched and page by page, with an ETag of its own', async () => {
    for (const [title, price] of [
      ['Coffee', 9],
      ['Cocoa', 7],
      ['Milk', 2],
    ] as const) {
      const { id } = await create('article', { title, price, tags: [title[0]!, 'drink'] });
      await act(id, 'publish');
    }
    await create('article', { title: 'A draft', price: 8 });
    const titles = async (query: string) =>
      (await read(`article?${query}`)).body.data.map(
        (entry: { fields: { title: string } }) => entry.fields.title,
      );
    assert.deepEqual(await titles('sort=price&order=desc&limit=2'), ['Coffee', 'Cocoa']);
    assert.deepEqual(await titles('where={"price":{"gte":5}}&sort=title&order=asc'), [
      'Cocoa',
      'Coffee',
      'Tea',
    ]);
    assert.deepEqual(await titles('where={"tags":"C"}&sort=price&order=asc'), ['Cocoa', 'Coffee']);
    assert.deepEqual(await titles('q=co&sort=title&order=asc'), ['Cocoa', 'Coffee']);
    assert.deepEqual((await titles(''))[0], 'Milk');
    const { headers } = await read('article?limit=1');
    await ask('GET', '/published/article?limit=1', 304, undefined, { 'if-none-match': String(headers.etag) });
  });

  it('entries of their property and those for all, and prefer their own', async () => {
    const [shop, blog] = [await stage.property('Shop'), await stage.property('Blog')];
    const shared = await create('article', { title: 'Shared', slug: 'imprint' });
    const own = await create('article', { title: 'Own', slug: 'imprint' }, { propertyId: shop });
    for (const { id } of [shared, own]) await act(id, 'publish');
    assert.equal((await read('article/imprint')).body.data.id, shared.id);
    assert.equal((await read(`article/imprint?property=${shop}`)).body.data.id, own.id);
    assert.equal((await read(`article/imprint?property=${blog}`)).body.data.id, shared.id);
    const listed = async (property: string) =>
      (await read(`article?property=${property}&q=imprint`)).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual((await listed(shop)).sort(), [shared.id, own.id].sort());
    assert.deepEqual(await listed(blog), [shared.id]);
  });

  it('an entry of a property alike by slug, by id and in a list', async () => {
    const [shop, blog] = [await stage.property('Alike'), await stage.property('Other')];
    const { id } = await create('article', { title: 'Alone', slug: 'alone' }, { propertyId: shop });
    await act(id, 'publish');
    for (const query of ['', `?property=${shop}`]) {
      for (const address of ['alone', id])
        assert.equal((await read(`article/${address}${query}`)).body.data.id, id);
      const list = (await read(`article${query || '?'}&q=alone`)).body.data;
      assert.equal(list.length, 1);
    }
    for (const address of ['alone', id])
      await ask('GET', `/published/article/${address}?property=${blog}`, 404);
    assert.equal((await read(`article?property=${blog}&q=alone`)).body.data.length, 0);
  });

  it('no property that does not exist', async () => {
    for (const property of ['nonsense', crypto.randomUUID(), 'unproved.example']) {
      for (const path of ['article', 'article/alone']) {
        const answer = await ask('GET', `/published/${path}?property=${property}`, 422);
        assert.deepEqual(problemsOf(answer), [['property', 'not_found']]);
      }
      await ask('GET', `/entries?propertyId=${property}`, 422);
    }
  });
});

it('many tenants that read the same address at once each get their own entry, or nothing', async () => {
  const others = [await openContent(test, { article: ARTICLE }), await openContent(test)];
  const theirs = await others[0]!.create('article', { title: 'Tea' });
  await others[0]!.act(theirs.id, 'publish');
  const readers = [stage, ...others].flatMap(({ tenant }) => Array(10).fill(tenant.key));
  const answers = await Promise.all(
    readers.map((token) => test.call('GET', '/v1/content/published/article/tea', { token })),
  );
  const ids = answers.map(({ body }) => body.data?.id);
  const expected = [tea.id, theirs.id, undefined].flatMap((id) => Array(10).fill(id));
  assert.deepEqual(ids, expected);
});

describe('a preview', () => {
  const preview = (token: string, query = '') => test.call('GET', `/v1/content/preview/${token}${query}`);
  const tokenFor = async (id: string, body?: object) =>
    (await ask('POST', `/entries/${id}/preview-token`, 201, body)).body.data;

  it('shows the draft, in the shape of a published entry, to the holder of the token, and is stored nowhere', async () => {
    const { id } = await create('article', { title: 'Draft only', author: ada.id });
    const { token } = await tokenFor(id);
    const answer = await preview(token, '?expand=author&fields=title,author');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { fields, publishedAt, slug } = answer.body.data;
    assert.deepEqual(
      [fields.title, fields.author.fields.name, publishedAt, slug],
      ['Draft only', 'Ada', null, 'draft-only'],
    );
    await change(id, { title: 'Later draft' });
    assert.equal((await preview(token)).body.data.fields.title, 'Later draft');
  });

  it('ends after its minutes, and with its entry', async () => {
    const { id } = await create('article', { title: 'Short' });
    const { token, expiresAt } = await tokenFor(id, { minutes: 1 });
    assert.ok(Date.parse(expiresAt) - test.now().getTime() <= 60_000);
    assert.equal((await preview(token)).status, 200);
    const { token: other } = await tokenFor(id, { minutes: 60 });
    test.advance(61_000);
    assert.equal((await preview(token)).status, 404);
    await ask('DELETE', `/entries/${id}`, 200);
    assert.equal((await preview(other)).status, 404);
    await ask('POST', `/entries/${id}/preview-token`, 404);
  });

  it('cannot be forged, altered, or made from another sealed value', async () => {
    const { id } = await create('article', { title: 'Safe' });
    const { token } = await tokenFor(id);
    const other = test.kernel.secrets.seal(`${stage.tenant.id} ${id} 9999999999999`, 'something else');
    for (const bad of [
      'x',
      token.slice(0, -2),
      `${token}AA`,
      token.replace(/^./, (c: string) => (c === 'A' ? 'B' : 'A')),
      other.toString('base64url'),
    ]) {
      assert.equal((await preview(bad)).status, 404, bad);
    }
  });

  it('is not repeated when its request is repeated', async () => {
    const { id } = await create('article', { title: 'Once' });
    const headers = { 'idempotency-key': 'preview-1' };
    const first = await ask('POST', `/entries/${id}/preview-token`, 201, {}, headers);
    const again = await ask('POST', `/entries/${id}/preview-token`, 201, {}, headers);
    assert.ok(first.body.data.token);
    assert.equal(again.body.data.token, null);
  });
});

it('a slug that looks like an id is found', async () => {
  const looks = '01920000-0000-7000-8000-0000000000ff';
  const stage = await openContent(test, { note: [{ name: 'slug', kind: 'slug' }] });
  const { id } = await stage.create('note', { slug: looks });
  await stage.act(id, 'publish');
  assert.equal((await stage.ask('GET', `/published/note/${looks}`, 200)).body.data.id, id);
  assert.equal((await stage.ask('GET', `/published/note/${id}`, 200)).body.data.slug, looks);
});
