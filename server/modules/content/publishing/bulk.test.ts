import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON, problemsOf } from '../testing/content.ts';

const test = await useApp();
const BOOK = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
  { name: 'next', kind: 'reference', types: ['book'], required: true },
];
const stage = await openContent(test, { person: PERSON, article: ARTICLE, book: BOOK });
const { ask, create, get, change } = stage;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

const named = (some: { id: string }[]) => some.map(({ id }) => ({ id }));
const bulk = async (action: string, some: { id: string }[], more: object = {}, query = '') =>
  (await ask('POST', `/entries/bulk${query}`, 200, { action, entries: named(some), ...more })).body.data;
const refused = (action: string, some: { id: string }[], more: object = {}) =>
  ask('POST', '/entries/bulk', 422, { action, entries: named(some), ...more });
const statusesOf = (results: Json[]) => results.map(({ status }) => status);
/** A few at a time: a tenant that sends more at once is told to slow down. */
async function articles(...titles: string[]): Promise<Json[]> {
  const made: Json[] = [];
  for (let from = 0; from < titles.length; from += 5)
    made.push(
      ...(await Promise.all(titles.slice(from, from + 5).map((title) => create('article', { title })))),
    );
  return made;
}
const stateOf = async (some: { id: string }[]) =>
  Promise.all(some.map(async ({ id }) => (await get(id)).status));
/** The statements of a tenant's transactions meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { inTenant } = test.db;
  const statements: string[] = [];
  const noting: typeof inTenant = (id, within, urgency) =>
    inTenant(
      id,
      (tx) => {
        const query: typeof tx.query = (statement, values) => {
          statements.push(typeof statement === 'string' ? statement : statement.text);
          return tx.query(statement, values);
        };
        return within({ ...tx, query });
      },
      urgency,
    );
  Object.assign(test.db, { inTenant: noting });
  try {
    await work();
    return statements;
  } finally {
    Object.assign(test.db, { inTenant });
  }
}
/** Two books that are the next of each other. */
async function circle(name: string) {
  const one = await create('book', { title: `${name} one` });
  const other = await create('book', { title: `${name} other`, next: one.id });
  await change(one.id, { next: other.id });
  return [one, other] as const;
}

describe('one action on many entries', () => {
  it('publishes 200 in one request, with a result and an event for each', async () => {
    const some = await articles(...Array.from({ length: 200 }, (_, n) => `Of many ${n}`));
    const { changed, failed, results } = await bulk('publish', some);
    assert.deepEqual([changed, failed], [200, 0]);
    assert.deepEqual(
      results.map(({ index, id, status, entry }: Json) => [index, id, status, entry.status, entry.version]),
      some.map(({ id }, index) => [index, id, 'changed', 'published', 1]),
    );
    const ids = new Set(some.map(({ id }) => id));
    const told = (await stage.events('content.entry.published')).filter(({ data }) => ids.has(data.id));
    assert.equal(told.length, 200);
    await refused('publish', [...some, ...(await articles('One more'))]);
    assert.deepEqual(statusesOf((await bulk('publish', some.slice(0, 2))).results), [
      'unchanged',
      'unchanged',
    ]);
  });

  it('changes nothing if one entry prevents it, and names every one that does', async () => {
    const [good, gone] = await articles('Good', 'Gone');
    const incomplete = await create('article', {});
    await ask('DELETE', `/entries/${gone.id}`, 200);
    const unknown = { id: '01920000-0000-7000-8000-000000000000' };
    const answer = await refused('publish', [good, incomplete, gone, unknown]);
    assert.deepEqual(problemsOf(answer), [
      ['entries[1].fields.title', 'required'],
      ['entries[2]', 'invalid_transition'],
      ['entries[3]', 'not_found'],
    ]);
    assert.deepEqual(await stateOf([good]), ['draft']);
    const partial = await bulk('publish', [good, incomplete, gone, unknown], { partial: true });
    assert.deepEqual([partial.changed, partial.unchanged, partial.failed], [1, 0, 3]);
    assert.deepEqual(statusesOf(partial.results), ['changed', 'failed', 'failed', 'failed']);
    assert.deepEqual(partial.results[1].error.details[0].path, 'fields.title');
    assert.equal(partial.results[3].error.code, 'not_found');
    assert.deepEqual(await stateOf([good, incomplete]), ['published', 'draft']);
  });

  it('with dryRun has the whole answer and writes nothing', async () => {
    const some = await articles('Tried', 'Tried too');
    const before = (await stage.events()).length;
    const { results } = await bulk('publish', some, {}, '?dryRun=true');
    assert.deepEqual(statusesOf(results), ['changed', 'changed']);
    assert.deepEqual(await stateOf(some), ['draft', 'draft']);
    assert.equal((await stage.events()).length, before);
  });

  it('refuses an entry that was saved since it was seen', async () => {
    const [seen, saved] = await articles('Seen', 'Saved');
    await change(saved.id, { title: 'Saved since' });
    const entries = [seen, saved].map(({ id, version }) => ({ id, version }));
    const answer = await ask('POST', '/entries/bulk', 422, { action: 'publish', entries });
    assert.deepEqual(problemsOf(answer), [['entries[1]', 'precondition_failed']]);
    const { results } = (
      await ask('POST', '/entries/bulk', 200, { action: 'publish', entries, partial: true })
    ).body.data;
    assert.deepEqual(statusesOf(results), ['changed', 'failed']);
  });

  it('publishes entries that require each other, and takes them down together', async () => {
    const [one, other] = await circle('Circle');
    await ask('POST', `/entries/${one.id}/publish`, 422);
    assert.equal((await bulk('publish', [one, other], { partial: true })).failed, 2);
    assert.deepEqual(await stateOf([one, other]), ['draft', 'draft']);
    const { results } = await bulk('publish', [one, other]);
    assert.deepEqual(
      results.map(({ status, warnings }: Json) => [status, warnings]),
      [
        ['changed', []],
        ['changed', []],
      ],
    );
    await refused('unpublish', [one]);
    assert.deepEqual(await stateOf([one, other]), ['published', 'published']);
    await bulk('unpublish', [one, other]);
    assert.deepEqual(await stateOf([one, other]), ['draft', 'draft']);
  });

  it('lets entries swap their slugs', async () => {
    const [one, other] = await articles('Left', 'Right');
    await bulk('publish', [one, other]);
    await change(one.id, { slug: 'between' });
    await change(other.id, { slug: 'left' });
    await change(one.id, { slug: 'right' });
    await ask('POST', `/entries/${one.id}/publish`, 409);
    await bulk('publish', [one, other]);
    assert.equal((await ask('GET', '/published/article/left', 200)).body.data.id, other.id);
    assert.equal((await ask('GET', '/published/article/right', 200)).body.data.id, one.id);
  });

  it('moves entries that refer to each other in a chain to the bin, and restores them, in any order', async () => {
    const last = await create('book', { title: 'Last' });
    const middle = await create('book', { title: 'Middle', next: last.id });
    const first = await create('book', { title: 'First', next: middle.id });
    await refused('delete', [last, middle]);
    await bulk('delete', [middle, last, first]);
    assert.deepEqual(await stateOf([first, middle, last]), ['deleted', 'deleted', 'deleted']);
    await bulk('restore', [first, last, middle]);
    assert.deepEqual(await stateOf([first, middle, last]), ['draft', 'draft', 'draft']);
  });

  it('publishes one language alone', async () => {
    const local = await openContent(test);
    await local.ask('PUT', '/locales', 200, { default: 'en', locales: [{ code: 'en' }, { code: 'de' }] });
    await local.putType('note', [{ name: 'text', kind: 'text', localised: true }]);
    const { id } = await local.create('note', { text: { en: 'Tea', de: 'Tee' } });
    await local.ask('POST', '/entries/bulk', 200, { action: 'publish', entries: [{ id }], locales: ['de'] });
    await local.ask('GET', `/published/note/${id}?locale=en`, 404);
    await local.ask('GET', `/published/note/${id}?locale=de`, 200);
  });

  it('refuses an id twice, options without an effect, and entries of another tenant', async () => {
    const [one] = await articles('Twice');
    assert.deepEqual(problemsOf(await refused('publish', [one, { id: one.id.toUpperCase() }])), [
      ['entries[1].id', 'not_unique'],
    ]);
    assert.deepEqual(problemsOf(await refused('delete', [one], { broken: 'allow', locales: ['en'] })), [
      ['locales', 'not_allowed'],
      ['broken', 'not_allowed'],
    ]);
    const other = await openContent(test, { article: ARTICLE });
    const theirs = await other.create('article', { title: 'Theirs' });
    assert.deepEqual(problemsOf(await refused('publish', [theirs])), [['entries[0]', 'not_found']]);
    assert.equal((await other.get(theirs.id)).status, 'draft');
  });

  for (const partial of [false, true]) {
    for (const [action, doneBefore] of [
      ['delete', false],
      ['restore', true],
      ...(partial ? ([['publish', false]] as const) : []),
    ] as const) {
      const how = partial ? 'that changes what it can' : 'of all or none';
      it(`to ${action}, ${how}, never meets another in the opposite order in a deadlock`, async () => {
        const some = await articles(...Array.from({ length: 20 }, (_, n) => `${action} ${how} ${n}`));
        if (doneBefore) await bulk('delete', some);
        const call = (entries: object[]) =>
          test.call('POST', '/v1/content/entries/bulk', {
            token: stage.tenant.key,
            body: { action, partial, entries },
          });
        const answers = await Promise.all([call(named(some)), call(named(some).reverse())]);
        const told = answers.map(({ status, text }) => `${status}: ${text.slice(0, 200)}`).join('; ');
        const expected = partial ? [200, 200] : [200, 422];
        assert.deepEqual(answers.map(({ status }) => status).sort(), expected, told);
      });
    }
  }

  it('without partial it takes no savepoint, and names what prevents it, whatever was tried before', async () => {
    const [taken, free] = await articles('Slug of another', 'Free slug');
    await bulk('delete', [taken, free]);
    const { slug } = await create('article', { title: 'Slug of another' });
    assert.equal(slug, 'slug-of-another');
    assert.deepEqual(problemsOf(await refused('restore', [taken, free])), [['entries[0]', 'conflict']]);
    assert.deepEqual(await stateOf([taken, free]), ['deleted', 'deleted']);
    const some = await articles('No savepoint', 'No savepoint too');
    const whole = await statementsOf(async () => {
      await bulk('delete', some);
      await bulk('restore', some);
    });
    assert.equal(whole.filter((text) => text.startsWith('savepoint')).length, 0);
    const each = await statementsOf(() => bulk('delete', some, { partial: true }));
    assert.equal(each.filter((text) => text.startsWith('savepoint')).length, 2);
  });

  it('of more entries than PostgreSQL keeps savepoints at hand, changes each that it can in fewer than 64', async () => {
    const some: Json[] = [];
    for (let n = 0; n < 90; n++)
      some.push(await create('article', n % 9 === 4 ? {} : { title: `Many ${n}` }));
    let answer: Json;
    const statements = await statementsOf(async () => {
      answer = await bulk('publish', some, { partial: true });
    });
    const lacking = some.flatMap((_, n) => (n % 9 === 4 ? [n] : []));
    assert.deepEqual([answer.changed, answer.failed], [80, 10]);
    assert.deepEqual(
      answer.results.flatMap(({ index, status }: Json) => (status === 'failed' ? [index] : [])),
      lacking,
    );
    const told = await stage.events('content.entry.published');
    for (const { id } of some) assert.ok(told.filter(({ data }) => data.id === id).length <= 1);
    const count = (begin: string) => statements.filter((text) => text.startsWith(begin)).length;
    const kept = count('savepoint') - count('rollback to savepoint');
    assert.ok(kept > 0 && kept < 64, `${kept} savepoints`);
  });

  it('of two requests for the same entries in opposite orders, both end, and each entry has one event', async () => {
    const some = await articles(...Array.from({ length: 30 }, (_, n) => `At once ${n}`));
    await Promise.all([bulk('publish', some), bulk('publish', [...some].reverse())]);
    const ids = new Set(some.map(({ id }) => id));
    const told = (await stage.events('content.entry.published')).filter(({ data }) => ids.has(data.id));
    assert.equal(told.length, 30);
  });
});
