/** Previews of a whole site: with a token, every read shows drafts as they would be published. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const TYPES = {
  author: [
    { name: 'name', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'name' },
  ],
  article: [
    { name: 'title', kind: 'text', localised: true },
    { name: 'slug', kind: 'slug' },
    { name: 'author', kind: 'reference', types: ['author'] },
    { name: 'body', kind: 'richtext' },
  ],
};
const stage = await openContent(test, TYPES);
const { create, change, act, ask, tenant } = stage;
const admin = await tenant.staff('admin');
const [here, there] = [await stage.property('Here'), await stage.property('There')];

const tokenFor = async (of = stage, body: object = {}) =>
  (await of.ask('POST', '/preview-tokens', 201, body)).body.data.token as string;
const preview = await tokenFor();
const titlesOf = (answer: { body: { data: { fields: { title: string } }[] } }) =>
  answer.body.data.map(({ fields }) => fields.title).sort();

const bob = (await create('author', { name: 'Bob' })).id;
const tea = (await create('article', { title: { en: 'Tea' }, slug: 'tea', author: bob })).id;
await act(tea, 'publish', { broken: 'allow' });
await change(tea, { title: { en: 'Green tea' }, slug: 'green-tea' });
const link = { type: 'text', text: 'him', marks: [{ type: 'link', attrs: { entryId: bob } }] };
const body = { type: 'doc', content: [{ type: 'paragraph', content: [link] }] };
await create('article', { title: { en: 'Milk' }, slug: 'milk', body });
const gone = (await create('article', { title: { en: 'Gone' }, slug: 'gone' })).id;
await ask('DELETE', `/entries/${gone}`, 200);
await create('article', { title: { en: 'Elsewhere' }, slug: 'elsewhere' }, { propertyId: there });

describe('with a token for previews', () => {
  it('an entry is found by its new slug and by id, with its draft and the drafts behind its links', async () => {
    const shown = (await ask('GET', `/published/article/green-tea?expand=author&preview=${preview}`, 200))
      .body;
    assert.equal(shown.data.fields.title, 'Green tea');
    assert.equal(shown.data.fields.author.fields.name, 'Bob');
    const byId = (await ask('GET', `/published/article/${tea}?preview=${preview}`, 200)).body;
    assert.equal(byId.data.slug, 'green-tea');
    await ask('GET', `/published/article/tea?preview=${preview}`, 404);
    const html = (await ask('GET', `/published/article/milk?format=html&preview=${preview}`, 200)).body.data;
    assert.match(html.fields.body, /data-entry-slug="bob"/);
    await ask('GET', `/published/article/gone?preview=${preview}`, 404);
  });

  it('lists have every entry that would be there, once each, in all their sorts, filters and searches', async () => {
    const list = (query: string) => ask('GET', `/published/article?preview=${preview}${query}`, 200);
    assert.deepEqual(titlesOf(await list('')), ['Elsewhere', 'Green tea', 'Milk']);
    assert.deepEqual(titlesOf(await list('&sort=title')), ['Elsewhere', 'Green tea', 'Milk']);
    assert.deepEqual(titlesOf(await list('&q=green')), ['Green tea']);
    assert.deepEqual(titlesOf(await list(`&where=${encodeURIComponent('{"title":"Milk"}')}`)), ['Milk']);
    assert.deepEqual(titlesOf(await list(`&property=${here}`)), ['Green tea', 'Milk']);
    const pages: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await list(`&limit=1${cursor}`);
      pages.push(...titlesOf({ body }));
      if (!body.pagination.hasMore) break;
      cursor = `&cursor=${body.pagination.nextCursor}`;
    }
    assert.deepEqual(pages.sort(), ['Elsewhere', 'Green tea', 'Milk']);
  });

  it('a site with a publishable key shows drafts of its types, and no cache keeps them', async () => {
    const made = await test.call('POST', '/v1/storefront-keys', {
      token: admin,
      body: { label: 'Site', propertyId: here, contentTypes: ['article'], cacheSeconds: 600 },
    });
    const read = (path: string) =>
      test.app.inject({
        method: 'GET',
        url: `/v1/storefront/content/${path}key=${made.body.data.key}&preview=${preview}`,
      });
    const one = await read('article/green-tea?expand=author&');
    assert.deepEqual(
      [one.statusCode, one.json().data.fields.author],
      [200, null],
      'authors are not its types',
    );
    assert.equal(one.headers['cache-control'], 'private, no-cache');
    assert.deepEqual(titlesOf({ body: (await read('article?')).json() }), ['Green tea', 'Milk']);
    assert.equal((await read('article/elsewhere?')).statusCode, 404);
  });

  it('of another tenant, forged or expired, a read gets 422 and shows nothing', async () => {
    const other = await openContent(test, TYPES);
    const expired = await tokenFor(stage, { minutes: 1 });
    const fresh = await tokenFor(stage, { minutes: 60 });
    test.advance(120_000);
    const single = (await ask('POST', `/entries/${tea}/preview-token`, 201, {})).body.data.token;
    for (const wrong of [await tokenFor(other), expired, single, 'nonsense', `${fresh.slice(0, -4)}AAAA`]) {
      for (const path of ['article', 'article/green-tea', `article/${tea}`]) {
        const answer = await ask('GET', `/published/${path}?preview=${wrong}`, 422);
        assert.deepEqual(problemsOf(answer), [['preview', 'not_allowed']]);
      }
    }
    await ask('GET', `/published/article/green-tea?preview=${fresh}`, 200);
  });

  it('made for somebody leaves a line in the audit log', async () => {
    const { expiresAt } = (await ask('POST', '/preview-tokens', 201, { minutes: 7 })).body.data;
    await ask('POST', '/preview-tokens?dryRun=true', 201, { minutes: 8 });
    const url = '/v1/audit-log?action=content_preview.opened';
    const [last] = (await test.call('GET', url, { token: admin })).body.data;
    assert.deepEqual(last.details, { expiresAt });
  });

  it('needs a key that may read, and is made by those who may write', async () => {
    const url = `/v1/content/published/article?preview=${preview}`;
    assert.equal((await test.call('GET', url, {})).status, 401);
    const token = await tenant.keyWith('read:published');
    const refused = await test.call('POST', '/v1/content/preview-tokens', { token, body: {} });
    assert.equal(refused.status, 403);
  });
});

it('every read of published content takes a token, and a tree has the drafts with it', async () => {
  const { paths } = (await test.call('GET', '/v1/openapi.json')).body;
  const reads = test.app.routeList.filter(
    ({ method, url, needs }) =>
      method === 'GET' &&
      (needs.scope === 'read:published' || url.startsWith('/v1/storefront/content')) &&
      !url.includes('locales'),
  );
  assert.ok(reads.length >= 8, reads.map(({ url }) => url).join());
  for (const { url } of reads) {
    const { parameters } = paths[url.replace(/:(\w+)/g, '{$1}')].get;
    assert.ok(
      parameters.some(({ name }: { name: string }) => name === 'preview'),
      url,
    );
  }
  const fields = [
    { name: 'title', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'title' },
  ];
  await stage.putType('page', fields, { order: 'tree' });
  const above = await create('page', { title: 'Above' });
  await create('page', { title: 'Below' }, { parentId: above.id });
  const slugs = async (query: string) =>
    (await ask('GET', `/trees/page${query}`, 200)).body.data.map(({ slug }: { slug: string }) => slug);
  assert.deepEqual([await slugs(''), await slugs(`?preview=${await tokenFor()}`)], [[], ['above', 'below']]);
});

it('without a token, readers see what is published', async () => {
  assert.deepEqual(titlesOf(await ask('GET', '/published/article', 200)), ['Tea']);
  await ask('GET', '/published/article/green-tea', 404);
});
