/** Pages that a CDN keeps: a purge of the keys that events name leaves no page that lies, and keeps the others. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  author: [
    { name: 'name', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'name' },
  ],
  article: [
    { name: 'title', kind: 'text', localised: true },
    { name: 'slug', kind: 'slug' },
    { name: 'author', kind: 'reference', types: ['author'] },
    { name: 'body', kind: 'richtext' },
    { name: 'photo', kind: 'media' },
  ],
});
const { create, act, change, tenant } = stage;
const admin = await tenant.staff('admin');
const here = await stage.property('Here');

async function keyOf(cacheSeconds?: number): Promise<string> {
  const body = { label: 'Site', propertyId: here, contentTypes: ['article', 'author', 'page'], cacheSeconds };
  const answer = await test.call('POST', '/v1/storefront-keys', { token: admin, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.key;
}
const key = await keyOf(600);
const addressOf = (path: string, named = key) =>
  `/v1/storefront/content${path === 'tree' ? '-trees/page' : `/${path}`}${path.includes('?') ? '&' : '?'}key=${named}`;
const fetchPage = (path: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url: addressOf(path), headers });

/** A cache as a CDN has it: by address, with the keys of each answer. */
const cache = new Map<string, { body: string; keys: string[] }>();
let told = 0;

async function fill(pages: string[]): Promise<void> {
  for (const path of pages) {
    const answer = await fetchPage(path);
    if (!String(answer.headers['cache-control']).includes('s-maxage')) continue;
    cache.set(path, { body: answer.body, keys: String(answer.headers['surrogate-key']).split(' ') });
  }
}

/** Purges what the events since the last time name. Returns the addresses of the pages that went. */
async function purge(): Promise<string[]> {
  const events = await stage.events('%');
  const keys = new Set(events.slice(told).flatMap(({ data }) => data.surrogateKeys ?? []));
  told = events.length;
  const gone = [...cache].filter(([, page]) => page.keys.some((one) => keys.has(one))).map(([path]) => path);
  for (const path of gone) cache.delete(path);
  return gone.sort();
}

async function assertTrue(): Promise<void> {
  for (const [path, { body }] of cache) {
    const now = await fetchPage(path);
    assert.equal(now.body, body, `${path} is kept, and readers would get something else`);
  }
}

const live = async (type: string, fields: object, more?: object) => {
  const { id } = await create(type, fields, more);
  await act(id, 'publish', { broken: 'allow' });
  return id as string;
};

const ada = await live('author', { name: 'Ada' });
const bob = (await create('author', { name: 'Bob' })).id;
const link = { type: 'link', attrs: { entryId: ada } };
const text = { type: 'text', text: 'her', marks: [link] };
const body = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] };
const tea = await live('article', { title: { en: 'Tea' }, slug: 'tea', author: ada });
const coffee = await live('article', { title: { en: 'Coffee' }, slug: 'coffee', author: bob });
await live('article', { title: { en: 'Milk' }, slug: 'milk', body });

const RELATED = `article?where=${encodeURIComponent('{"author.name":"Ada"}')}`;
const photo = await stage.asset();
await live('article', { title: { en: 'Photo' }, slug: 'photo', photo });
const PAGES = [
  'article/photo?expand=photo',
  'article/photo',
  'article/tea',
  'article/tea?expand=author',
  'article/coffee?expand=author',
  'article/milk',
  'article/milk?format=html',
  'article/tea?locale=en',
  'article',
  'article?expand=author',
  RELATED,
  'author',
  'author/ada',
];

const PAGE = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug', from: 'title' },
];
await stage.putType('page', PAGE, { order: 'tree', addresses: { '*': '/{path}' } });
const top = await live('page', { title: 'Top' });
const other = await live('page', { title: 'Other' });
const middle = await live('page', { title: 'Middle' }, { parentId: top });
await live('page', { title: 'Leaf' }, { parentId: middle });
const OF_TREE = ['page/leaf', 'page/middle', 'page/other', 'tree'];

describe('a page that is read with the key in its address', () => {
  it('may be kept for as long as the key says, under the keys of what it shows', async () => {
    const answer = await fetchPage('article/tea');
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['cache-control'], 'public, max-age=0, s-maxage=600');
    assert.equal(answer.headers['cache-tag'], String(answer.headers['surrogate-key']).replaceAll(' ', ','));
    assert.equal(answer.headers.ratelimit, undefined);
    assert.doesNotMatch(String(answer.headers.vary), /authorization|origin/i);
    const elsewhere = await fetchPage('article/tea', { origin: 'https://elsewhere.example' });
    assert.equal(elsewhere.headers['access-control-allow-origin'], '*', 'the address alone decides');
    assert.deepEqual(elsewhere.headers['surrogate-key'], answer.headers['surrogate-key']);
    const again = await fetchPage('article/tea', { 'if-none-match': String(answer.headers.etag) });
    assert.deepEqual(
      [again.statusCode, again.headers['cache-control']],
      [304, answer.headers['cache-control']],
    );
  });

  it('is kept by nobody with a key that says nothing, with the key in a header, or when it fails', async () => {
    const silent = await test.app.inject({ method: 'GET', url: addressOf('article/tea', await keyOf()) });
    assert.deepEqual([silent.statusCode, silent.headers['cache-control']], [200, 'private, no-cache']);
    const headers = { authorization: `Bearer ${key}` };
    const url = '/v1/storefront/content/article/tea';
    const own = await test.app.inject({ method: 'GET', url, headers });
    assert.deepEqual([own.statusCode, own.headers['cache-control']], [200, 'private, no-cache']);
    assert.match(String(own.headers.vary), /authorization/);
    const missing = await fetchPage('article/nothing');
    assert.deepEqual([missing.statusCode, missing.headers['cache-control']], [404, 'no-store']);
    for (const wrong of ['pk_live_00000000', 'sk_live_x', '']) {
      const refused = await test.app.inject({ method: 'GET', url: addressOf('article/tea', wrong) });
      assert.deepEqual([refused.statusCode, refused.headers['cache-control']], [401, 'no-store'], wrong);
    }
    assert.equal((await fetchPage('article/tea', headers)).statusCode, 422);
  });

  it('opens no other route with a key in the address', async () => {
    for (const url of ['/v1/storefront/products', '/v1/storefront/shop', '/v1/content/types']) {
      const answer = await test.app.inject({ method: 'GET', url: `${url}?key=${key}` });
      assert.equal(answer.statusCode, 401, url);
    }
  });
});

describe('a cache that purges what events name', () => {
  const cases: [string, () => Promise<unknown>, string[]][] = [
    [
      'an author changes: exactly the pages that show her',
      async () => {
        await change(ada, { name: 'Ada L.' });
        await act(ada, 'publish');
      },
      [
        'article/milk?format=html',
        'article/tea?expand=author',
        'article?expand=author',
        RELATED,
        'author',
        'author/ada',
      ],
    ],
    [
      'an author goes live who was linked before: the pages that showed nobody',
      () => act(bob, 'publish'),
      ['article/coffee?expand=author', 'article?expand=author', RELATED, 'author'],
    ],
    [
      'an article is taken down: its pages and the lists of articles',
      () => act(coffee, 'unpublish', { broken: 'allow' }),
      ['article', 'article/coffee?expand=author', 'article?expand=author', RELATED],
    ],
    [
      'a new article takes the address of another on this site',
      () => live('article', { title: { en: 'Tea here' }, slug: 'tea' }, { propertyId: here }),
      [
        'article',
        'article/tea',
        'article/tea?expand=author',
        'article/tea?locale=en',
        'article?expand=author',
        RELATED,
      ],
    ],
    [
      'the text of a picture changes: the pages that show it',
      () => test.call('PATCH', `/v1/media/${photo}`, { token: tenant.key, body: { alt: 'Boats' } }),
      ['article/photo?expand=photo'],
    ],
    [
      'a page of a tree has another slug: it, those below it, and the tree',
      async () => {
        await change(top, { slug: 'summit' });
        await act(top, 'publish');
      },
      ['page/leaf', 'page/middle', 'tree'],
    ],
    [
      'a page of a tree moves: it, those below it, and the tree',
      () => stage.ask('PUT', `/entries/${middle}/position`, 200, { parentId: other }),
      ['page/leaf', 'page/middle', 'tree'],
    ],
    ['a draft is saved: none', () => change(tea, { title: { en: 'Tea later' } }), []],
    [
      'a type changes: every page with its entries',
      () =>
        stage.putType(
          'author',
          [
            { name: 'name', kind: 'text' },
            { name: 'slug', kind: 'slug', from: 'name' },
            { name: 'city', kind: 'text' },
          ],
          { addresses: { '*': '/people/{slug}' } },
        ),
      [
        'article/milk?format=html',
        'article/coffee?expand=author',
        'article?expand=author',
        'author',
        'author/ada',
      ],
    ],
    [
      'the locales change: every page',
      () =>
        stage.ask('PUT', '/locales', 200, {
          default: 'en',
          locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
        }),
      [...PAGES, ...OF_TREE],
    ],
    [
      'a live entry is deleted',
      async () => {
        await act(tea, 'unpublish', { broken: 'allow' });
        await stage.ask('DELETE', `/entries/${tea}`, 200);
      },
      ['article', 'article?expand=author', RELATED],
    ],
  ];
  for (const [title, action, expected] of cases)
    it(title, async () => {
      cache.clear();
      await purge();
      await fill([...PAGES, ...OF_TREE]);
      const kept = [...cache.keys()];
      await action();
      const gone = await purge();
      await assertTrue();
      const possible = expected.filter((path) => kept.includes(path));
      if (!title.startsWith('a type') && !title.startsWith('a live')) assert.deepEqual(gone, possible.sort());
      else for (const path of possible) assert.ok(gone.includes(path), path);
    });
});
