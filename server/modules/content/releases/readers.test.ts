import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
const COUNT = 300;
const SCENE = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug' },
];
const PLAY = [
  { name: 'slug', kind: 'slug' },
  { name: 'scenes', kind: 'list', of: { kind: 'reference', types: ['scene'] } },
];
const stage = await openContent(test, { scene: SCENE, play: PLAY });
const { ask, create, change } = stage;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

const scenes: Json[] = [];
for (let n = 0; n < COUNT; n++)
  scenes.push(await create('scene', { title: 'Edition 0', slug: `scene-${n}` }));
const play = await create('play', { slug: 'play', scenes: scenes.map(({ id }) => id) });
const entries = [...scenes, play].map(({ id }) => ({ id }));
const opening = (await ask('POST', '/releases', 201, { name: 'Opening' })).body.data.id;
await ask('POST', `/releases/${opening}/entries`, 200, { entries });
await ask('POST', `/releases/${opening}/publish`, 200);

/** A release of all scenes, saved anew. */
async function nextEdition(title: string, some = scenes): Promise<string> {
  const waiting = [...some];
  const work = async () => {
    for (let scene = waiting.pop(); scene !== undefined; scene = waiting.pop())
      await change(scene.id, { title });
  };
  await Promise.all([work(), work(), work()]);
  const { id } = (await ask('POST', '/releases', 201, { name: title })).body.data;
  await ask('POST', `/releases/${id}/entries`, 200, {
    entries: some.map(({ id: entryId }) => ({ id: entryId })),
  });
  return id;
}
const call = (method: string, path: string) =>
  test.call(method, `/v1/content${path}`, { token: stage.tenant.key });
/** The titles that one answer has, each once. */
async function titlesOf(path: string): Promise<string[]> {
  const { status, body } = await call('GET', path);
  assert.equal(status, 200);
  const found: Json[] = Array.isArray(body.data) ? body.data : body.data.fields.scenes;
  return [...new Set(found.map(({ fields }) => fields.title as string))];
}
const READS = [
  '/published/play/play?expand=scenes',
  '/published/scene?limit=100',
  '/published/scene?limit=100&sort=title',
  '/published/scene?limit=100&q=edition',
];

describe(`while a release of ${COUNT} entries is published`, () => {
  it('no answer to a reader has a part of it, and afterwards every answer has all of it', async (t) => {
    const release = await nextEdition('Edition 1');
    let isOver = false;
    const seen = new Map<string, number>();
    const poll = async (path: string) => {
      while (!isOver) {
        const titles = await titlesOf(path);
        assert.equal(titles.length, 1, `${path} has ${titles.join(' and ')}`);
        seen.set(titles[0]!, (seen.get(titles[0]!) ?? 0) + 1);
        // Readers without a pause would take the processor from what they watch.
        await sleep(20);
      }
    };
    const readers = Promise.all(READS.map(poll));
    const began = performance.now();
    const published = await call('POST', `/releases/${release}/publish`).finally(() => {
      isOver = true;
    });
    t.diagnostic(`published in ${Math.round(performance.now() - began)} ms beside ${READS.length} readers`);
    await readers;
    assert.equal(published.status, 200, published.text);
    assert.ok(seen.get('Edition 0')! > READS.length, 'readers read meanwhile');
    for (const path of READS) assert.deepEqual(await titlesOf(path), ['Edition 1'], path);
  });

  it('the end of its connection leaves nothing of it, and it can be published then', async () => {
    const release = await nextEdition('Edition 2');
    const before = (await stage.events('content.%published')).length;
    const publishing = call('POST', `/releases/${release}/publish`);
    let ended = 0;
    for (let tries = 0; ended === 0 && tries < 1_000; tries++) {
      await sleep(5);
      const { rows } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and query like '%content_published%' and state <> 'idle'
           and xact_start < clock_timestamp() - interval '100 ms' and pid <> pg_backend_pid()`,
      );
      ended = rows.length;
    }
    assert.ok(ended > 0, 'it was under way');
    assert.equal((await publishing).status, 503);
    assert.equal((await stage.events('content.%published')).length, before);
    for (const path of READS) assert.deepEqual(await titlesOf(path), ['Edition 1'], path);
    assert.equal((await ask('GET', `/releases/${release}`, 200)).body.data.status, 'open');
    await ask('POST', `/releases/${release}/publish`, 200);
    for (const path of READS) assert.deepEqual(await titlesOf(path), ['Edition 2'], path);
  });

  it('an entry of it that another request saves waits or is told, and is never published unseen', async () => {
    const release = await nextEdition('Edition 3', scenes.slice(-20));
    const publishing = call('POST', `/releases/${release}/publish`);
    const saving = test.call('PATCH', `/v1/content/entries/${scenes.at(-1).id}`, {
      token: stage.tenant.key,
      body: { fields: { title: 'Unseen' } },
    });
    const [published] = await Promise.all([publishing, saving]);
    assert.ok([200, 422].includes(published.status), published.text);
    const read = (await ask('GET', `/published/scene/scene-${COUNT - 1}`, 200)).body.data;
    assert.notEqual(read.fields.title, 'Unseen');
  });
});
