/** Entries that are live in some locales, when their times come, and when the locales or the type change. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const [en, de, fr] = ['en', 'de', 'fr'].map((code) => ({ code, fallback: null }));
const title = { name: 'title', kind: 'text', required: true, localised: true };
const slug = { name: 'slug', kind: 'slug', localised: true, from: 'title' };

async function furnish() {
  const stage = await openContent(test, { page: [title, slug, { name: 'rank', kind: 'number' }] });
  await stage.ask('PUT', '/locales', 200, { default: 'en', locales: [en, de, fr] });
  const admin = await stage.tenant.staff('admin');
  const settle = (body: object) => test.call('PUT', '/v1/content/locales', { token: admin, body });
  const read = async (id: string, locale: string, field = 'title') => {
    const path = `/v1/content/published/page/${id}?locale=${locale}`;
    const answer = await test.call('GET', path, { token: stage.tenant.key });
    return answer.status === 200 ? answer.body.data.fields[field] : answer.status;
  };
  const live = async (fields: object, ...locales: string[]) => {
    const { id } = await stage.create('page', fields);
    await stage.act(id, 'publish', { locales });
    return id as string;
  };
  return { ...stage, settle, read, live };
}

const HOUR = 3_600_000;
const inMs = (milliseconds: number) => new Date(test.now().getTime() + milliseconds).toISOString();

describe('a time of one locale', () => {
  const startWork = (t: TestContext) => {
    const work = test.startWork();
    t.after(() => work.stop());
  };

  it('is acted on once, beside that of the whole entry', async (t) => {
    const { create, act, get, read, events } = await furnish();
    const { id } = await create('page', { title: { en: 'Tea', de: 'Tee' } });
    const [at, unpublishAt, whole] = [inMs(HOUR), inMs(3 * HOUR), inMs(2 * HOUR)];
    const set = await act(id, 'schedule', { at, unpublishAt, locales: ['de'] });
    assert.deepEqual(set.locales.de, { status: 'draft', publishAt: at, unpublishAt });
    assert.deepEqual(set.schedule, { publishAt: null, unpublishAt: null, failure: null });
    await act(id, 'schedule', { at: whole });
    assert.deepEqual(
      (await events('content.entry.scheduled')).map(({ data }) => [
        data.locales,
        data.publishAt,
        data.unpublishAt,
      ]),
      [
        [['de'], at, unpublishAt],
        [['en', 'de', 'fr'], whole, null],
      ],
    );
    startWork(t);
    test.advance(HOUR);
    await eventually('German is live', async () => (await read(id, 'de')) === 'Tee');
    assert.equal(await read(id, 'en'), 404);
    test.advance(HOUR);
    await eventually('all is live', async () => (await read(id, 'en')) === 'Tea');
    assert.equal((await get(id)).locales.de.unpublishAt, unpublishAt);
    test.advance(HOUR);
    await eventually('German is down', async () => (await read(id, 'de')) === 'Tea');
    const told = await events('content.entry.%published');
    assert.deepEqual(
      told.map(({ type, data }) => [type.split('.')[2], data.locales, data.scheduled]),
      [
        ['published', ['de'], true],
        ['published', ['en', 'de', 'fr'], true],
        ['unpublished', ['de'], true],
      ],
    );
    const after = await get(id);
    assert.deepEqual(Object.keys(after.locales.de), ['status']);
  });

  it('that fails shows its reason at the locale', async (t) => {
    const { create, act, change, get } = await furnish();
    const { id } = await create('page', { title: { de: 'Weg' } });
    await act(id, 'schedule', { at: inMs(200), locales: ['de'] });
    await change(id, { title: { de: null }, slug: { de: null } });
    startWork(t);
    test.advance(300);
    await eventually('it failed', async () => (await get(id)).locales.de.failure !== undefined);
    const { schedule, locales } = await get(id);
    assert.equal(schedule.failure, null);
    assert.deepEqual(locales.de.failure.problems, [
      { path: 'fields.title.de', code: 'required', message: 'is required' },
    ]);
  });

  it('that makes no sense is refused, and one that has become needless ends', async () => {
    const { create, act, ask, get } = await furnish();
    const { id } = await create('page', { title: { de: 'Plan', en: 'Plan' } });
    const refused = (status: number, body: object) => ask('POST', `/entries/${id}/schedule`, status, body);
    await refused(409, { unpublishAt: inMs(HOUR), locales: ['de'] });
    assert.deepEqual(problemsOf(await refused(422, { at: inMs(HOUR), locales: ['fr'] })), [
      ['fields.title.fr', 'required'],
    ]);
    await act(id, 'schedule', { at: inMs(HOUR), unpublishAt: inMs(2 * HOUR), locales: ['de', 'en'] });
    assert.deepEqual(problemsOf(await refused(422, { at: inMs(3 * HOUR), locales: ['de'] })), [
      ['at', 'not_allowed'],
    ]);
    await act(id, 'publish', { locales: ['de'] });
    const { locales } = await get(id);
    assert.deepEqual([locales.de.publishAt, locales.en.publishAt !== undefined], [undefined, true]);
    await refused(409, { at: inMs(HOUR), locales: ['de'] });
    await act(id, 'publish');
    assert.equal((await get(id)).locales.en.publishAt, undefined);
    const cleared = (await ask('DELETE', `/entries/${id}/schedule`, 200)).body.data;
    assert.equal(cleared.locales.de.unpublishAt, undefined);
  });
});

describe('a change of the locales', () => {
  it('leaves an entry that is live in some as it is; one that is live in all is so in a new one', async () => {
    const { settle, live, create, act, get } = await furnish();
    const some = await live({ title: { de: 'Da' } }, 'de');
    const all = await create('page', { title: { en: 'All' } });
    await act(all.id, 'publish');
    assert.equal((await settle({ default: 'en', locales: [en, de, fr, { code: 'nl' }] })).status, 200);
    assert.equal((await get(some)).locales.nl.status, 'draft');
    assert.equal((await get(all.id)).locales.nl.status, 'published');
  });

  it('names the entries that readers of a locale would lose, and copies them if that is wanted', async () => {
    const { settle, live, read, get, act } = await furnish();
    const id = await live({ title: { en: 'Only English', de: 'Entwurf' } }, 'en');
    assert.equal(await read(id, 'de'), 'Only English');
    const wanted = { default: 'de', locales: [en, de] };
    const refused = await settle(wanted);
    assert.equal(refused.status, 409, refused.text);
    assert.deepEqual(refused.body.error.details.blank, [{ type: 'page', count: 1, first: ['only-english'] }]);
    assert.equal((await settle({ ...wanted, blank: 'copy' })).status, 200);
    assert.deepEqual([await read(id, 'de'), await read(id, 'en')], ['Only English', 'Only English']);
    // Readers of German got the copy; the German draft is ahead of it, and can go live.
    const after = await get(id);
    assert.deepEqual([after.status, after.locales.de.status], ['changed', 'changed']);
    await act(id, 'publish', { locales: ['de'] });
    assert.equal(await read(id, 'de'), 'Entwurf');
  });

  it('that removes a locale leaves no entry live without readers, and demands nothing of it', async () => {
    const { settle, live, read, get, act, change, putType } = await furnish();
    const fields = { title: { en: 'Tea', de: 'Tee' }, rank: 1 };
    const [id, german] = [await live(fields, 'en', 'de'), await live({ title: { de: 'Nur' } }, 'de')];
    const other = await live({ title: { fr: 'Thé', de: 'Tee' } }, 'fr', 'de');
    assert.equal((await settle({ default: 'en', locales: [en, fr], blank: 'allow' })).status, 200);
    const parts = { kind: 'group', fields: [{ ...title, name: 'caption' }] };
    const gallery = { name: 'gallery', kind: 'list', of: parts };
    await putType('page', [title, slug, { name: 'rank', kind: 'number' }, gallery]);
    await change(other, { gallery: [{ caption: { fr: 'Tasse' } }] });
    await act(other, 'publish', { locales: ['fr'] });
    const down = await act(id, 'unpublish', { locales: ['en'] });
    assert.deepEqual([down.status, down.publishedVersion], ['draft', null]);
    assert.equal((await act(german, 'unpublish')).status, 'draft');
    assert.equal((await settle({ default: 'en', locales: [en, de, fr] })).status, 200);
    assert.deepEqual(
      [await read(id, 'de'), await read(german, 'de'), (await get(id)).status],
      [404, 404, 'draft'],
    );
  });
});

it('a program from before that takes an entry down and publishes it leaves it live in all locales', async () => {
  const { tenant, live, act, change, read, putType } = await furnish();
  const republished = async () => {
    const id = await live({ title: { en: 'Tea', de: 'Tee' } }, 'en');
    await test.db.inTenant(tenant.id, async (tx) => {
      await tx.query(
        `update content_published set live_locales = null,
        fields = (select fields from content_entries where id = entry_id) where entry_id = $1`,
        [id],
      );
    });
    return id;
  };
  const [saved, converted] = [await republished(), await republished()];
  await change(saved, { title: { de: 'Grüntee' } });
  const { status, locales } = await act(saved, 'publish', { locales: ['de'] });
  assert.deepEqual([status, locales.en.status, locales.fr.status], ['published', 'published', 'published']);
  assert.deepEqual([await read(saved, 'de'), await read(saved, 'fr')], ['Grüntee', 'Tea']);
  const teaser = { name: 'teaser', kind: 'text', required: true, localised: true };
  await putType('page', [title, slug, teaser], { migrate: { default: { teaser: 'New' }, drop: ['rank'] } });
  assert.equal(await read(converted, 'fr', 'teaser'), 'New');
  assert.deepEqual((await act(converted, 'publish')).status, 'published');
});

describe('a change of the type', () => {
  it('fills a new required field in the locales that are live', async () => {
    const { live, read, putType, get } = await furnish();
    const id = await live({ title: { de: 'Nur', en: 'Draft' } }, 'de');
    const teaser = { name: 'teaser', kind: 'text', required: true, localised: true };
    await putType('page', [title, slug, teaser], { migrate: { default: { teaser: 'New' }, drop: ['rank'] } });
    assert.equal(await read(id, 'de', 'teaser'), 'New');
    assert.deepEqual((await get(id)).fields.teaser, { en: 'New', de: 'New' });
    assert.equal(await read(id, 'en'), 404);
  });

  it('keeps the live value of a field that gets or loses its locales', async () => {
    const { live, read, putType } = await furnish();
    const id = await live({ title: { de: 'Nur' }, rank: 7 }, 'de');
    const plain = { name: 'title', kind: 'text', required: true };
    const rank = { name: 'rank', kind: 'number', localised: true };
    const { from: _, ...address } = slug;
    await putType('page', [plain, address, rank], {
      migrate: { convert: { title: 'strict', rank: 'strict' } },
    });
    assert.deepEqual(
      [await read(id, 'de'), await read(id, 'de', 'rank'), await read(id, 'en')],
      ['Nur', 7, 404],
    );
  });

  it('keeps a draft on its way to another site ahead, and publishing takes it there', async () => {
    const { create, act, ask, get, property, putType } = await furnish();
    const there = await property('There');
    const { id } = await create('page', { title: { en: 'Moves' } });
    await act(id, 'publish');
    await ask('PATCH', `/entries/${id}`, 200, { propertyId: there });
    const score = { name: 'score', kind: 'number' };
    await putType('page', [title, slug, score], {
      migrate: { rename: { rank: 'score' }, default: { score: 1 } },
    });
    assert.equal((await get(id)).status, 'changed');
    await act(id, 'publish');
    const { propertyId } = (await ask('GET', `/published/page/${id}`, 200)).body.data;
    assert.equal(propertyId, there);
  });

  it('shows where draft and live values differ from then on, and these can be published', async () => {
    const { live, read, putType, get, act } = await furnish();
    const id = await live({ title: { de: 'Nur', en: 'Only' } }, 'de');
    const { from: _, ...address } = slug;
    const plain = { name: 'title', kind: 'text', required: true };
    await putType('page', [plain, address], { migrate: { convert: { title: 'lenient' }, drop: ['rank'] } });
    const { status, locales, fields } = await get(id);
    assert.notEqual(fields.title, await read(id, 'de'));
    assert.deepEqual([status, locales.de.status, locales.en.status], ['changed', 'changed', 'draft']);
    await act(id, 'publish', { locales: ['de'] });
    assert.equal(await read(id, 'de'), fields.title);
    assert.equal((await get(id)).status, 'published');
  });
});
