import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  page: [
    { name: 'title', kind: 'text', required: true, localised: true },
    { name: 'slug', kind: 'slug', localised: true, from: 'title' },
    { name: 'rank', kind: 'number' },
  ],
});
const { ask, create, change, act } = stage;
const LOCALES = {
  default: 'en',
  locales: [
    { code: 'en', fallback: null },
    { code: 'de', fallback: null },
    { code: 'de-AT', fallback: 'de' },
  ],
};

describe('locales', () => {
  it('are English alone until a tenant sets others', async () => {
    const { body } = await ask('GET', '/locales', 200);
    assert.deepEqual(body.data, { default: 'en', locales: [{ code: 'en', fallback: null }] });
  });

  it('are replaced and checked as a whole', async () => {
    const answer = await ask('PUT', '/locales', 422, {
      default: 'fr',
      locales: [
        { code: 'en', fallback: 'de' },
        { code: 'de', fallback: 'en' },
        { code: 'de', fallback: 'it' },
      ],
    });
    assert.deepEqual(problemsOf(answer), [
      ['default', 'not_allowed'],
      ['locales[0].fallback', 'loop'],
      ['locales[1].fallback', 'loop'],
      ['locales[2].code', 'not_unique'],
      ['locales[2].fallback', 'not_allowed'],
    ]);
    await ask('PUT', '/locales', 200, LOCALES);
    assert.deepEqual((await ask('GET', '/locales', 200)).body.data, LOCALES);
  });
});

describe('a localised field', () => {
  it('has a value per locale; a change names only the locales it changes', async () => {
    const { id } = await create('page', { title: { en: 'Tea', de: 'Tee' } });
    const changed = await change(id, { title: { de: 'Der Tee' } });
    assert.deepEqual(changed.fields.title, { en: 'Tea', de: 'Der Tee' });
    assert.deepEqual((await change(id, { title: { de: null } })).fields.title, { en: 'Tea' });
    const told = (await stage.events('content.entry.updated')).map(({ data }) => data.changedLocales);
    assert.deepEqual(told, [['de'], ['de']]);
  });

  it('refuses an unknown locale and a bare value', async () => {
    const answer = await ask('POST', '/entries', 422, { type: 'page', fields: { title: { fr: 'Thé' } } });
    assert.deepEqual(problemsOf(answer), [['fields.title.fr', 'unknown_locale']]);
    const bare = await ask('POST', '/entries', 422, { type: 'page', fields: { title: 'Tea' } });
    assert.deepEqual(problemsOf(bare), [['fields.title', 'wrong_type']]);
  });

  it('refuses a locale that is called like a property of every object', async () => {
    const names = ['constructor', 'toString', '__proto__'];
    const title = names.map((name) => `"${name}":"Tea"`).join(',');
    const answer = await ask('POST', '/entries', 422, `{"type":"page","fields":{"title":{${title}}}}`, {
      'content-type': 'application/json',
    });
    assert.deepEqual(
      problemsOf(answer),
      names.map((name) => [`fields.title.${name}`, 'unknown_locale']),
    );
  });

  it('is required in the default locale', async () => {
    const { id } = await create('page', { title: { de: 'Nur deutsch' } });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.title.en', 'required'],
    ]);
  });

  it('is read in the locale asked for, else in its fallbacks, else in the default', async () => {
    const { id } = await create('page', { title: { en: 'Coffee', de: 'Kaffee' }, rank: 1 });
    await act(id, 'publish');
    const read = async (slug: string, query = '') =>
      (await ask('GET', `/published/page/${slug}${query}`, 200)).body.data;
    const english = await read('coffee');
    assert.deepEqual([english.locale, english.fields], ['en', { title: 'Coffee', slug: 'coffee', rank: 1 }]);
    const austrian = await read('kaffee', '?locale=de-AT');
    assert.deepEqual([austrian.locale, austrian.slug, austrian.fields.title], ['de-AT', 'kaffee', 'Kaffee']);
    const only = await create('page', { title: { en: 'Only English' } });
    await act(only.id, 'publish');
    assert.equal((await read('only-english', '?locale=de-AT')).fields.title, 'Only English');
    assert.deepEqual(problemsOf(await ask('GET', '/published/page/coffee?locale=fr', 422)), [
      ['locale', 'not_allowed'],
    ]);
  });

  it('has a slug per locale, each unique to one entry', async () => {
    await create('page', { title: { en: 'One' }, slug: { en: 'one', de: 'eins' } });
    await create('page', { title: { en: 'Other' }, slug: { en: 'eins' } });
    const answer = await ask('POST', '/entries', 409, { type: 'page', fields: { slug: { de: 'eins' } } });
    assert.deepEqual(problemsOf(answer), [['fields.slug.de', 'not_unique']]);
  });

  it('is found by a slug of the default locale rather than by the same slug of another', async () => {
    const english = await create('page', { title: { en: 'x' }, slug: { en: 'gift' } });
    const german = await create('page', {
      title: { en: 'y', de: 'Gift' },
      slug: { en: 'poison', de: 'gift' },
    });
    for (const { id } of [english, german]) await act(id, 'publish');
    const found = async (query: string) =>
      (await ask('GET', `/published/page/gift${query}`, 200)).body.data.id;
    assert.deepEqual([await found(''), await found('?locale=de')], [english.id, german.id]);
  });

  it('keeps the values of a removed locale, and shows them again when it is back', async () => {
    const { id } = await create('page', { title: { en: 'Milk', de: 'Milch' } });
    await act(id, 'publish');
    const token = await stage.tenant.staff('admin');
    const body = { default: 'en', locales: [{ code: 'en' }], blank: 'allow' };
    assert.equal((await test.call('PUT', '/v1/content/locales', { token, body })).status, 200);
    const saved = await change(id, { title: { en: 'Milk!', de: 'Milch' } });
    assert.deepEqual(saved.fields.title, { en: 'Milk!', de: 'Milch' });
    await act(id, 'publish');
    await ask('PUT', '/locales', 200, LOCALES);
    assert.equal((await ask('GET', `/published/page/milk?locale=de`, 200)).body.data.fields.title, 'Milch');
  });
});
