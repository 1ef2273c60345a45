/** An entry read with those that refer to it: many-to-many from the other end. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  author: [
    { name: 'name', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'name' },
    { name: 'like', kind: 'reference' },
  ],
  plain: [{ name: 'name', kind: 'text' }],
  article: [
    { name: 'title', kind: 'text', localised: true },
    { name: 'slug', kind: 'slug' },
    { name: 'authors', kind: 'list', of: { kind: 'reference', types: ['author'] } },
    { name: 'editor', kind: 'reference', types: ['author'], localised: true },
    { name: 'rank', kind: 'number' },
    { name: 'body', kind: 'richtext' },
  ],
});
const { ask, create, act, change, property, tenant } = stage;
const locales = { default: 'en', locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] };
await ask('PUT', '/locales', 200, locales);
const admin = await tenant.staff('admin');
const [here, there] = [await property('Here'), await property('There')];

const live = async (type: string, fields: object, more?: object) => {
  const { id } = await create(type, fields, more);
  await act(id, 'publish', { broken: 'allow' });
  return id as string;
};
const asked = (lists: object) => `referrers=${encodeURIComponent(JSON.stringify(lists))}`;
const path = (lists: object, more = '', slug = 'ada') => `/published/author/${slug}?${asked(lists)}${more}`;
const read = async (lists: object, more = '', slug = 'ada') =>
  (await ask('GET', path(lists, more, slug), 200)).body.referrers;
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
const titlesOf = (list: any) => list.data.map(({ fields }: { fields: { title: string } }) => fields.title);

const ada = await live('author', { name: 'Ada' });
const bob = await live('author', { name: 'Bob', like: ada });
const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] };
const article = (title: string, fields: object, more?: object) =>
  live('article', { title: { en: title }, slug: title.toLowerCase(), ...fields }, more);
await article('Tea', { authors: [ada, bob], rank: 3, body });
const milk = await article('Milk', { authors: [ada], rank: 1, editor: { en: bob, de: ada } });
await article('Bread', { authors: [bob], rank: 2 });
await article('There', { authors: [ada], rank: 4 }, { propertyId: there });
await create('article', { title: { en: 'Draft' }, authors: [ada] });

describe('an entry is read with those that refer to it', () => {
  it('from both ends: an author has articles, as an article has authors', async () => {
    const { articles } = await read({ articles: 'article.authors' });
    assert.deepEqual(titlesOf(articles), ['There', 'Milk', 'Tea']);
    assert.deepEqual(articles.pagination, { limit: 25, hasMore: false, nextCursor: null });
    assert.deepEqual(titlesOf((await read({ articles: 'article.authors' }, '', 'bob')).articles), [
      'Bread',
      'Tea',
    ]);
    const back = (await ask('GET', '/published/article/tea?expand=authors', 200)).body;
    assert.equal(back.referrers, undefined);
    assert.deepEqual(
      back.data.fields.authors.map((one: { fields: { name: string } }) => one.fields.name),
      ['Ada', 'Bob'],
    );
  });

  it('in several lists, each with its own order, conditions, fields and links', async () => {
    const lists = await read(
      {
        best: {
          ...{ from: 'article.authors', sort: '-rank', limit: 2, where: { rank: { lte: 3 } } },
          ...{ fields: 'title,authors.name,body' },
        },
        edited: 'article.editor',
        fans: { from: 'author.like', expand: 'like' },
      },
      '&format=html',
    );
    const [first] = lists.best.data;
    assert.deepEqual(titlesOf(lists.best), ['Tea', 'Milk']);
    assert.deepEqual(Object.keys(first.fields), ['title', 'authors', 'body']);
    assert.deepEqual([first.fields.authors[1].fields, first.fields.body], [{ name: 'Bob' }, '<p>Words</p>']);
    assert.deepEqual(titlesOf(lists.edited), []);
    assert.equal(lists.fans.data[0].fields.like.fields.name, 'Ada');
  });

  it('by the numbers that were asked for, also by one that is too large', async () => {
    const { id } = await create('article', { title: { en: 'No rank' }, authors: [ada] });
    await act(id, 'publish', { broken: 'allow' });
    const text = encodeURIComponent('{"all":{"from":"article.authors","where":{"rank":1e999}}}');
    const answer = await ask('GET', `/published/author/ada?referrers=${text}`, 200);
    assert.deepEqual(titlesOf(answer.body.referrers.all), []);
    await act(id, 'unpublish');
    await ask('DELETE', `/entries/${id}`, 200);
  });

  it('goes on in the list of the type, with the cursor of the read', async () => {
    const { articles } = await read({ articles: { from: 'article.authors', sort: '-rank', limit: 1 } });
    assert.deepEqual([titlesOf(articles), articles.pagination.hasMore], [['There'], true]);
    const where = encodeURIComponent(JSON.stringify({ authors: ada }));
    const { nextCursor } = articles.pagination;
    const rest = await ask('GET', `/published/article?sort=-rank&where=${where}&cursor=${nextCursor}`, 200);
    assert.deepEqual(titlesOf(rest.body), ['Tea', 'Milk']);
  });

  it('as a reader of the locale and of the site finds them', async () => {
    const lists = { edited: 'article.editor' };
    assert.deepEqual(titlesOf((await read(lists, '&locale=de')).edited), ['Milk']);
    assert.deepEqual(titlesOf((await read(lists, '&locale=de', 'bob')).edited), []);
    assert.deepEqual(titlesOf((await read(lists, '', 'bob')).edited), ['Milk']);
    const [one] = (await read({ articles: 'article.authors' }, `&property=${here}&locale=de`)).articles.data;
    assert.deepEqual([one.fields.title, one.fallbacks], ['Milk', { title: 'en' }]);
  });

  it('as soon as they are published, and no longer once they are taken down', async () => {
    const lists = { articles: { from: 'article.authors', where: { rank: 9 } } };
    const answer = () => ask('GET', path(lists), 200);
    const before = (await answer()).headers.etag;
    const late = await article('Late', { authors: [ada], rank: 9 });
    const shown = await answer();
    assert.deepEqual(titlesOf(shown.body.referrers.articles), ['Late']);
    assert.notEqual(shown.headers.etag, before);
    await act(late, 'unpublish');
    assert.deepEqual(titlesOf((await answer()).body.referrers.articles), []);
    await ask('DELETE', `/entries/${late}`, 200);
  });

  it('with drafts, if a token for previews asks', async () => {
    const token = (await ask('POST', '/preview-tokens', 201, {})).body.data.token;
    await change(milk, { authors: [bob] });
    const { articles } = await read(
      { articles: { from: 'article.authors', sort: 'slug,rank' } },
      `&preview=${token}`,
    );
    assert.deepEqual(titlesOf(articles), ['Draft', 'Tea', 'There']);
    assert.deepEqual(titlesOf((await read({ articles: 'article.authors' })).articles), [
      'There',
      'Milk',
      'Tea',
    ]);
  });
});

describe('who does not see a type gets no entries of it that refer to another', () => {
  const unknown = [['referrers.all.from', 'not_found']];

  it('as a key that is limited to other types', async () => {
    const contentTypes = { author: 'read' };
    const owner = await tenant.staff('owner');
    const made = await test.call('POST', '/v1/api-keys', {
      token: owner,
      body: { label: 'Authors', scopes: ['read:published'], contentTypes },
    });
    const get = (lists: object) =>
      test.call('GET', `/v1/content${path(lists)}`, { token: made.body.data.key });
    assert.deepEqual(problemsOf(await get({ all: 'article.authors' })), unknown);
    assert.deepEqual(problemsOf(await get({ all: 'nothing.authors' })), unknown);
    assert.equal((await get({ all: 'author.like' })).body.referrers.all.data[0].fields.name, 'Bob');
  });

  it('as a publishable key of other types; one that names it gets those of its site, to keep in caches', async () => {
    const keyOf = async (contentTypes: string[]) => {
      const made = await test.call('POST', '/v1/storefront-keys', {
        token: admin,
        body: { label: 'Site', propertyId: here, contentTypes, cacheSeconds: 60 },
      });
      return made.body.data.key as string;
    };
    const get = (key: string) =>
      test.call('GET', `/v1/storefront/content/author/ada?key=${key}&${asked({ all: 'article.authors' })}`);
    assert.deepEqual(problemsOf(await get(await keyOf(['author']))), unknown);
    const full = await keyOf(['author', 'article']);
    const answer = await get(full);
    assert.deepEqual(titlesOf(answer.body.referrers.all), ['Milk', 'Tea']);
    const lists = { all: { from: 'article.authors', limit: 1 } };
    const site = `/v1/storefront/content/author/ada?key=${full}&${asked(lists)}`;
    const { nextCursor } = (await test.call('GET', site)).body.referrers.all.pagination;
    const where = encodeURIComponent(JSON.stringify({ authors: ada }));
    const rest = `/v1/storefront/content/article?key=${full}&where=${where}&cursor=${nextCursor}`;
    assert.deepEqual(titlesOf((await test.call('GET', rest)).body), ['Tea']);
    const keys = String(answer.headers['surrogate-key']).split(' ');
    const published = await stage.events('content.entry.published');
    const { data } = published.find((event) => event.data.slug === 'tea')!;
    assert.ok(
      data.surrogateKeys.some((key: string) => keys.includes(key)),
      'a publication of an article names the page of its author',
    );
  });

  it('as another tenant, which has no such entry', async () => {
    const stranger = await openContent(test, { article: [{ name: 'authors', kind: 'reference' }] });
    await stranger.ask('GET', path({ articles: 'article.authors' }, '', ada), 404);
  });
});

describe('lists of what refers to an entry', () => {
  const refused = async (lists: object | string) =>
    problemsOf(
      await ask(
        'GET',
        typeof lists === 'string' ? `/published/author/ada?referrers=${lists}` : path(lists),
        422,
      ),
    );
  const of = (list: object) => refused({ a: { from: 'article.authors', ...list } });

  it('name the list and the part of it that is wrong', async () => {
    assert.deepEqual(await refused('article.authors'), [['referrers', 'wrong_format']]);
    assert.deepEqual(await refused([]), [['referrers', 'wrong_type']]);
    assert.deepEqual(await refused({ a: 5 }), [['referrers.a', 'wrong_type']]);
    assert.deepEqual(await refused({ 'a b': 'article.authors' }), [['referrers.a b', 'wrong_format']]);
    assert.deepEqual(await refused({ a: 'article' }), [['referrers.a.from', 'wrong_format']]);
    assert.deepEqual(await refused({ a: 'nothing.authors' }), [['referrers.a.from', 'not_found']]);
    assert.deepEqual(await refused({ a: 'nothing\0.authors' }), [['referrers.a.from', 'wrong_format']]);
    assert.deepEqual(await refused({ a: 'article.title' }), [['referrers.a.from', 'not_allowed']]);
    assert.deepEqual(await refused({ a: 'plain.name' }), [['referrers.a.from', 'not_allowed']]);
    assert.deepEqual(await of({ limit: 101 }), [['referrers.a.limit', 'out_of_range']]);
    assert.deepEqual(await of({ order: 'asc' }), [['referrers.a.order', 'not_allowed']]);
    assert.deepEqual(await of({ sort: 'nothing' }), [['referrers.a.sort', 'not_allowed']]);
    assert.deepEqual(await of({ where: { nothing: 1 } }), [['referrers.a.where.nothing', 'not_allowed']]);
    assert.deepEqual(await of({ where: '{}' }), [['referrers.a.where', 'wrong_type']]);
    assert.deepEqual(await of({ where: { title: '\0' } }), [
      ['referrers.a.where.title.eq', 'text_not_allowed'],
    ]);
    assert.deepEqual(await of({ expand: 'nothing' }), [['referrers.a.expand', 'not_allowed']]);
    assert.deepEqual(await of({ fields: 5 }), [['referrers.a.fields', 'wrong_type']]);
    const many = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, 'article.authors']));
    assert.deepEqual(await refused(many), [['referrers', 'too_many']]);
  });

  it('are refused if they are larger together than an answer may be', async () => {
    const cy = await live('author', { name: 'Cy' });
    const text = 'x'.repeat(90_000);
    const large = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
    for (let n = 0; n < 25; n++) await article(`Large${n}`, { authors: [cy], body: large });
    const list = { from: 'article.authors', limit: 25 };
    await ask('GET', path({ a: list, b: list }, '', 'cy'), 200);
    const answer = await ask('GET', path({ a: list, b: list, c: list, d: list }, '', 'cy'), 422);
    assert.equal(answer.body.error.code, 'answer_too_large');
  });
});
