/** What a release tells: its history, what it published, and writers who wait for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, { person: PERSON, article: ARTICLE });
const { ask, create } = stage;
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

async function releaseOf(name: string, ...entries: object[]): Promise<string> {
  const { id } = (await ask('POST', '/releases', 201, { name })).body.data;
  await ask('POST', `/releases/${id}/entries`, 200, { entries });
  return id;
}
const read = async (id: string) => (await ask('GET', `/releases/${id}`, 200)).body.data;

describe('a release', () => {
  it('has lines in the audit log for its name and for each entry that is added or removed', async () => {
    const one = await create('article', { title: 'Audited' });
    const id = await releaseOf('Before', { id: one.id });
    await ask('PATCH', `/releases/${id}`, 200, { name: 'After' });
    await ask('DELETE', `/releases/${id}/entries/${one.id}`, 200);
    const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query<{ action: string; details: Json }>(
        'select action, details::jsonb as details from audit_log where subject_id = $1 order by seq',
        [id],
      ),
    );
    assert.deepEqual(
      rows.map(({ action, details: { name, ...details } }) => [action.split('.')[1], name, details]),
      [
        ['created', 'Before', {}],
        ['entries_added', 'Before', { entries: 1, entryIds: [one.id] }],
        ['renamed', 'After', { from: 'Before' }],
        ['entry_removed', 'After', { entryId: one.id }],
      ],
    );
  });

  it('still tells what it published after the entries were purged from the bin', async (t) => {
    const stays = await create('article', { title: 'Stays in the record' });
    const gone = await create('article', { title: 'Gone from the bin' });
    const id = await releaseOf('Recorded', { id: stays.id }, { id: gone.id });
    await ask('POST', `/releases/${id}/publish`, 200);
    await ask('DELETE', `/entries/${gone.id}`, 200);
    test.advance(31 * DAY);
    const work = test.startWork();
    t.after(() => work.stop());
    const purged = () => test.call('GET', `/v1/content/entries/${gone.id}`, { token: stage.tenant.key });
    await eventually('it is purged', async () => (await purged()).status === 404);
    const { entries, entryCount } = await read(id);
    assert.deepEqual(
      entries.map(({ title, slug, status, version, purged }: Json) => [title, slug, status, version, purged]),
      [
        ['Stays in the record', 'stays-in-the-record', 'published', 1, false],
        ['Gone from the bin', 'gone-from-the-bin', 'deleted', 1, true],
      ],
    );
    assert.equal(entryCount, 2);
    const listed = (await ask('GET', '/releases?status=published', 200)).body.data;
    assert.equal(listed.find((each: Json) => each.id === id).entryCount, 2);
  });

  it('that is being published answers a save of its entry with 409, its name and when to try again', async () => {
    const entry = await create('article', { title: 'Busy' });
    const other = await create('article', { title: 'Busy elsewhere' });
    const id = await releaseOf('Under way', { id: entry.id });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isHeld = Promise.withResolvers<void>();
    const publishing = test.db.inTenant(stage.tenant.id, async (tx) => {
      await tx.query('select from content_releases where id = $1 for no key update', [id]);
      await tx.query('select from content_entries where id = any($1) for no key update', [
        [entry.id, other.id],
      ]);
      isHeld.resolve();
      await held;
    });
    await isHeld.promise;
    const save = (one: Json) =>
      test.call('PATCH', `/v1/content/entries/${one.id}`, {
        token: stage.tenant.key,
        body: { fields: { title: 'Changed' } },
      });
    const [answer, elsewhere] = await Promise.all([save(entry), save(other)]);
    release();
    await publishing;
    assert.deepEqual(
      [answer.status, answer.body.error.details, answer.headers['retry-after']],
      [409, { release: 'Under way' }, '5'],
    );
    assert.match(answer.body.error.message, /release Under way.*being published.*Try again/);
    assert.equal(elsewhere.status, 503, 'an entry without a release is only busy');
  });
});

describe('the list of releases', () => {
  it('has the number of entries of each, also after some were removed', async () => {
    const some = await Promise.all([1, 2, 3].map((n) => create('article', { title: `Counted ${n}` })));
    const id = await releaseOf('Counted', ...some.map((each) => ({ id: each.id })));
    const count = async () =>
      (await ask('GET', '/releases', 200)).body.data.find((each: Json) => each.id === id).entryCount;
    assert.equal(await count(), 3);
    await ask('DELETE', `/releases/${id}/entries/${some[0].id}`, 200);
    assert.equal(await count(), 2);
  });
});
