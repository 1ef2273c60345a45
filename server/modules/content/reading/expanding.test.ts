/** A page in one read: links followed through groups and entries, with the fields of each level, media, slugs and fallbacks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  city: [{ name: 'name', kind: 'text', localised: true }],
  person: [
    { name: 'name', kind: 'text' },
    { name: 'email', kind: 'text' },
    { name: 'photo', kind: 'media' },
    { name: 'city', kind: 'reference', types: ['city'] },
    { name: 'friends', kind: 'list', of: { kind: 'reference' } },
  ],
  page: [
    { name: 'title', kind: 'text', localised: true },
    { name: 'slug', kind: 'slug', localised: true },
    { name: 'hero', kind: 'media' },
    { name: 'gallery', kind: 'list', of: { kind: 'media' } },
    {
      name: 'seo',
      kind: 'group',
      fields: [
        { name: 'text', kind: 'text' },
        { name: 'image', kind: 'media' },
      ],
    },
    {
      name: 'teasers',
      kind: 'list',
      of: {
        kind: 'group',
        fields: [
          { name: 'line', kind: 'text' },
          { name: 'who', kind: 'reference' },
        ],
      },
    },
  ],
});
const { ask, create, act, asset } = stage;
const locales = { default: 'en', locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }] };
await ask('PUT', '/locales', 200, locales);

const live = async (type: string, fields: object) => {
  const { id } = await create(type, fields);
  await act(id, 'publish', { broken: 'allow' });
  return id as string;
};
const read = async (path: string) => (await ask('GET', `/published/${path}`, 200)).body.data;
const refused = async (path: string) => problemsOf(await ask('GET', `/published/${path}`, 422));

const picture = await asset();
const secret = await asset('private');
const bath = await live('city', { name: { en: 'Bath', de: 'Bad' } });
const ada = await live('person', { name: 'Ada', email: 'ada@example.com', photo: picture, city: bath });
const draft = (await create('person', { name: 'Draft' })).id;
const eve = await live('person', { name: 'Eve', photo: secret, friends: [ada, draft] });
const home = await live('page', {
  title: { en: 'Home' },
  slug: { en: 'home', de: 'start' },
  hero: picture,
  gallery: [picture, secret],
  seo: { text: 'Words', image: picture },
  teasers: [
    { line: 'One', who: ada },
    { line: 'Two', who: eve },
    { line: 'Three', who: draft },
  ],
});

describe('a page in one read', () => {
  it('follows names through groups, lists and entries, each level in the reader’s locale', async () => {
    const { fields } = await read('page/home?locale=de&expand=teasers.who.city');
    const [one, two, three] = fields.teasers;
    assert.equal(one.who.fields.city.fields.name, 'Bad');
    assert.deepEqual([two.who.fields.name, two.who.fields.city], ['Eve', null]);
    // Visitors do not get a draft.
    assert.deepEqual(three, { line: 'Three', who: null });
    assert.equal(fields.hero, picture);
  });

  it('shows the fields that are wanted of each level, and follows the links that they are behind', async () => {
    const { fields } = await read('page/home?fields=title,seo.text,teasers.who.name,teasers.who.city.name');
    assert.deepEqual(Object.keys(fields), ['title', 'seo', 'teasers']);
    assert.deepEqual(fields.seo, { text: 'Words' });
    assert.deepEqual(Object.keys(fields.teasers[0]), ['who']);
    const { who } = fields.teasers[0];
    assert.deepEqual([who.type, Object.keys(who.fields)], ['person', ['name', 'city']]);
    assert.deepEqual(who.fields.city.fields, { name: 'Bath' });
  });

  it('puts public assets in place of their ids, with addresses and sizes', async () => {
    const { fields } = await read('page/home?expand=hero,gallery,seo.image,teasers.who.photo');
    const { hero, gallery, seo, teasers } = fields;
    assert.deepEqual([hero.id, hero.filename, hero.alt], [picture, 'note.txt', '']);
    assert.match(hero.url, new RegExp(`/media/[^/]+/${picture}/original\\?v=`));
    assert.deepEqual([hero.srcset, hero.derivatives], [{ webp: null, avif: null }, []]);
    assert.deepEqual(
      gallery.map(({ id }: { id: string }) => id),
      [picture],
    );
    assert.equal(seo.image.url, hero.url);
    assert.deepEqual(
      teasers.map(({ who }: { who: { fields: { photo: unknown } } | null }) => who?.fields.photo),
      [hero, null, undefined],
    );
  });

  it('names the slug of each locale, and the fields that are of another locale', async () => {
    const page = await read('page/start?locale=de');
    assert.deepEqual([page.slug, page.slugs], ['start', { en: 'home', de: 'start' }]);
    assert.deepEqual(page.fallbacks, { title: 'en' });
    assert.deepEqual((await read('page/home')).fallbacks, {});
    assert.deepEqual((await read('page/home?locale=de&fields=slug')).fallbacks, {});
  });

  it('is the same in a list and in a preview', async () => {
    const query = 'expand=teasers.who.city,hero';
    const page = await read(`page/home?${query}`);
    assert.deepEqual(await read(`page?${query}`), [page]);
    const { token } = (await ask('POST', `/entries/${home}/preview-token`, 201)).body.data;
    const preview = await test.call('GET', `/v1/content/preview/${token}?${query}`);
    assert.deepEqual(preview.body.data.fields, page.fields);
  });

  it('shows an entry under several names, each with its own links', async () => {
    const many = await live('person', { name: 'Many', friends: [ada, eve] });
    const { fields } = await read(`person/${many}?expand=friends.friends.city,friends.city`);
    assert.deepEqual(
      fields.friends.map((one: { fields: { name: string } }) => one.fields.name),
      ['Ada', 'Eve'],
    );
    assert.equal(fields.friends[1].fields.friends[0].fields.city.fields.name, 'Bath');
    assert.equal(fields.friends[0].fields.city.fields.name, 'Bath');
  });
});

describe('blocks on a page', () => {
  it('are followed by the names of their fields, whichever kinds have them', async () => {
    await stage.putType(
      'quote',
      [
        { name: 'words', kind: 'text', localised: true },
        { name: 'by', kind: 'reference', types: ['person'] },
      ],
      { block: true },
    );
    await stage.putType('banner', [{ name: 'image', kind: 'media' }], { block: true });
    await stage.putType('landing', [{ name: 'blocks', kind: 'blocks', blocks: ['quote', 'banner'] }]);
    const id = await live('landing', {
      blocks: [
        { type: 'quote', words: { en: 'Hello' }, by: ada },
        { type: 'banner', image: picture },
      ],
    });
    const page = await read(`landing/${id}?locale=de&expand=blocks.by.city,blocks.image`);
    const [quote, banner] = page.fields.blocks;
    assert.deepEqual([quote.type, quote.words, quote.by.fields.city.fields.name], ['quote', 'Hello', 'Bad']);
    assert.deepEqual([banner.type, banner.image.id, page.fallbacks], ['banner', picture, { blocks: 'en' }]);
    const chosen = await read(`landing/${id}?fields=blocks.words,blocks.by.name`);
    const { id: nth, by, ...words } = chosen.fields.blocks[0];
    assert.deepEqual([words, by.fields], [{ type: 'quote', words: 'Hello' }, { name: 'Ada' }]);
    assert.deepEqual(Object.keys(chosen.fields.blocks[1]), ['id', 'type']);
    assert.ok(nth);
    assert.deepEqual(await refused(`landing/${id}?expand=blocks.nobody`), [['expand', 'not_allowed']]);
  });
});

describe('a view is refused', () => {
  it('if a name is no field of the types that lead there', async () => {
    for (const [query, by] of [
      ['expand=teasers.nobody', 'expand'],
      ['expand=teasers.who.cities', 'expand'],
      ['expand=teasers.line', 'expand'],
      ['expand=teasers', 'expand'],
      ['expand=hero.url', 'expand'],
      ['fields=seo.texts', 'fields'],
      ['fields=teasers.who.city.title', 'fields'],
    ]) {
      assert.deepEqual(await refused(`page/home?${query}`), [[by, 'not_allowed']], query);
    }
  });

  it('beyond five entries', async () => {
    const friends = (steps: number) => Array.from({ length: steps }, () => 'friends').join('.');
    await read(`person/${eve}?expand=${friends(5)}`);
    assert.deepEqual(await refused(`person/${eve}?expand=${friends(6)}`), [['expand', 'not_allowed']]);
  });

  it('if entries that stand in many places would make the answer too large', async () => {
    await stage.putType('node', [
      { name: 'text', kind: 'text', maxLength: 5000 },
      { name: 'next', kind: 'list', of: { kind: 'reference' } },
    ]);
    const many = async (count: number, fields: object) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n++) ids.push(await live('node', fields));
      return ids;
    };
    // 20 × 20 × 20 places of one text of 2,000 characters: more than 8 MiB, from 60 entries.
    const leaves = await many(20, { text: 'x'.repeat(2000) });
    const lower = await many(20, { next: leaves });
    const middles = await many(20, { next: lower });
    const [top] = await many(1, { next: middles });
    await read(`node/${middles[0]}?expand=next.next`);
    const answer = await ask('GET', `/published/node/${top}?expand=next.next.next`, 422);
    assert.equal(answer.body.error.code, 'answer_too_large');
  });
});
