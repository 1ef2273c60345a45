/** The locales of a tenant with many entries change while entries are read and written. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { type ContentStage, openContent } from '../testing/content.ts';
import { addMany } from '../testing/many.ts';
import { AT_ONCE } from './change.ts';
import { takeStep } from './change.worker.ts';

const test = await useApp();
const ENTRIES = AT_ONCE + 100;
const FIELDS = [
  { name: 'title', kind: 'text', required: true, localised: true },
  { name: 'slug', kind: 'slug', localised: true },
];
const en = { code: 'en', fallback: null };
const de = { code: 'de', fallback: null };
const BOTH = { default: 'en', locales: [en, de] };

const nameOf = (n: number) => `page-${String(n).padStart(3, '0')}`;

/** Every second entry has a German text, too. */
async function furnish() {
  const stage = await openContent(test, { page: FIELDS });
  await stage.ask('PUT', '/locales', 200, BOTH);
  const ids = await addMany(test, stage, 'page', ENTRIES, (n) => ({
    title: { en: nameOf(n), ...(n % 2 === 0 && { de: `seite-${n}` }) },
    slug: { en: nameOf(n), ...(n % 2 === 0 && { de: `seite-${n}` }) },
  }));
  const admin = await stage.tenant.staff('admin');
  const put = (body: object, query = '') =>
    test.call('PUT', `/v1/content/locales${query}`, { token: admin, body });
  const change = async () => (await stage.ask('GET', '/locales/change', 200)).body.data;
  const step = () => test.db.inTenant(stage.tenant.id, (tx) => takeStep(tx, test.now()));
  return { stage, ids, put, change, step };
}

type Furnished = Awaited<ReturnType<typeof furnish>>;

/** As after a crash of the worker, each step could be the first of another one. */
async function runThrough({ step, change }: Furnished, each: () => Promise<unknown> = async () => {}) {
  while ((await change()).status === 'running') {
    await each();
    await step();
  }
  return change();
}

const titlesOf = async (stage: ContentStage, query: string): Promise<string[]> => {
  const titles: string[] = [];
  for (let cursor = ''; ; ) {
    const path = `/published/page?sort=title&order=asc&limit=100&${query}${cursor && `&cursor=${cursor}`}`;
    const { data, pagination } = (await stage.ask('GET', path, 200)).body;
    titles.push(...data.map((entry: { fields: { title: string } }) => entry.fields.title));
    if (!pagination.hasMore) return titles;
    cursor = encodeURIComponent(pagination.nextCursor);
  }
};

describe('a change of the locales with many entries', () => {
  it('is in force at once when all entries have the keys of its readers, also those that were saved meanwhile', async () => {
    const furnished = await furnish();
    const { stage, ids, put, change } = furnished;
    const fr = { code: 'fr', fallback: 'de' };
    const wanted = { default: 'en', locales: [en, de, fr] };
    const rehearsal = await put(wanted, '?dryRun=true');
    assert.deepEqual(rehearsal.body.data.locales, wanted.locales);
    await stage.ask('GET', '/locales/change', 404);
    const answer = await put(wanted);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.data.locales, BOTH.locales);
    assert.equal(answer.body.data.change.total, ENTRIES);
    assert.equal((await put(wanted)).status, 409);
    await stage.ask('PUT', '/types/page', 409, { title: 'Page', fields: FIELDS.slice(0, 1) });
    let n = 0;
    const over = await runThrough(furnished, async () => {
      const { done } = await change();
      const created = await stage.create('page', { title: { en: `new ${n}` }, slug: { en: `new-${n}` } });
      await stage.act(created.id, 'publish');
      await stage.change(ids[n]!, { title: { en: `${nameOf(n)} again` } });
      await stage.act(ids[n]!, 'publish');
      n += 1;
      assert.ok(done <= ENTRIES + n);
      await stage.ask('GET', '/published/page?locale=fr', 422);
    });
    assert.equal(over.status, 'finished', JSON.stringify(over));
    assert.ok(n > 2);
    assert.deepEqual((await stage.ask('GET', '/locales', 200)).body.data, wanted);
    const titles = await titlesOf(stage, 'locale=fr');
    assert.equal(titles.length, ENTRIES + n);
    assert.deepEqual(titles, titles.toSorted());
    assert.ok(titles.includes('seite-0') && titles.includes('page-001 again') && titles.includes('new 0'));
    const told = (await stage.events('content.pages.changed')).filter(({ data }) => data.cause === 'locales');
    assert.equal(told.length, 2);
  });

  it('copies what readers see before another default is in force, and no page is blank meanwhile', async () => {
    const furnished = await furnish();
    const { stage, ids, put } = furnished;
    const wanted = { default: 'de', locales: [en, de] };
    const refused = await put(wanted);
    assert.deepEqual([refused.status, refused.body.error.details.blank[0].count], [409, ENTRIES / 2]);
    assert.equal((await put({ ...wanted, blank: 'copy' })).status, 200);
    const read = async (id: string, query = '') =>
      (await stage.ask('GET', `/published/page/${id}${query}`, 200)).body.data.fields.title;
    let saved: string | undefined;
    const over = await runThrough(furnished, async () => {
      if (saved === undefined) {
        saved = (await stage.create('page', { title: { en: 'Late' }, slug: { en: 'late' } })).id as string;
        await stage.act(saved, 'publish');
      }
      assert.deepEqual(
        [await read(ids[1]!, '?locale=en'), await read(ids[2]!, '?locale=de')],
        ['page-001', 'seite-2'],
      );
      assert.equal(await read(ids[1]!, '?locale=de'), 'page-001');
    });
    assert.equal(over.status, 'finished', JSON.stringify(over));
    assert.deepEqual(
      [await read(ids[1]!), await read(ids[2]!), await read(saved!)],
      ['page-001', 'seite-2', 'Late'],
    );
    assert.equal((await stage.get(ids[2]!)).slug, 'seite-2');
    assert.equal((await titlesOf(stage, '')).length, ENTRIES + 1);
    const sorted = await titlesOf(stage, 'locale=en');
    assert.deepEqual(sorted, sorted.toSorted());
  });

  it('is refused if an entry that was published meanwhile would go blank; everything stays as it was', async () => {
    const furnished = await furnish();
    const { stage, put, change } = furnished;
    await stage.tenant.staff('admin');
    // Readers of fr see English now, and nothing without its fallback and another default.
    const wanted = { default: 'en', locales: [en, de, { code: 'fr', fallback: 'de' }] };
    assert.equal((await put(wanted)).status, 200);
    assert.equal((await runThrough(furnished)).status, 'finished');
    const without = { default: 'en', locales: [en, { code: 'fr', fallback: null }] };
    assert.equal((await put(without)).status, 409);
    const narrow = { default: 'en', locales: [en, de, { code: 'fr', fallback: null }] };
    assert.equal((await put(narrow)).status, 200);
    const { id } = await stage.create('page', { title: { de: 'Nur deutsch' }, slug: { de: 'nur' } });
    await stage.act(id, 'publish', { locales: ['de'] });
    assert.equal((await runThrough(furnished)).status, 'refused');
    const { reason, blank } = await change();
    assert.match(reason, /would lose what readers see/);
    assert.equal(blank[0].count, 1);
    assert.deepEqual((await stage.ask('GET', '/locales', 200)).body.data, wanted);
    assert.equal(
      (await stage.ask('GET', `/published/page/${id}?locale=fr`, 200)).body.data.fields.title,
      'Nur deutsch',
    );
    const again = await put({ ...narrow, blank: 'allow' });
    assert.equal(again.status, 200, again.text);
    assert.equal((await runThrough(furnished)).status, 'finished');
  });

  it('by an editor never hides what went live meanwhile, whatever the editor would accept', async () => {
    for (const blank of ['allow', 'copy']) {
      const furnished = await furnish();
      const { stage, put, change } = furnished;
      const fr = { code: 'fr', fallback: null };
      const wide = { default: 'en', locales: [en, de, fr] };
      assert.equal((await put(wide)).status, 200);
      assert.equal((await runThrough(furnished)).status, 'finished');
      await stage.ask('PUT', '/locales', 200, { ...BOTH, blank });
      const { id } = await stage.create('page', { title: { fr: 'Seulement' }, slug: { fr: 'seulement' } });
      await stage.act(id, 'publish', { locales: ['fr'] });
      assert.equal((await runThrough(furnished)).status, 'refused', blank);
      assert.equal((await change()).hidden[0].count, 1);
      const read = (await stage.ask('GET', `/published/page/${id}?locale=fr`, 200)).body.data;
      assert.equal(read.fields.title, 'Seulement');
    }
  });
});
