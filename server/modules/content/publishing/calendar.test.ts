import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON, problemsOf } from '../testing/content.ts';
import { LIST_ENTRIES, LIST_ENTRIES_OF_PROPERTY, LIST_ENTRIES_OF_TYPES } from './calendar.sql.ts';

const test = await useApp();
const stage = await openContent(test, { person: PERSON, article: ARTICLE });
const { ask, create, act, change } = stage;
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

const dayIn = (days: number) => new Date(test.now().getTime() + days * DAY).toISOString().slice(0, 10);
const calendar = async (from: string, to: string, of = stage, more = '') =>
  (await of.ask('GET', `/calendar?from=${from}&to=${to}${more}`, 200)).body.data;

describe('the calendar of content', () => {
  it('has entries, their locales and releases, by day in the time zone of the tenant', async () => {
    const local = await openContent(test, { article: ARTICLE });
    await local.ask('PUT', '/locales', 200, { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] });
    await local.putType('note', [{ name: 'text', kind: 'text', localised: true }]);
    const owner = await local.tenant.staff('owner');
    const zone = { timeZone: 'Pacific/Auckland' };
    assert.equal((await test.call('PATCH', '/v1/tenant', { token: owner, body: zone })).status, 200);
    const note = await local.create('note', { text: { en: 'Tea', de: 'Tee' } });
    const article = await local.create('article', { title: 'In a release' });
    const [evening, later] = [`${dayIn(3)}T20:00:00.000Z`, `${dayIn(5)}T08:00:00.000Z`];
    await local.act(note.id, 'schedule', { at: evening, unpublishAt: later, locales: ['de'] });
    const release = (await local.ask('POST', '/releases', 201, { name: 'Spring' })).body.data;
    await local.ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: article.id }] });
    await local.ask('POST', `/releases/${release.id}/schedule`, 200, { at: evening });
    const { timeZone, items, isMore } = await calendar(dayIn(0), dayIn(30), local);
    assert.deepEqual([timeZone, isMore], ['Pacific/Auckland', false]);
    const about = ({ kind, title, action, locale, at, day, entryCount }: Json) =>
      [kind, title, action, locale, at, day, entryCount].join();
    assert.deepEqual(items.map(about).sort(), [
      `entry,Tea,publish,de,${evening},${dayIn(4)},`,
      `entry,Tea,unpublish,de,${later},${dayIn(5)},`,
      `release,Spring,publish,,${evening},${dayIn(4)},1`,
    ]);
    assert.deepEqual((await calendar(dayIn(0), dayIn(3), local)).items, []);
    assert.equal((await calendar(dayIn(4), dayIn(4), local)).items.length, 2);
  });

  it('shows for a property what its readers get: its own, what is for all, and releases with some of it', async () => {
    const local = await openContent(test, { article: ARTICLE });
    const [tea, coffee] = [await local.property('Tea'), await local.property('Coffee')];
    const at = `${dayIn(2)}T09:00:00.000Z`;
    for (const [title, propertyId] of [
      ['Of tea', tea],
      ['Of coffee', coffee],
      ['Of all', null],
    ] as const) {
      const { id } = await local.create('article', { title }, { propertyId });
      await local.act(id, 'schedule', { at });
      const other = await local.create('article', { title: `${title}, too` }, { propertyId });
      const { id: release } = (await local.ask('POST', '/releases', 201, { name: `Release ${title}` })).body
        .data;
      await local.ask('POST', `/releases/${release}/entries`, 200, { entries: [{ id: other.id }] });
      await local.ask('POST', `/releases/${release}/schedule`, 200, { at });
    }
    const titles = async (more: string) =>
      (await calendar(dayIn(2), dayIn(2), local, more)).items.map(({ title }: Json) => title).sort();
    assert.deepEqual(await titles(`&property=${tea}`), [
      'Of all',
      'Of tea',
      'Release Of all',
      'Release Of tea',
    ]);
    assert.equal((await titles('')).length, 6);
    assert.equal((await calendar(dayIn(2), dayIn(2), local, `&property=${tea}`)).isMore, false);
    const foreign = await stage.property('Foreign');
    const path = `/calendar?from=${dayIn(2)}&to=${dayIn(2)}&property=${foreign}`;
    assert.deepEqual(problemsOf(await local.ask('GET', path, 422)), [['property', 'not_found']]);
  });

  it('shows what failed on the day when it was due, with the reason', async (t) => {
    const entry = await create('article', { title: 'Will lack' });
    const saved = await create('article', { title: 'Will be saved' });
    const at = new Date(test.now().getTime() + DAY).toISOString();
    await act(entry.id, 'schedule', { at });
    const release = (await ask('POST', '/releases', 201, { name: 'Fails' })).body.data;
    await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: saved.id }] });
    await ask('POST', `/releases/${release.id}/schedule`, 200, { at });
    await change(entry.id, { title: null });
    await change(saved.id, { title: 'Saved' });
    const day = dayIn(1);
    test.advance(2 * DAY);
    const work = test.startWork();
    t.after(() => work.stop());
    const failed = async () =>
      (await calendar(day, day)).items.filter(({ failure }: Json) => failure !== null);
    await eventually('both failed', async () => (await failed()).length === 2);
    const told = (await failed()).map(({ kind, at: due, failure }: Json) => [
      kind,
      due,
      failure.message.length > 0,
    ]);
    assert.deepEqual(told.sort(), [
      ['entry', at, true],
      ['release', at, true],
    ]);
  });

  it('refuses days that are none, and more of them than 62', async () => {
    const refused = async (from: string, to: string) =>
      problemsOf(await ask('GET', `/calendar?from=${from}&to=${to}`, 422))[0]![0];
    assert.equal(await refused('2030-02-30', '2030-03-01'), 'from');
    assert.equal(await refused('2030-02-01', '2030-01-01'), 'to');
    assert.equal(await refused('2030-01-01', '2030-04-01'), 'to');
    assert.equal(await refused('9989-12-31', '9990-01-01'), 'to');
    assert.equal(await refused('9999-12-31', '9999-12-31'), 'from');
  });

  it('reads the days that it shows by index, beside 20,000 other times and without statistics', async () => {
    const owner = await connectAsOwner(test.database);
    try {
      await owner.query("set session_replication_role = 'replica'");
      await owner.query(
        `with made as (
           insert into content_entries (tenant_id, id, type_id, property_id, status, fields, version, created_at, updated_at)
           select tenant_id, gen_random_uuid(), id, case when n not between 8928 and 9215 then 'elsewhere' end, 'draft', '{}', n, now(), now()
           from content_types, generate_series(1, 20000) n where tenant_id = $1 and name = 'article' returning tenant_id, id, version)
         insert into content_schedule (tenant_id, entry_id, action, at)
         select tenant_id, id, 'publish', timestamptz '2040-01-01' + version * interval '5 minutes' from made`,
        [stage.tenant.id],
      );
    } finally {
      await owner.end();
    }
    const property = await stage.property('Site');
    const types = await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query<{ id: string }>("select id from content_types where name = 'article'"),
    );
    const article = types.rows[0]!.id;
    const days = [new Date('2040-02-01'), new Date('2040-02-02'), 'en', 501];
    for (const [sql, values] of [
      [LIST_ENTRIES, days],
      [LIST_ENTRIES_OF_PROPERTY, [...days, property]],
      [LIST_ENTRIES_OF_TYPES, [...days, property, [article]]],
      [LIST_ENTRIES_OF_TYPES, [...days, null, []]],
    ] as const) {
      const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
        tx.query<{ 'QUERY PLAN': Json }>(`explain (analyze, buffers, format json) ${sql}`, [...values]),
      );
      const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN']);
      assert.match(JSON.stringify(plan), /content_schedule_by_time/);
      assert.ok(plan['Shared Hit Blocks'] < 5_000, `${plan['Shared Hit Blocks']} pages`);
    }
    assert.equal((await calendar('2040-02-01', '2040-02-01')).items.length, 288);
    const ofSite = async (from: string, to: string) => {
      const { items, isMore } = await calendar(from, to, stage, `&property=${property}`);
      return [items.length, isMore];
    };
    assert.deepEqual(await ofSite('2040-02-01', '2040-02-01'), [288, false]);
    // These days have more than 10,000 actions.
    assert.deepEqual(await ofSite('2040-01-05', '2040-03-05'), [288, true]);
    assert.deepEqual(await ofSite('2040-02-10', '2040-03-05'), [0, false]);
  });

  it('reads the titles of large entries for a limited time, and shows the slugs of the others', async () => {
    const owner = await connectAsOwner(test.database);
    const local = await openContent(test, { article: ARTICLE });
    // Text that PostgreSQL cannot compress.
    const body = Array.from({ length: 30_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
    try {
      await owner.query("set session_replication_role = 'replica'");
      await owner.query(
        `with made as (
           insert into content_entries (tenant_id, id, type_id, status, slug, fields, version, created_at, updated_at)
           select tenant_id, gen_random_uuid(), id, 'draft', 'slug-' || n, $2, n, now(), now()
           from content_types, generate_series(1, 40) n where tenant_id = $1 and name = 'article' returning tenant_id, id, version)
         insert into content_schedule (tenant_id, entry_id, action, at)
         select tenant_id, id, 'publish', timestamptz '2044-01-01' + version * interval '1 minute' from made`,
        [local.tenant.id, JSON.stringify({ body, title: 'Long read' })],
      );
    } finally {
      await owner.end();
    }
    const { items } = await calendar('2044-01-01', '2044-01-02', local);
    assert.deepEqual([items.length, items[0].title, items.at(-1).title], [40, 'Long read', 'slug-40']);
  });
});
