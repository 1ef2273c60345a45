/** Scheduled releases that others depend on: earlier releases, and the types of their entries. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const PAGE = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
];
const STORY = [...PAGE, { name: 'page', kind: 'reference', types: ['page'], required: true }];
const stage = await openContent(test, { page: PAGE, story: STORY });
const { ask, create, change, get } = stage;
const HOUR = 3_600_000;
const inMs = (milliseconds: number) => new Date(test.now().getTime() + milliseconds).toISOString();

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

async function releaseOf(name: string, ...entries: Json[]): Promise<string> {
  const { id } = (await ask('POST', '/releases', 201, { name })).body.data;
  await ask('POST', `/releases/${id}/entries`, 200, { entries: entries.map((each) => ({ id: each.id })) });
  return id;
}
const schedule = (id: string, at: string, expected = 200) =>
  ask('POST', `/releases/${id}/schedule`, expected, { at });
const read = async (id: string) => (await ask('GET', `/releases/${id}`, 200)).body.data;

function startWork(t: TestContext): void {
  const work = test.startWork();
  t.after(() => work.stop());
}

describe('a release that needs what an earlier one publishes', () => {
  it('can be scheduled behind it, not before it, and goes live after it', async (t) => {
    const page = await create('page', { title: 'Needed' });
    const story = await create('story', { title: 'Needs it', page: page.id });
    const [first, second] = [await releaseOf('First', page), await releaseOf('Second', story)];
    assert.deepEqual(problemsOf(await schedule(second, inMs(2 * HOUR), 422)), [
      [`entries.${story.id}.fields.page`, 'not_live'],
    ]);
    const time = inMs(HOUR);
    await schedule(first, time);
    const early = await schedule(second, inMs(HOUR / 2), 422);
    assert.match(
      early.body.error.message,
      new RegExp(`the release First publishes it at ${time}, not before`),
    );
    await schedule(second, inMs(2 * HOUR));
    test.advance(3 * HOUR);
    startWork(t);
    await eventually('both are published', async () => (await read(second)).status === 'published');
    assert.deepEqual([(await get(page.id)).status, (await get(story.id)).status], ['published', 'published']);
  });

  it('says at its time that the earlier one failed, and publishes nothing', async (t) => {
    const page = await create('page', { title: 'Not there' });
    const story = await create('story', { title: 'Left alone', page: page.id });
    const [first, second] = [await releaseOf('Fails', page), await releaseOf('Follows', story)];
    await schedule(first, inMs(HOUR));
    await schedule(second, inMs(2 * HOUR));
    await change(page.id, { title: 'Not reviewed' });
    test.advance(3 * HOUR);
    startWork(t);
    await eventually('both are open again', async () => (await read(second)).status === 'open');
    const { problems } = (await read(second)).failure;
    assert.match(
      problems[0].message,
      /the release Fails was to publish it, and failed\. Publish that one first/,
    );
    assert.equal((await get(story.id)).status, 'draft');
  });
});

describe('a change of a type', () => {
  const define = (fields: object[], more: object = {}, query = '') =>
    ask('PUT', `/types/note${query}`, 200, { title: 'Note', fields, ...more });
  const NOTE = [{ name: 'text', kind: 'text', required: true }];
  const renamed = [
    [{ name: 'words', kind: 'text', required: true }],
    { migrate: { rename: { text: 'words' } } },
  ];

  it('names in a dry run the scheduled releases that it prevents, and opens them with the true reason', async () => {
    await define(NOTE);
    const note = await create('note', { text: 'Reviewed' });
    const other = await create('page', { title: 'Of another type' });
    const [hit, open, safe] = [
      await releaseOf('Hit', note),
      await releaseOf('Not scheduled', note),
      await releaseOf('Safe', other),
    ];
    const at = inMs(HOUR);
    for (const id of [hit, safe]) await schedule(id, at);
    const [fields, more] = renamed as [object[], object];
    const dry = (await define(fields, more, '?dryRun=true')).body.data.prevents;
    assert.deepEqual(
      dry.map((each: Json) => [each.id, each.name, each.at, each.problems[0].code]),
      [[hit, 'Hit', at, 'changed']],
    );
    assert.equal((await read(hit)).status, 'scheduled');
    assert.deepEqual((await define(fields, more)).body.data.prevents, dry);
    const { status, failure } = await read(hit);
    assert.deepEqual([status, failure.message, failure.at], ['open', 'The type note was changed.', at]);
    assert.match(failure.problems[0].message, /is rewritten by a change of the type note/);
    assert.equal((await read(safe)).status, 'scheduled');
    const late = (await ask('POST', `/releases/${open}/publish`, 422)).body.error.details;
    assert.match(
      late[0].message,
      /is rewritten by a change of the type note, or of the locales: look at it, and add it again/,
    );
  });

  it('is not blamed for what a change of the locales has rewritten', async () => {
    const local = await openContent(test, { page: [{ ...PAGE[0], localised: true }] });
    const both = { locales: [{ code: 'en' }, { code: 'de' }] };
    await local.ask('PUT', '/locales', 200, { default: 'en', ...both });
    const page = await local.create('page', { title: { en: 'English alone' } });
    await local.act(page.id, 'publish');
    const { id } = (await local.ask('POST', '/releases', 201, { name: 'Rewritten' })).body.data;
    await local.ask('POST', `/releases/${id}/entries`, 200, { entries: [{ id: page.id }] });
    const admin = await local.tenant.staff('admin');
    const body = { default: 'de', ...both, blank: 'copy' };
    const changed = await test.call('PUT', '/v1/content/locales', { token: admin, body });
    assert.equal(changed.status, 200, changed.text);
    const [problem] = (await local.ask('POST', `/releases/${id}/publish`, 422)).body.error.details;
    assert.match(problem.message, /or of the locales: look at it/);
  });

  it('that demands more names the scheduled releases whose drafts lack it', async () => {
    await stage.putType('card', NOTE);
    const card = await create('card', { text: 'No picture' });
    const id = await releaseOf('Lacking', card);
    await schedule(id, inMs(HOUR));
    const fields = [...NOTE, { name: 'credit', kind: 'text', required: true }];
    const { prevents } = await stage.putType('card', fields);
    assert.deepEqual(
      prevents.map((each: Json) => [each.id, each.problems[0].path, each.problems[0].code]),
      [[id, `entries.${card.id}.fields.credit`, 'required']],
    );
    assert.equal((await read(id)).status, 'open');
  });

  it('in the background opens them once it is in force', async (t) => {
    await stage.putType('many', NOTE);
    const one = await create('many', { text: 'One of many' });
    await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `insert into content_entries (tenant_id, id, type_id, status, fields, version, created_at, updated_at)
         select tenant_id, gen_random_uuid(), type_id, 'draft', '{"text":"x"}', 1, now(), now()
         from content_entries, generate_series(1, 250) where id = $1`,
        [one.id],
      ),
    );
    const id = await releaseOf('Later', one);
    await schedule(id, inMs(30 * HOUR));
    const [fields, more] = renamed as [object[], object];
    const { changeId, prevents } = await stage.putType('many', fields, more);
    assert.deepEqual([changeId !== null, prevents[0].id], [true, id]);
    assert.equal((await read(id)).status, 'scheduled');
    startWork(t);
    await eventually('it is open', async () => (await read(id)).status === 'open');
    assert.equal((await read(id)).failure.message, 'The type many was changed.');
  });
});
