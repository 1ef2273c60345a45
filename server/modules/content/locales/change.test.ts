/** A change of the locales names the live entries that would lose something, and waits until the caller says what to do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const FIELDS = [
  { name: 'title', kind: 'text', required: true, localised: true },
  { name: 'slug', kind: 'slug', localised: true, from: 'title' },
  { name: 'rank', kind: 'number' },
];
const en = { code: 'en', fallback: null };
const de = { code: 'de', fallback: null };

async function furnish() {
  const stage = await openContent(test, { page: FIELDS });
  await stage.ask('PUT', '/locales', 200, { default: 'en', locales: [en, de] });
  const both = await stage.create('page', { title: { en: 'Tea', de: 'Tee' } });
  const english = await stage.create('page', { title: { en: 'Only English' }, rank: 1 });
  const draft = await stage.create('page', { title: { en: 'A draft' } });
  for (const { id } of [both, english]) await stage.act(id, 'publish');
  const token = await stage.tenant.staff('admin');
  const put = (body: object, query = '', as = token) =>
    test.call('PUT', `/v1/content/locales${query}`, { token: as, body });
  const read = async (id: string, query = '') =>
    (await stage.ask('GET', `/published/page/${id}${query}`, 200)).body.data.fields;
  return { stage, both, english, draft, put, read };
}

describe('a new default locale', () => {
  it('is refused with the entries that would go blank, also as a dry run', async () => {
    const { put, english, read } = await furnish();
    const wanted = { default: 'de', locales: [en, de] };
    for (const query of ['?dryRun=true', '']) {
      const answer = await put(wanted, query);
      assert.equal(answer.status, 409, answer.text);
      assert.deepEqual(answer.body.error.details.blank, [
        { type: 'page', count: 1, first: ['only-english'] },
      ]);
    }
    assert.equal((await read(english.id)).title, 'Only English');
  });

  it('copies the values of the former one if that is wanted, as a new revision, and tells sites once', async () => {
    const { put, english, both, draft, read, stage } = await furnish();
    const answer = await put({ default: 'de', locales: [en, de], blank: 'copy' });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.body.data.default, answer.body.data.blank[0].count], ['de', 1]);
    assert.deepEqual(await read(english.id), { title: 'Only English', slug: 'only-english', rank: 1 });
    assert.equal((await read(both.id)).title, 'Tee');
    assert.deepEqual((await stage.get(draft.id)).fields.title, { en: 'A draft', de: 'A draft' });
    assert.deepEqual([(await stage.get(english.id)).version, (await stage.get(both.id)).version], [2, 1]);
    const told = (await stage.events('content.entry.%')).filter(({ data }) => data.id === english.id);
    assert.deepEqual(
      told.map(({ type }) => type),
      ['content.entry.created', 'content.entry.published', 'content.entry.published'],
    );
    const list = await stage.ask('GET', '/published/page?sort=title&order=asc', 200);
    assert.deepEqual(
      list.body.data.map(({ slug }: { slug: string }) => slug),
      ['only-english', 'tee'],
    );
  });

  it('copies for every locale that would go blank, also if the new default has a fallback of its own', async () => {
    const { put, both, read } = await furnish();
    const fr = { code: 'fr', fallback: null };
    assert.equal((await put({ default: 'en', locales: [en, de, fr] })).status, 200);
    // Readers of fr see English now, and nothing if their default is a new one that only its own fallback serves.
    const nl = { code: 'nl', fallback: 'de' };
    const wanted = { default: 'nl', locales: [{ ...en }, de, fr, nl], blank: 'copy' };
    assert.equal((await put(wanted)).status, 200);
    assert.deepEqual(
      [(await read(both.id, '?locale=fr')).title, (await read(both.id, '?locale=nl')).title],
      ['Tea', 'Tee'],
    );
  });

  it('copies also if only a fallback changes', async () => {
    const { put, stage, read } = await furnish();
    const fr = { code: 'fr', fallback: 'de' };
    assert.equal((await put({ default: 'en', locales: [en, de, fr] })).status, 200);
    const { id } = await stage.create('page', { title: { en: 'Tea', de: 'Tee' } });
    await stage.act(id, 'publish');
    const optional = FIELDS.map((field) => ({ ...field, required: false }));
    await stage.putType('page', optional);
    await stage.change(id, { title: { en: null }, slug: { en: null } });
    await stage.act(id, 'publish');
    const wanted = { default: 'en', locales: [en, de, { code: 'fr', fallback: null }] };
    assert.equal((await put(wanted)).status, 409);
    assert.equal((await put({ ...wanted, blank: 'copy' })).status, 200);
    assert.equal((await read(id, '?locale=fr')).title, 'Tee');
  });

  it('leaves them blank if that is accepted', async () => {
    const { put, english, read } = await furnish();
    assert.equal((await put({ default: 'de', locales: [en, de], blank: 'allow' })).status, 200);
    assert.equal((await read(english.id)).title, null);
    assert.equal((await read(english.id, '?locale=en')).title, 'Only English');
  });
});

describe('a locale with values of live entries', () => {
  it('is removed only if that is accepted', async () => {
    const { put, both } = await furnish();
    const answer = await put({ default: 'en', locales: [en] });
    assert.equal(answer.status, 409);
    assert.deepEqual(answer.body.error.details.hidden, [
      { type: 'page', locale: 'de', count: 1, first: [both.slug] },
    ]);
    assert.equal((await put({ default: 'en', locales: [en], blank: 'allow' })).status, 200);
  });
});

it('an editor changes locales as long as no page loses anything', async () => {
  const { put, stage } = await furnish();
  const { key } = stage.tenant;
  assert.equal((await put({ default: 'de', locales: [en, de], blank: 'allow' }, '', key)).status, 403);
  const french = { code: 'fr', fallback: 'de' };
  assert.equal((await put({ default: 'en', locales: [en, de, french] }, '', key)).status, 200);
});
