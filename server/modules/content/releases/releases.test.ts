import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON, problemsOf } from '../testing/content.ts';

const test = await useApp();
const BOOK = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
  { name: 'next', kind: 'reference', types: ['book'], required: true },
];
const stage = await openContent(test, { person: PERSON, article: ARTICLE, book: BOOK });
const { ask, create, get, change, act } = stage;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inMs = (milliseconds: number) => new Date(test.now().getTime() + milliseconds).toISOString();

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

let made = 0;
const newRelease = async (of = stage): Promise<string> =>
  (await of.ask('POST', '/releases', 201, { name: `Release ${++made}` })).body.data.id;
const add = (id: string, entries: object[], expected = 200) =>
  ask('POST', `/releases/${id}/entries`, expected, { entries });
const publish = (id: string, expected = 200, body?: object, query = '') =>
  ask('POST', `/releases/${id}/publish${query}`, expected, body);
const read = async (id: string) => (await ask('GET', `/releases/${id}`, 200)).body.data;
const articles = (...titles: string[]): Promise<Json[]> =>
  Promise.all(titles.map((title) => create('article', { title })));
const statusesOf = (some: Json[]) => Promise.all(some.map(async ({ id }) => (await get(id)).status));
async function releaseOf(...entries: object[]): Promise<string> {
  const id = await newRelease();
  await add(id, entries);
  return id;
}
const eventsOf = async (id: string) =>
  (await stage.events('content.%published')).filter(({ data }) => data.id === id || data.releaseId === id);
const audited = async (id: string) => {
  const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
    tx.query<{ action: string }>('select action from audit_log where subject_id = $1 order by seq', [id]),
  );
  return rows.map(({ action }) => action.split('.')[1]);
};

function startWork(t: TestContext): void {
  const work = test.startWork();
  t.after(() => work.stop());
}

describe('a release', () => {
  it('publishes and takes down its entries at one moment, with one event of its own and those of its entries', async () => {
    const [one, other, old] = await articles('In release', 'In release too', 'Old');
    await act(old.id, 'publish');
    const id = await releaseOf({ id: one.id }, { id: other.id }, { id: old.id, action: 'unpublish' });
    assert.equal((await read(id)).entryCount, 3);
    const { status, publishedAt, results } = (await publish(id)).body.data;
    assert.deepEqual(
      [status, results.map((each: Json) => each.status)],
      ['published', Array(3).fill('changed')],
    );
    assert.deepEqual(await statusesOf([one, other, old]), ['published', 'published', 'draft']);
    const events = await eventsOf(id);
    const [whole] = events.filter(({ type }) => type === 'content.release.published').map(({ data }) => data);
    assert.deepEqual(whole.published.sort(), [one.id, other.id].sort());
    assert.deepEqual([whole.unpublished, whole.types, whole.scheduled], [[old.id], ['article'], false]);
    const own = events.filter(({ data }) => data.releaseId === id);
    assert.deepEqual(
      own.map(({ data }) => data.publishedAt ?? data.unpublishedAt),
      Array(3).fill(publishedAt),
    );
    const keys = new Set(own.flatMap(({ data }) => data.surrogateKeys));
    assert.deepEqual(new Set(whole.surrogateKeys), keys);
    assert.deepEqual(await audited(id), ['created', 'entries_added', 'published']);
    assert.equal((await publish(id, 409)).body.error.code, 'invalid_transition');
  });

  it('publishes entries that require each other, and names in a dry run what readers would not get', async () => {
    const one = await create('book', { title: 'First half' });
    const other = await create('book', { title: 'Second half', next: one.id });
    await change(one.id, { next: other.id });
    const author = await create('person', { name: 'Draft author' });
    const article = await create('article', { title: 'By a draft', author: author.id });
    const id = await releaseOf({ id: one.id }, { id: other.id }, { id: article.id });
    const before = (await stage.events()).length;
    const { results } = (await publish(id, 200, {}, '?dryRun=true')).body.data;
    const warnings = results.flatMap((each: Json) =>
      each.warnings.map((one: Json) => [each.entry.id, one.path]),
    );
    assert.deepEqual(warnings, [[article.id, 'fields.author']]);
    assert.equal((await stage.events()).length, before);
    assert.deepEqual(await statusesOf([one, other, article]), ['draft', 'draft', 'draft']);
    await publish(id);
    assert.deepEqual(await statusesOf([one, other, article]), ['published', 'published', 'published']);
  });

  it('publishes nothing if an entry was saved since it was added, and names everything that prevents it', async () => {
    const [seen, saved, gone] = await articles('Seen', 'Saved later', 'Gone');
    const id = await releaseOf({ id: seen.id }, { id: saved.id }, { id: gone.id });
    await change(saved.id, { title: 'Not reviewed' });
    await ask('DELETE', `/entries/${gone.id}`, 200);
    assert.deepEqual(
      problemsOf(await publish(id, 422)).sort(),
      [
        [`entries.${gone.id}`, 'invalid_transition'],
        [`entries.${saved.id}`, 'changed'],
      ].sort(),
    );
    assert.deepEqual(await statusesOf([seen, saved]), ['draft', 'draft']);
    const entry = (await read(id)).entries.find((each: Json) => each.id === saved.id);
    assert.deepEqual([entry.version, entry.currentVersion, entry.title], [1, 2, 'Not reviewed']);
    await add(id, [{ id: saved.id, version: 2 }]);
    await ask('DELETE', `/releases/${id}/entries/${gone.id}`, 200);
    await publish(id);
    assert.deepEqual(await statusesOf([seen, saved]), ['published', 'published']);
  });

  it('is refused if it takes down what a live entry requires, unless that goes with it', async () => {
    const one = await create('book', { title: 'Pair one' });
    const other = await create('book', { title: 'Pair other', next: one.id });
    await change(one.id, { next: other.id });
    await publish(await releaseOf({ id: one.id }, { id: other.id }));
    const alone = await releaseOf({ id: one.id, action: 'unpublish' });
    assert.deepEqual(problemsOf(await publish(alone, 422)), [[`entries.${one.id}`, 'conflict']]);
    await add(alone, [{ id: other.id, action: 'unpublish' }]);
    await publish(alone);
    assert.deepEqual(await statusesOf([one, other]), ['draft', 'draft']);
  });

  it('publishes one language and takes down another of the same entry', async () => {
    const local = await openContent(test);
    await local.ask('PUT', '/locales', 200, { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] });
    await local.putType('note', [{ name: 'text', kind: 'text', localised: true }]);
    const entry = await local.create('note', { text: { en: 'Tea', de: 'Tee' } });
    await local.act(entry.id, 'publish', { locales: ['en'] });
    const id = await newRelease(local);
    const entries = [
      { id: entry.id, locales: ['de'] },
      { id: entry.id, action: 'unpublish', locales: ['en'] },
    ];
    await local.ask('POST', `/releases/${id}/entries`, 200, { entries });
    await local.ask('POST', `/releases/${id}/entries`, 422, { entries: [{ id: entry.id, locales: ['en'] }] });
    await local.ask('POST', `/releases/${id}/publish`, 200);
    await local.ask('GET', `/published/note/${entry.id}?locale=de`, 200);
    await local.ask('GET', `/published/note/${entry.id}?locale=en`, 404);
  });

  it('has at most 500 entries, each once, and none that is unknown, in the bin or older than it says', async () => {
    const [one, gone] = await articles('Once', 'Binned');
    await ask('DELETE', `/entries/${gone.id}`, 200);
    const id = await newRelease();
    assert.deepEqual(problemsOf(await publish(id, 422)), [['entries', 'too_few']]);
    const unknown = { id: '01920000-0000-7000-8000-000000000000' };
    const wrong = [{ id: one.id, version: 9 }, { id: one.id }, { id: gone.id }, unknown];
    assert.deepEqual(problemsOf(await add(id, wrong, 422)), [
      ['entries[0].version', 'changed'],
      ['entries[1].id', 'not_unique'],
      ['entries[2].id', 'not_allowed'],
      ['entries[3].id', 'not_found'],
    ]);
    await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `with e as (
           insert into content_entries (tenant_id, id, type_id, status, fields, version, created_at, updated_at)
           select current_tenant(), gen_random_uuid(), id, 'draft', '{}', 1, now(), now()
           from content_types, generate_series(1, 500) where name = 'article' returning id)
         insert into content_release_entries (tenant_id, release_id, entry_id, action, version, added_at)
         select current_tenant(), $1, id, 'publish', 1, now() from e`,
        [id],
      ),
    );
    assert.deepEqual(problemsOf(await add(id, [{ id: one.id }], 422)), [['entries', 'too_many']]);
  });

  it('is listed by status and by entry, renamed, and deleted without its entries', async () => {
    const [one] = await articles('Listed');
    const id = await releaseOf({ id: one.id });
    await ask('PATCH', `/releases/${id}`, 200, { name: 'Renamed' });
    const names = async (query: string) =>
      (await ask('GET', `/releases?${query}`, 200)).body.data.map(({ name }: Json) => name);
    assert.deepEqual(await names(`entryId=${one.id}`), ['Renamed']);
    assert.ok((await names('status=open')).includes('Renamed'));
    assert.ok(!(await names('status=published')).includes('Renamed'));
    await ask('DELETE', `/releases/${id}`, 200);
    await ask('GET', `/releases/${id}`, 404);
    assert.equal((await get(one.id)).status, 'draft');
  });

  it("of another tenant is not found, and another tenant's entry cannot be added", async () => {
    const other = await openContent(test, { article: ARTICLE });
    const theirs = await newRelease(other);
    const entry = await other.create('article', { title: 'Theirs' });
    await ask('GET', `/releases/${theirs}`, 404);
    await publish(theirs, 404);
    assert.deepEqual(problemsOf(await add(await newRelease(), [{ id: entry.id }], 422)), [
      ['entries[0].id', 'not_found'],
    ]);
  });
});

describe('a scheduled release', () => {
  it('is published at its time, after all processes were down, and cannot change until then', async (t) => {
    const some = await articles('At a time', 'At a time too');
    const id = await releaseOf(...some.map((each) => ({ id: each.id })));
    const { status, at } = (await ask('POST', `/releases/${id}/schedule`, 200, { at: inMs(HOUR) })).body.data;
    assert.deepEqual([status, at !== null], ['scheduled', true]);
    assert.deepEqual(await statusesOf(some), ['draft', 'draft']);
    assert.equal((await add(id, [{ id: some[0].id }], 409)).body.error.code, 'invalid_transition');
    test.advance(2 * HOUR);
    startWork(t);
    await eventually('it is published', async () => (await read(id)).status === 'published');
    assert.deepEqual(await statusesOf(some), ['published', 'published']);
    const events = await eventsOf(id);
    assert.deepEqual(
      events.map(({ data }) => data.scheduled),
      [true, true, true],
    );
    assert.deepEqual(await audited(id), ['created', 'entries_added', 'scheduled', 'published']);
  });

  it('that an entry prevents at its time is open again, with the reason, and nothing of it is live', async (t) => {
    const [one, saved] = await articles('Would be ready', 'Saved after');
    const id = await releaseOf({ id: one.id }, { id: saved.id });
    await ask('POST', `/releases/${id}/schedule`, 200, { at: inMs(HOUR) });
    await change(saved.id, { title: 'Not reviewed' });
    test.advance(HOUR);
    startWork(t);
    await eventually('it is open again', async () => (await read(id)).status === 'open');
    const { failure } = await read(id);
    assert.deepEqual(
      failure.problems.map(({ path, code }: Json) => [path, code]),
      [[`entries.${saved.id}`, 'changed']],
    );
    assert.deepEqual(await statusesOf([one, saved]), ['draft', 'draft']);
    assert.deepEqual(await audited(id), ['created', 'entries_added', 'scheduled', 'failed']);
  });

  it('is refused now if it could not be published, and can be opened again', async () => {
    const incomplete = await create('article', {});
    const id = await releaseOf({ id: incomplete.id });
    const path = `/releases/${id}/schedule`;
    assert.deepEqual(problemsOf(await ask('POST', path, 422, { at: inMs(HOUR) })), [
      [`entries.${incomplete.id}.fields.title`, 'required'],
    ]);
    assert.deepEqual(problemsOf(await ask('POST', path, 422, { at: inMs(-HOUR) })), [['at', 'too_small']]);
    await change(incomplete.id, { title: 'Complete' });
    await add(id, [{ id: incomplete.id }]);
    await ask('POST', path, 200, { at: inMs(HOUR) });
    assert.equal((await get(incomplete.id)).status, 'draft');
    assert.equal((await ask('DELETE', path, 200)).body.data.status, 'open');
  });

  it('of which an entry is purged from the bin is open again, names it, and publishes nothing at its time', async (t) => {
    const [one, gone, too] = await articles('Stays', 'Purged entry', 'Purged as well');
    const id = await releaseOf(...[one, gone, too].map((each) => ({ id: each.id })));
    const open = await releaseOf({ id: one.id }, { id: gone.id });
    const at = inMs(40 * DAY);
    await ask('POST', `/releases/${id}/schedule`, 200, { at });
    for (const each of [gone, too]) await ask('DELETE', `/entries/${each.id}`, 200);
    const { version } = await read(id);
    test.advance(31 * DAY);
    startWork(t);
    await eventually('both are purged', async () => (await read(id)).entryCount === 1);
    const release = await read(id);
    assert.deepEqual([release.status, release.at, release.version], ['open', null, version + 2]);
    assert.equal(release.failure.at, at);
    assert.match(release.failure.message, /article "purged-(entry|as-well)"/);
    assert.deepEqual(
      release.failure.problems.map(({ path, code }: Json) => [path, code]).sort(),
      [gone, too].map((each) => [`entries.${each.id}`, 'not_found']).sort(),
    );
    assert.deepEqual(await audited(id), ['created', 'entries_added', 'scheduled', 'failed']);
    const told = await read(open);
    assert.deepEqual([told.status, told.entryCount, told.failure.at], ['open', 1, null]);
    assert.match(told.failure.message, /article "purged-entry"/);
    test.advance(10 * DAY);
    assert.equal((await read(id)).status, 'open');
    assert.equal((await get(one.id)).status, 'draft');
  });

  it('of two requests, and a worker, one publishes it', async (t) => {
    const some = await articles('Only once', 'Only once too');
    const id = await releaseOf(...some.map((each) => ({ id: each.id })));
    await ask('POST', `/releases/${id}/schedule`, 200, { at: inMs(1_000) });
    test.advance(1_000);
    startWork(t);
    const path = `/v1/content/releases/${id}/publish`;
    const both = [1, 2].map(() => test.call('POST', path, { token: stage.tenant.key }));
    for (const { status } of await Promise.all(both)) assert.ok([200, 409].includes(status));
    await eventually('it is published', async () => (await read(id)).status === 'published');
    assert.equal((await eventsOf(id)).length, 3);
  });
});
