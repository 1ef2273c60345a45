/** Lists of a locale show each entry once, by the values that a reader of the locale sees. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { OPERATOR } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import { useApp } from '../../../testing.ts';
import { changeLocales } from '../locales/change.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  page: [
    { name: 'title', kind: 'text', required: true, localised: true },
    { name: 'slug', kind: 'slug', localised: true, from: 'title' },
    { name: 'lead', kind: 'text', localised: true },
    { name: 'body', kind: 'markdown', localised: true },
    { name: 'code', kind: 'text' },
  ],
});
const { ask, create, act } = stage;
const en = { code: 'en', fallback: null };
const [de, swiss] = [
  { code: 'de', fallback: null },
  { code: 'de-CH', fallback: 'de' },
];
await ask('PUT', '/locales', 200, { default: 'en', locales: [en, de, swiss] });

const PAGES = [
  {
    title: { en: 'Fox', de: 'Zorro' },
    lead: { en: 'swift' },
    body: { en: 'brown', de: 'braun' },
    code: 'K1',
  },
  { title: { en: 'Hare' }, lead: { en: 'quick' }, body: { en: 'grey' } },
  { title: { en: 'Badger', 'de-CH': 'Dachs' }, body: { de: 'gestreift' } },
  { title: { en: 'Owl', de: 'Eule', 'de-CH': 'Uhu' }, lead: { de: 'leise' } },
];
for (const fields of PAGES) await act((await create('page', fields)).id, 'publish');

type Shown = { fields: { title: string; lead: string | null } };
const listed = async (query: string, list = '/published/page'): Promise<Shown[]> =>
  (await ask('GET', `${list}?${query}`, 200)).body.data;
const titles = async (query: string) => (await listed(query)).map(({ fields }) => fields.title);
const where = (conditions: object) => `where=${encodeURIComponent(JSON.stringify(conditions))}`;

describe('a list of a locale', () => {
  it('is sorted by the values that its readers see, with every entry once', async () => {
    assert.deepEqual(await titles('sort=title&order=asc'), ['Badger', 'Fox', 'Hare', 'Owl']);
    assert.deepEqual(await titles('sort=title&order=asc&locale=de'), ['Badger', 'Eule', 'Hare', 'Zorro']);
    assert.deepEqual(await titles('sort=title&order=asc&locale=de-CH'), ['Dachs', 'Hare', 'Uhu', 'Zorro']);
  });

  it('begins with the entries that have no value for its readers', async () => {
    const leads = async (locale: string) =>
      (await listed(`sort=lead&order=asc&locale=${locale}`)).map(({ fields }) => fields.lead);
    assert.deepEqual(await leads('en'), [null, null, 'quick', 'swift']);
    assert.deepEqual(await leads('de-CH'), [null, 'leise', 'quick', 'swift']);
  });

  it('is filtered by the values that its readers see', async () => {
    assert.deepEqual(await titles(`${where({ title: 'hare' })}&locale=de-CH`), ['Hare']);
    assert.deepEqual(await titles(`${where({ title: 'fox' })}&locale=de`), []);
    assert.deepEqual(await titles(`${where({ title: { gte: 'u' } })}&locale=de&sort=title`), ['Zorro']);
    assert.deepEqual(await titles(`${where({ slug: 'hare' })}&locale=de`), ['Hare']);
    assert.deepEqual(await titles(`${where({ lead: 'quick' })}&locale=de-CH&sort=title`), ['Hare']);
  });

  it('is searched by the words that its readers see, in fields with and without a translation', async () => {
    assert.deepEqual([await titles('q=fox'), await titles('q=fox&locale=de')], [['Fox'], []]);
    assert.deepEqual(await titles('q=zorro%20swift&locale=de-CH'), ['Zorro']);
    assert.deepEqual([await titles('q=braun'), await titles('q=braun&locale=de')], [[], ['Zorro']]);
    assert.deepEqual([await titles('q=eule&locale=de'), await titles('q=eule&locale=de-CH')], [['Eule'], []]);
    assert.deepEqual(await titles('q=hare%20grey&locale=de-CH'), ['Hare']);
    assert.deepEqual(await titles('q=k1&locale=de-CH'), ['Zorro']);
  });

  it('of drafts finds words of every language, unless one is asked for', async () => {
    const found = async (query: string) => (await listed(`type=page&${query}`, '/entries')).length;
    assert.deepEqual([await found('q=uhu'), await found('q=fox'), await found('q=dachs%20gestr')], [1, 1, 1]);
    assert.deepEqual([await found('q=uhu&locale=de'), await found('q=eule&locale=de')], [0, 1]);
    assert.equal((await listed('q=uhu', '/entries')).length, 1);
  });
});

describe('a change of the locales', () => {
  it('lets readers of a new locale find every entry at once', async () => {
    const french = { code: 'fr', fallback: 'de-CH' };
    await ask('PUT', '/locales', 200, { default: 'en', locales: [en, de, swiss, french] });
    assert.deepEqual(await titles('sort=title&order=asc&locale=fr'), ['Dachs', 'Hare', 'Uhu', 'Zorro']);
    assert.deepEqual(await titles('q=uhu&locale=fr'), ['Uhu']);
  });

  it('of a fallback changes what its readers sort, filter and search by', async () => {
    const french = { code: 'fr', fallback: null };
    const body = { default: 'en', locales: [en, de, swiss, french], blank: 'allow' };
    const token = await stage.tenant.staff('admin');
    const { status, text } = await test.call('PUT', '/v1/content/locales', { token, body });
    assert.equal(status, 200, text);
    assert.deepEqual(await titles('sort=title&order=asc&locale=fr'), ['Badger', 'Fox', 'Hare', 'Owl']);
    assert.deepEqual([await titles('q=owl&locale=fr'), await titles('q=uhu&locale=fr')], [['Owl'], []]);
  });

  it('is followed by the entries of a type that gets a localised field', async () => {
    const { fields } = (await ask('GET', '/types/page', 200)).body.data;
    await stage.putType('page', [...fields, { name: 'place', kind: 'text', localised: true }]);
    assert.equal((await titles('sort=place&locale=de-CH')).length, PAGES.length);
  });

  it('is known to entries whose saving waited for it', async () => {
    const drafted = await create('page', { title: { en: 'Drafted' } });
    const wish = { default: 'en', locales: [en, de, swiss, { code: 'fr', fallback: 'de' }] };
    const actor = { ...OPERATOR, role: 'admin', tenant: { id: stage.tenant.id } } as unknown as Actor;
    const { waiting } = await test.db.inTenant(stage.tenant.id, async (tx) => {
      await changeLocales(tx, actor, test.now(), wish, false);
      const waiting = [create('page', { title: { en: 'Created' } }), act(drafted.id, 'publish')];
      await sleep(200);
      return { waiting };
    });
    const [created] = await Promise.all(waiting);
    await act(created.id, 'publish');
    const all = await titles('locale=fr&limit=100');
    assert.deepEqual((await titles('locale=fr&sort=title&limit=100')).sort(), all.sort());
  });
});
