/** The search of sites: finds what is live for a reader, best first, from the moment that it is live. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';
import { excerptOf } from './excerpt.ts';
import { oneSlipAway } from './typos.ts';

const test = await useApp();
const text = { kind: 'text' } as const;
const ARTICLE = [
  { name: 'title', ...text },
  { name: 'slug', kind: 'slug', from: 'title' },
  { name: 'body', kind: 'markdown' },
];

type Hit = { id: string; title: string; excerpt: { text: string; match: boolean }[] } & Record<
  string,
  unknown
>;

async function open(types: Record<string, object[]> = { article: ARTICLE }) {
  const stage = await openContent(test, types);
  const ask = async (query: string, expected = 200) => stage.ask('GET', `/search?${query}`, expected);
  const find = async (q: string, more = ''): Promise<Hit[]> =>
    (await ask(`q=${encodeURIComponent(q)}${more && `&${more}`}`)).body.data;
  const titles = async (q: string, more = '') => (await find(q, more)).map(({ title }) => title);
  const live = async (type: string, fields: object, more?: object) => {
    const { id } = await stage.create(type, fields, more);
    await stage.act(id, 'publish', { broken: 'allow' });
    return id as string;
  };
  return { ...stage, search: ask, find, titles, live };
}

describe('an entry is found', () => {
  it('from the moment that it is live until it is taken down, deleted, and never by its draft', async () => {
    const { create, act, change, ask, titles } = await open({ note: [{ name: 'title', ...text }] });
    const { id } = await create('note', { title: 'Harbour lights' });
    assert.deepEqual(await titles('harbour'), []);
    await act(id, 'publish');
    assert.deepEqual(await titles('harbour'), ['Harbour lights']);
    await change(id, { title: 'Mountain air' });
    assert.deepEqual([await titles('harbour'), await titles('mountain')], [['Harbour lights'], []]);
    await act(id, 'publish');
    assert.deepEqual([await titles('harbour'), await titles('mountain')], [[], ['Mountain air']]);
    await act(id, 'unpublish');
    assert.deepEqual(await titles('mountain'), []);
    await act(id, 'publish');
    await ask('DELETE', `/entries/${id}`, 200);
    assert.deepEqual(await titles('mountain'), []);
    await act(id, 'restore');
    assert.deepEqual(await titles('mountain'), []);
  });

  it('by words of groups, lists, blocks and rich text, also if a part of a word is bold', async () => {
    const stage = await open({});
    await stage.putType('quote', [{ name: 'words', ...text }], { block: true });
    await stage.putType('page', [
      { name: 'title', ...text },
      { name: 'about', kind: 'group', fields: [{ name: 'place', ...text }] },
      { name: 'tags', kind: 'list', of: text },
      { name: 'parts', kind: 'blocks', blocks: ['quote'] },
      { name: 'body', kind: 'richtext' },
    ]);
    const nodes = [
      { type: 'text', text: 'Light' },
      { type: 'text', text: 'house', marks: [{ type: 'bold' }] },
    ];
    await stage.live('page', {
      title: 'Page',
      about: { place: 'Lisbon' },
      tags: ['seaside'],
      parts: [{ type: 'quote', words: 'Saudade' }],
      body: { type: 'doc', content: [{ type: 'paragraph', content: nodes }] },
    });
    for (const word of ['lisbon', 'seaside', 'saudade', 'lighthouse'])
      assert.deepEqual(await stage.titles(word), ['Page'], word);
  });

  it('by the words of its title after the type makes another field the title', async () => {
    const fields = [
      { name: 'one', ...text },
      { name: 'two', ...text },
    ];
    const stage = await open({ item: fields });
    await stage.live('item', { one: 'amber', two: 'birch' });
    await stage.live('item', { one: 'birch', two: 'cedar' });
    assert.deepEqual(await stage.titles('birch'), ['birch', 'amber']);
    await stage.putType('item', fields.toReversed());
    assert.deepEqual(await stage.titles('birch'), ['birch', 'cedar']);
  });

  it('in a tree by a path through the pages above it, in each language', async () => {
    const stage = await open({});
    await stage.ask('PUT', '/locales', 200, {
      default: 'en',
      locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }],
    });
    const page = [
      { name: 'title', ...text, localised: true },
      { name: 'slug', kind: 'slug', from: 'title', localised: true },
    ];
    const addresses = { en: '/{path}', '*': '/{locale}/{path}' };
    await stage.putType('page', page, { order: 'tree', addresses });
    const about = await stage.live('page', { title: { en: 'About', de: 'Firma' } });
    await stage.live('page', { title: { en: 'Harbour' } }, { parentId: about });
    const pathIn = async (locale: string) => (await stage.find('harbour', `locale=${locale}`))[0]!.path;
    assert.deepEqual([await pathIn('en'), await pathIn('de')], ['/about/harbour', '/de/firma/harbour']);
    await stage.act(about, 'unpublish', { broken: 'allow' });
    assert.equal(await pathIn('en'), null);
  });
});

describe('readers of a locale', () => {
  it('find what is live for them, by the text that they see, with the locale of that text', async () => {
    const stage = await open({});
    await stage.ask('PUT', '/locales', 200, {
      default: 'en',
      locales: [{ code: 'en' }, { code: 'de' }, { code: 'de-CH', fallback: 'de' }],
    });
    const localised = [
      { name: 'title', ...text, localised: true },
      { name: 'slug', kind: 'slug', localised: true },
    ];
    await stage.putType('article', localised, { addresses: { '*': '/{locale}/{slug}' } });
    const { id } = await stage.create('article', {
      title: { de: 'Leuchtturm', en: 'Lighthouse' },
      slug: { de: 'turm', en: 'house' },
    });
    await stage.act(id, 'publish', { locales: ['de'] });
    assert.deepEqual(await stage.titles('leuchtturm', 'locale=de'), ['Leuchtturm']);
    const [hit] = await stage.find('leuchtturm', 'locale=de-CH');
    assert.deepEqual(
      [hit!.title, hit!.locale, hit!.slug, hit!.path],
      ['Leuchtturm', 'de', 'turm', '/de-CH/turm'],
    );
    assert.deepEqual(await stage.titles('leuchtturm'), []);
    assert.deepEqual(await stage.titles('lighthouse'), []);
    assert.deepEqual(await stage.titles('lighthouse', 'locale=de'), []);
    await stage.act(id, 'publish');
    assert.deepEqual(await stage.titles('lighthouse'), ['Lighthouse']);
    assert.deepEqual(await stage.titles('lighthouse', 'locale=de'), []);
    const wrong = await stage.search('q=tea&locale=fr', 422);
    assert.deepEqual(problemsOf(wrong), [['locale', 'not_allowed']]);
  });

  it('find texts of a fallback', async () => {
    const stage = await open({});
    await stage.ask('PUT', '/locales', 200, {
      default: 'en',
      locales: [{ code: 'en' }, { code: 'fr' }],
    });
    await stage.putType('article', [{ name: 'title', ...text, localised: true }]);
    await stage.live('article', { title: { en: 'Bread' } });
    await stage.live('article', { title: { en: 'Bread roll', fr: 'Petit pain' } });
    assert.deepEqual(await stage.titles('bread', 'locale=fr'), ['Bread']);
    assert.deepEqual((await stage.find('bread', 'locale=fr'))[0]!.locale, 'en');
    assert.deepEqual(await stage.titles('pain', 'locale=fr'), ['Petit pain']);
  });
});

describe('the order', () => {
  it('is all words before some, whole words before beginnings before misspellings, titles before texts, newer before older', async () => {
    const { live, titles } = await open();
    for (const [title, body] of [
      ['Misspelt', 'grene tea'],
      ['Beginning', 'greenish teapot'],
      ['Some', 'tea'],
      ['Text', 'green tea'],
      ['Newer text', 'green tea'],
      ['Green tea', 'in a title'],
    ])
      await live('article', { title, body });
    assert.deepEqual(await titles('green tea'), [
      'Green tea',
      'Newer text',
      'Text',
      'Beginning',
      'Misspelt',
      'Some',
    ]);
  });

  it('is the same over pages, each entry once', async () => {
    const { live, search } = await open();
    for (let n = 0; n < 23; n++)
      await live('article', { title: n % 3 ? `Tea ${n}` : `Item ${n}`, body: 'tea' });
    const whole = (await search('q=tea&limit=50')).body.data.map(({ id }: Hit) => id);
    assert.equal(whole.length, 23);
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await search(`q=tea&limit=5${cursor && `&cursor=${cursor}`}`);
      paged.push(...body.data.map(({ id }: Hit) => id));
      assert.equal('facets' in body, cursor === '');
      if (!body.pagination.hasMore) break;
      cursor = body.pagination.nextCursor;
    }
    assert.deepEqual(paged, whole);
    await search('q=tea&cursor=abc', 400);
  });
});

describe('words match', () => {
  const CASES: [what: string, text: string, q: string][] = [
    ['accents', 'Crème brûlée', 'creme brulee'],
    ['German', 'Große Straße', 'strasse'],
    ['German, the other way', 'Strasse', 'Straße'],
    ['Turkish with a dot', 'İstanbul', 'istanbul'],
    ['Turkish without', 'Işık', 'isik'],
    ['Arabic without marks', 'العَرَبِيَّة', 'العربية'],
    ['Arabic without its article', 'الخوارزمي', 'خوارزمي'],
    ['Arabic hamza', 'أحمد', 'احمد'],
    ['Greek', 'Ὀδυσσεύς', 'οδυσσευσ'],
    ['Chinese inside of a sentence', '我们在北京的茶馆喝茶', '茶馆'],
    ['one Chinese letter at the end', '我们在北京的茶馆喝茶', '茶'],
    ['Japanese', '東京タワーへ行きます', 'タワー'],
    ['Korean', '한국의 차', '한국'],
    ['half-width letters', 'ｔｅａ', 'tea'],
    ['an apostrophe', 'O’Brien', "o'brien"],
    ['a letter left out', 'lighthouse', 'lighthuse'],
    ['a letter too many', 'lighthouse', 'lightthouse'],
    ['another letter', 'lighthouse', 'lighthousa'],
    ['letters exchanged', 'tower', 'towre'],
    ['a slip in Arabic', 'مكتبة', 'مكتبث'],
    ['a slip in Cyrillic', 'Москва', 'Моксва'],
  ];
  for (const [what, written, q] of CASES)
    it(`${what}: ${q} finds ${written}`, async () => {
      const { live, find } = await open();
      await live('article', { title: 'Other', body: 'something else' });
      await live('article', { title: 'Found', body: `Zzz ${written} zzz` });
      const [hit, ...rest] = await find(q);
      assert.deepEqual([hit?.title, rest.length], ['Found', 0]);
      assert.ok(
        hit!.excerpt.some(({ match }) => match),
        JSON.stringify(hit!.excerpt),
      );
    });

  it('one slip is forgiven, two are not, nor one in a word of three letters', async () => {
    const { live, titles } = await open();
    await live('article', { title: 'Lighthouse tea' });
    assert.deepEqual(await titles('lightohues'), []);
    assert.deepEqual(await titles('tae'), []);
  });
});

describe('a hit', () => {
  it('has the text around the matches in pieces of plain text, without markup', async () => {
    const { live, find } = await open();
    const body = `${'Once. '.repeat(60)}# A [lighthouse](https://example.com/x) & <b>light</b> _again_. ${'End. '.repeat(80)}`;
    await live('article', { title: 'Story', body });
    const [hit] = await find('lighthouse');
    const marked = hit!.excerpt.filter(({ match }) => match).map((piece) => piece.text);
    assert.deepEqual(marked, ['lighthouse']);
    const whole = hit!.excerpt.map((piece) => piece.text).join('');
    assert.ok(whole.length <= 210 && whole.startsWith('…') && whole.endsWith('…'), whole);
    assert.match(whole, /lighthouse & light again\. End/);
  });

  it('found by its title shows the beginning of its text', async () => {
    const { live, find } = await open();
    await live('article', { title: 'Story', body: 'Once upon a time' });
    assert.deepEqual((await find('story'))[0]!.excerpt, [{ text: 'Once upon a time', match: false }]);
  });
});

describe('a text without spaces', () => {
  it('of the longest kind, all of it matches, costs an excerpt a few milliseconds', () => {
    const sought = [{ word: '一一', same: [], meant: [] }];
    const before = process.cpuUsage();
    for (let times = 0; times < 20; times++) excerptOf(['一'.repeat(60_000)], sought);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 20 * 50_000, `${(user + system) / 20_000} ms each`);
  });
});

describe('a word one slip away', () => {
  it('is of the script of most letters, so that no word has many thousands', () => {
    const mixed = oneSlipAway('abcdefghijаβبא');
    assert.ok(mixed.length > 0 && mixed.length < 900, String(mixed.length));
    assert.ok(mixed.every((word) => !/[γд]/.test(word)));
  });

  it('is tried for some words of a search with very many unknown ones', async () => {
    const { live, titles } = await open();
    await live('article', { title: 'Lighthouse' });
    const words = Array.from({ length: 9 }, (_, n) => `qwertyuiopasdfgh${'xyzvwqkjj'[n]}`);
    assert.deepEqual(await titles(`ligthouse ${words.slice(0, 2).join(' ')}`), ['Lighthouse']);
    assert.deepEqual(await titles(['lighthouse', ...words].join(' ')), ['Lighthouse']);
  });
});

describe('types', () => {
  it('are counted as facets, and narrow the search', async () => {
    const stage = await open({ article: ARTICLE, search: ARTICLE });
    await stage.live('article', { title: 'Tea one' });
    await stage.live('article', { title: 'Tea two' });
    await stage.live('search', { title: 'Tea three' });
    const { body } = await stage.search('q=tea');
    assert.deepEqual(body.total, { count: 3, isExact: true });
    assert.deepEqual(body.facets.type, {
      values: [
        { value: 'article', count: 2 },
        { value: 'search', count: 1 },
      ],
      isMore: false,
      isExact: true,
    });
    assert.deepEqual(await stage.titles('tea', 'type=search'), ['Tea three']);
    assert.equal((await stage.titles('tea', 'type=search&type=article')).length, 3);
    assert.deepEqual(problemsOf(await stage.search('q=tea&type=none', 422)), [['type', 'not_found']]);
    assert.equal((await stage.ask('GET', '/published/search', 200)).body.data.length, 1);
  });
});

describe('a query', () => {
  it('of any characters gets an answer, and one that is absent or too long a 422', async () => {
    const { live, find, search } = await open();
    await live('article', { title: '100% pure_tea', body: 'back\\slash' });
    for (const q of ['%', '_', '\\', '...', '""', "'; drop table", '😀', '%%%%', '*', '!'])
      assert.deepEqual(await find(q), [], q);
    assert.equal((await find('100%')).length, 1);
    assert.equal((await find('slash')).length, 1);
    await find(
      Array.from({ length: 60 }, (_, n) => `w${n}`)
        .join(' ')
        .slice(0, 200),
    );
    await find('茶'.repeat(200));
    for (const query of ['', 'q=', `q=${'x'.repeat(201)}`]) await search(query, 422);
    await search('q=%00', 422);
    await search('q=tea&unknown=1', 422);
    await search('q=tea&limit=101', 422);
  });

  it('with a token for previews finds drafts', async () => {
    const { create, ask, titles } = await open();
    await create('article', { title: 'Draft of tea' });
    assert.deepEqual(await titles('tea'), []);
    const { token } = (await ask('POST', '/preview-tokens', 201, {})).body.data;
    assert.deepEqual(await titles('tea', `preview=${encodeURIComponent(token)}`), ['Draft of tea']);
  });
});
