/** An entry goes live and comes down in one locale, and readers of the others see what they saw. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  author: [{ name: 'name', kind: 'text', required: true, localised: true }],
  note: [{ name: 'text', kind: 'text' }],
});
const { ask, create, get, change, act } = stage;
await ask('PUT', '/locales', 200, {
  default: 'en',
  locales: [{ code: 'en' }, { code: 'de' }, { code: 'de-CH', fallback: 'de' }, { code: 'fr' }],
});
await stage.putType(
  'quote',
  [
    { name: 'words', kind: 'text', localised: true },
    { name: 'size', kind: 'number' },
  ],
  {
    block: true,
  },
);
await stage.putType('article', [
  { name: 'title', kind: 'text', required: true, localised: true },
  { name: 'slug', kind: 'slug', localised: true, from: 'title' },
  { name: 'rank', kind: 'number' },
  { name: 'author', kind: 'reference', types: ['author'] },
  { name: 'parts', kind: 'blocks', blocks: ['quote'] },
  {
    name: 'gallery',
    kind: 'list',
    of: {
      kind: 'group',
      fields: [
        { name: 'picture', kind: 'text' },
        { name: 'caption', kind: 'text', localised: true },
      ],
    },
  },
]);

const read = async (id: string, locale: string, query = '') => {
  const path = `/v1/content/published/article/${id}?locale=${locale}${query}`;
  const answer = await test.call('GET', path, { token: stage.tenant.key });
  return answer.status === 200 ? answer.body.data : answer.status;
};
const titleIn = async (id: string, locale: string) => {
  const found = await read(id, locale);
  return found.fields?.title ?? found;
};
const statuses = (entry: { locales: Record<string, { status: string }> }) =>
  Object.fromEntries(Object.entries(entry.locales).map(([code, { status }]) => [code, status]));
const listed = async (query: string) =>
  (await ask('GET', `/published/article?${query}&limit=100`, 200)).body.data.map(
    ({ id }: { id: string }) => id,
  );
const told = async (id: string) =>
  (await stage.events('content.entry.%published'))
    .filter(({ data }) => data.id === id)
    .map(({ type, data }) => [type.split('.')[2], data.locales]);
const inMs = (milliseconds: number) => new Date(test.now().getTime() + milliseconds).toISOString();

describe('an article in two languages', () => {
  it('goes live in English while the German one is still being written', async () => {
    const { id } = await create('article', { title: { en: 'Tea', de: 'Tee, unfert' } });
    const live = await act(id, 'publish', { locales: ['en'] });
    assert.deepEqual([live.status, live.warnings], ['published', []]);
    assert.deepEqual(statuses(live), { en: 'published', de: 'draft', 'de-CH': 'draft', fr: 'draft' });
    // German readers fall back to what is live, and never see the draft.
    assert.deepEqual([await titleIn(id, 'en'), await titleIn(id, 'de')], ['Tea', 'Tea']);
    await change(id, { title: { de: 'Tee' } });
    assert.equal((await get(id)).status, 'published');
    const both = await act(id, 'publish', { locales: ['de'] });
    assert.deepEqual(statuses(both), { en: 'published', de: 'published', 'de-CH': 'draft', fr: 'draft' });
    assert.deepEqual([await titleIn(id, 'en'), await titleIn(id, 'de-CH')], ['Tea', 'Tee']);
    assert.deepEqual(await told(id), [
      ['published', ['en']],
      ['published', ['de']],
    ]);
  });

  it('gets a German correction, and the unfinished English sentence stays a draft', async () => {
    const { id } = await create('article', { title: { en: 'Coffee', de: 'Kafee' } });
    const first = await act(id, 'publish');
    assert.deepEqual(statuses(first), {
      en: 'published',
      de: 'published',
      'de-CH': 'published',
      fr: 'published',
    });
    const changed = await change(id, { title: { en: 'Coffee is a', de: 'Kaffee' } });
    assert.deepEqual(statuses(changed), {
      en: 'changed',
      de: 'changed',
      'de-CH': 'published',
      fr: 'published',
    });
    const live = await act(id, 'publish', { locales: ['de'] });
    assert.equal(live.status, 'changed');
    assert.deepEqual(statuses(live), {
      en: 'changed',
      de: 'published',
      'de-CH': 'published',
      fr: 'published',
    });
    assert.deepEqual([await titleIn(id, 'en'), await titleIn(id, 'de')], ['Coffee', 'Kaffee']);
    assert.equal(live.locales.en.publishedAt, first.publishedAt);
    assert.equal(live.locales.de.publishedAt, live.publishedAt);
    assert.deepEqual((await get(id)).locales, live.locales);
    const whole = await act(id, 'publish');
    assert.equal(whole.status, 'published');
    assert.equal(await titleIn(id, 'en'), 'Coffee is a');
  });

  it('names the fields without a language that change for readers of the other one', async () => {
    const { id } = await create('article', { title: { en: 'Milk', de: 'Milch' }, rank: 1 });
    await act(id, 'publish', { locales: ['en', 'de'] });
    const changed = await change(id, { title: { de: 'Vollmilch' }, rank: 2 });
    assert.deepEqual(statuses(changed), { en: 'changed', de: 'changed', 'de-CH': 'draft', fr: 'draft' });
    const { warnings } = await act(id, 'publish', { locales: ['de'] });
    assert.deepEqual(warnings, [
      {
        path: 'fields.rank',
        code: 'shared',
        message: 'is common to all locales: it changes for readers of en too',
      },
    ]);
    assert.equal((await read(id, 'en')).fields.rank, 2);
  });

  it('keeps the live words of the other language inside of blocks and lists, whatever moves', async () => {
    const { id } = await create('article', {
      title: { en: 'Deep', de: 'Tief' },
      parts: [
        { id: 'a', type: 'quote', words: { en: 'one', de: 'eins' } },
        { id: 'b', type: 'quote', words: { en: 'two', de: 'zwei' }, size: 2 },
      ],
      gallery: [
        { picture: 'x', caption: { en: 'cat', de: 'Katze' } },
        { picture: 'y', caption: { en: 'dog', de: 'Hund' } },
      ],
    });
    await act(id, 'publish');
    await change(id, {
      parts: [
        { id: 'b', type: 'quote', words: { en: 'two, unfin', de: 'zwo' }, size: 3 },
        { id: 'c', type: 'quote', words: { en: 'three, unfin', de: 'drei' } },
        { id: 'a', type: 'quote', words: { en: 'one', de: 'eins' } },
      ],
      gallery: [
        { picture: 'z', caption: { en: 'bird, unfin', de: 'Vogel' } },
        { picture: 'y', caption: { en: 'dog, unfin', de: 'Hunde' } },
      ],
    });
    const { warnings } = await act(id, 'publish', { locales: ['de'] });
    assert.deepEqual(
      warnings.map(({ path }: { path: string }) => path),
      ['fields.parts', 'fields.gallery'],
    );
    const words = async (locale: string) =>
      (await read(id, locale)).fields.parts.map((part: { words?: string; size?: number }) => [
        part.words,
        part.size,
      ]);
    assert.deepEqual(await words('de'), [
      ['zwo', 3],
      ['drei', undefined],
      ['eins', undefined],
    ]);
    assert.deepEqual(await words('en'), [
      ['two', 3],
      [undefined, undefined],
      ['one', undefined],
    ]);
    const captions = async (locale: string) =>
      (await read(id, locale)).fields.gallery.map((one: { caption?: string }) => one.caption);
    assert.deepEqual(await captions('de'), ['Vogel', 'Hunde']);
    assert.deepEqual((await captions('en'))[1], 'dog');
    assert.ok(!JSON.stringify([await read(id, 'en'), await read(id, 'fr')]).includes('unfin'));
  });
});

describe('an article in German alone', () => {
  it('goes live without an English word, and is not there for readers of English', async () => {
    const { id } = await create('article', { title: { de: 'Nur hier' }, rank: 77 });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.title.en', 'required'],
    ]);
    assert.equal((await act(id, 'publish', { locales: ['de'] })).status, 'published');
    assert.deepEqual(await Promise.all(['de', 'de-CH', 'en', 'fr'].map((locale) => titleIn(id, locale))), [
      'Nur hier',
      'Nur hier',
      404,
      404,
    ]);
    assert.equal(await read('nur-hier', 'en'), 404);
    assert.deepEqual((await read('nur-hier', 'de')).slugs, { de: 'nur-hier' });
    for (const query of ['sort=title', 'sort=rank', 'sort=publishedAt', 'q=nur', `where={"rank":77}`]) {
      assert.ok((await listed(`locale=de-CH&${query}`)).includes(id), query);
      assert.ok(!(await listed(`locale=en&${query}`)).includes(id), query);
      assert.ok(!(await listed(query)).includes(id), query);
    }
  });

  it('leaves its address to an entry that readers of another language see', async () => {
    const german = await create('article', { title: { de: 'Tee' }, slug: { de: 'shared' } });
    await act(german.id, 'publish', { locales: ['de'] });
    assert.equal(await read('shared', 'fr'), 404);
    const other = await create('article', { title: { en: 'x', fr: 'y' }, slug: { en: 'z', fr: 'shared' } });
    await act(other.id, 'publish');
    const found = await Promise.all(['de', 'en', 'fr'].map((locale) => read('shared', locale)));
    assert.deepEqual(
      found.map(({ id }) => id),
      [german.id, other.id, other.id],
    );
  });

  it('needs a value for each locale that is live', async () => {
    const { id } = await create('article', { title: { de: 'Eins' } });
    assert.deepEqual(
      problemsOf(await ask('POST', `/entries/${id}/publish`, 422, { locales: ['de-CH', 'fr'] })),
      [
        ['fields.title.de-CH', 'required'],
        ['fields.title.fr', 'required'],
      ],
    );
    await act(id, 'publish', { locales: ['de', 'de-CH'] });
    await ask('POST', `/entries/${id}/publish`, 422, { locales: ['fr'] });
  });

  it('is left out where another entry refers to it, for readers of English', async () => {
    const author = await create('author', { name: { de: 'Ada' } });
    await act(author.id, 'publish', { locales: ['de'] });
    const { id } = await create('article', { title: { en: 'By', de: 'Von' }, author: author.id });
    await act(id, 'publish');
    assert.equal((await read(id, 'de', '&expand=author')).fields.author.fields.name, 'Ada');
    assert.equal((await read(id, 'en', '&expand=author')).fields.author, null);
  });
});

describe('taking down one language', () => {
  it('leaves the others live, and the last one takes the entry down', async () => {
    const { id } = await create('article', { title: { en: 'Salt', de: 'Salz', fr: 'Sel' } });
    await act(id, 'publish');
    const down = await act(id, 'unpublish', { locales: ['en', 'fr'] });
    assert.deepEqual(statuses(down), { en: 'draft', de: 'published', 'de-CH': 'published', fr: 'draft' });
    assert.deepEqual([await titleIn(id, 'en'), await titleIn(id, 'de')], [404, 'Salz']);
    await ask('POST', `/entries/${id}/unpublish`, 409, { locales: ['fr'] });
    const last = await act(id, 'unpublish', { locales: ['de', 'de-CH'] });
    assert.deepEqual([last.status, last.publishedVersion], ['draft', null]);
    assert.deepEqual(await told(id), [
      ['published', ['en', 'de', 'de-CH', 'fr']],
      ['unpublished', ['en', 'fr']],
      ['unpublished', ['de', 'de-CH']],
    ]);
    assert.equal(await titleIn(id, 'de'), 404);
  });

  it('is refused while another language needs its values', async () => {
    const { id } = await create('article', { title: { en: 'Oil' } });
    await act(id, 'publish');
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/unpublish`, 422, { locales: ['en'] })), [
      ['fields.title.de', 'required'],
      ['fields.title.de-CH', 'required'],
      ['fields.title.fr', 'required'],
    ]);
  });
});

it('a locale that is not one of the tenant, or a type without languages, gets 422', async () => {
  const { id } = await create('article', { title: { en: 'x' } });
  for (const action of ['publish', 'unpublish', 'schedule']) {
    const body = { locales: ['xx'], ...(action === 'schedule' && { at: inMs(1_000) }) };
    const status = action === 'unpublish' ? [422] : [422];
    const answer = await test.call('POST', `/v1/content/entries/${id}/${action}`, {
      token: stage.tenant.key,
      body,
    });
    assert.ok(status.includes(answer.status), answer.text);
    assert.deepEqual(problemsOf(answer), [['locales[0]', 'not_allowed']]);
  }
  const note = await create('note', { text: 'x' });
  assert.deepEqual(problemsOf(await ask('POST', `/entries/${note.id}/publish`, 422, { locales: ['en'] })), [
    ['locales', 'not_allowed'],
  ]);
});

it('a misspelt name in the request publishes nothing', async () => {
  const { id } = await create('article', { title: { en: 'x' } });
  assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422, { locale: ['de'] })), [
    ['locale', 'unknown_parameter'],
  ]);
  assert.equal((await get(id)).status, 'draft');
});

it('two languages that are published at once are both live', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await create('article', { title: { en: 'Both', de: 'Beide' } });
    await Promise.all(['en', 'de'].map((code) => act(id, 'publish', { locales: [code] })));
    assert.deepEqual([await titleIn(id, 'en'), await titleIn(id, 'de')], ['Both', 'Beide']);
    assert.equal((await told(id)).length, 2);
    await change(id, { title: { en: 'Both again', de: 'Wieder' } });
    await Promise.all([
      act(id, 'publish', { locales: ['de'] }),
      test.call('POST', `/v1/content/entries/${id}/unpublish`, {
        token: stage.tenant.key,
        body: { locales: ['en'] },
      }),
    ]);
    assert.deepEqual([await titleIn(id, 'en'), await titleIn(id, 'de')], [404, 'Wieder']);
  }
});

it('publishing what is live already writes nothing and has no event', async () => {
  const { id } = await create('article', { title: { en: 'Same', de: 'Gleich' } });
  await act(id, 'publish', { locales: ['de'] });
  await change(id, { title: { en: 'Other' } });
  const again = await act(id, 'publish', { locales: ['de'] });
  assert.equal((await told(id)).length, 1);
  assert.equal(again.status, 'published');
});

it('a draft that is put back as it was is published again, without an event', async () => {
  const { id } = await create('article', { title: { en: 'First', de: 'Erst' } });
  const { locales } = await act(id, 'publish', { locales: ['de'] });
  for (const de of ['Zweit', 'Erst']) await change(id, { title: { de } });
  assert.equal((await get(id)).status, 'changed');
  const again = await act(id, 'publish', { locales: ['de'] });
  assert.deepEqual([again.status, again.locales], ['published', locales]);
  assert.deepEqual((await get(id)).locales, locales);
  assert.equal((await told(id)).length, 1);
});

it('an entry that is restored from the bin is a draft in every language', async () => {
  const { id } = await create('article', { title: { en: 'Bin', de: 'Korb' } });
  await act(id, 'publish', { locales: ['de'] });
  await ask('DELETE', `/entries/${id}`, 200);
  const back = await act(id, 'restore');
  assert.deepEqual(new Set(Object.values(statuses(back))), new Set(['draft']));
  assert.deepEqual(statuses(await act(id, 'publish', { locales: ['en'] })), {
    ...{ en: 'published', de: 'draft', 'de-CH': 'draft', fr: 'draft' },
  });
});

describe('an entry that live pages require', async () => {
  await stage.putType('review', [
    { name: 'title', kind: 'text', required: true, localised: true },
    { name: 'by', kind: 'reference', types: ['author'], required: true },
  ]);
  const furnish = async () => {
    const author = await create('author', { name: { en: 'Mary', de: 'Maria' } });
    const review = await create('review', { title: { en: 'Good', de: 'Gut' }, by: author.id });
    return { author: author.id, review: review.id };
  };

  it('must be live in the languages in which they are', async () => {
    const { author, review } = await furnish();
    await act(author, 'publish', { locales: ['de'] });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${review}/publish`, 422)), [
      ['fields.by', 'not_live'],
    ]);
    assert.deepEqual((await act(review, 'publish', { locales: ['de'] })).warnings, []);
    await ask('POST', `/entries/${review}/publish`, 422, { locales: ['en'] });
    await act(author, 'publish', { locales: ['en'] });
    await act(review, 'publish', { locales: ['en'] });
  });

  it('is taken down in a language only if no page of that language requires it', async () => {
    const { author, review } = await furnish();
    await act(author, 'publish');
    await act(review, 'publish', { locales: ['de'] });
    await act(author, 'unpublish', { locales: ['en', 'fr'] });
    const { details } = (await ask('POST', `/entries/${author}/unpublish`, 409, { locales: ['de'] })).body
      .error;
    assert.deepEqual(
      details.requiredBy.map(({ id }: { id: string }) => id),
      [review],
    );
    await act(author, 'unpublish', { locales: ['de'], broken: 'allow' });
  });

  it('counts as live in the language in which it is due', async () => {
    const { author, review } = await furnish();
    await act(author, 'schedule', { at: inMs(1_000), locales: ['de'] });
    test.advance(2_000);
    await ask('POST', `/entries/${review}/publish`, 422, { locales: ['en'] });
    await act(review, 'publish', { locales: ['de'] });
  });
});
