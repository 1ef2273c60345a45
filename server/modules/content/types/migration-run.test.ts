/** Changes of types with more entries than one transaction should rewrite. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { type ContentStage, openContent } from '../testing/content.ts';
import { takeStep } from './migration-run.worker.ts';

const test = await useApp();
const MANY = 230;

/** A type with many entries, of which a few are live. */
async function furnish(fields: object[], values: (n: number) => object): Promise<ContentStage> {
  const stage = await openContent(test, { many: fields });
  for (let n = 0; n < MANY; n += 10) {
    const some = await Promise.all(Array.from({ length: 10 }, (_, m) => stage.create('many', values(n + m))));
    if (n < 30) await stage.act(some[0].id, 'publish');
  }
  return stage;
}

const step = (stage: ContentStage, id: string) =>
  test.db.inTenant(stage.tenant.id, (tx) => takeStep(tx, test.now(), id));
const changeOf = async (stage: ContentStage, id: string) =>
  (await stage.ask('GET', `/type-changes/${id}`, 200)).body.data;

describe('a change of a type with many entries', async () => {
  const stage = await furnish([{ name: 'old', kind: 'text' }], (n) => ({ old: `Entry ${n}` }));
  const { changeId } = await stage.putType('many', [{ name: 'title', kind: 'text' }], {
    migrate: { rename: { old: 'title' } },
  });

  it('goes on in the background; until it is over, entries are read but not written', async () => {
    assert.equal((await changeOf(stage, changeId)).status, 'running');
    const answer = await stage.ask('POST', '/entries', 409, { type: 'many', fields: {} });
    assert.deepEqual(answer.body.error.details, { changeId });
    assert.ok(answer.headers['retry-after']);
    const { body } = await stage.ask('GET', '/published/many', 200);
    assert.equal(body.data.length, 3);
    await stage.ask('PUT', '/types/many', 409, { title: 'x', fields: [] });
  });

  it('runs batch by batch; a process that dies in one leaves nothing half done, and the next continues from there', async () => {
    assert.equal(await step(stage, changeId), true);
    assert.equal(await step(stage, changeId), true);
    const before = await changeOf(stage, changeId);
    assert.deepEqual([before.phase, before.checked, before.migrated], ['migrate', MANY, 200]);
    const died = test.db.inTenant(stage.tenant.id, async (tx) => {
      await takeStep(tx, test.now(), changeId);
      throw new Error('killed');
    });
    await assert.rejects(died, /killed/);
    assert.deepEqual(await changeOf(stage, changeId), before);
    // Two run at once: a lock lets only one of them do the batch.
    const both = await Promise.all([step(stage, changeId), step(stage, changeId)]);
    assert.ok(both.includes(true));
    while (await step(stage, changeId));
    const after = await changeOf(stage, changeId);
    assert.deepEqual([after.status, after.migrated], ['finished', MANY]);
  });

  it('ends with every entry rewritten once, the new definition in force, and one event', async () => {
    const type = (await stage.ask('GET', '/types/many', 200)).body.data;
    assert.deepEqual([type.version, type.changeId, type.fields[0].name], [2, null, 'title']);
    const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `select count(*)::int as entries, count(*) filter (where version = 2 and fields ->> 'title' like 'Entry %')::int as moved
         from content_entries`,
      ),
    );
    assert.deepEqual(rows, [{ entries: MANY, moved: MANY }]);
    // Readers see a difference in three entries, whose one event says so.
    assert.equal((await stage.events('content.entry.updated')).length, MANY - 3);
    const published = await stage.events('content.entry.published');
    assert.equal(published.length, 3 + 3);
    assert.deepEqual(published.at(-1)!.data.changed, ['title', 'old']);
    assert.equal((await stage.events('content_type.upserted')).length, 2);
    await stage.create('many', { title: 'Again' });
  });
});

describe('a change that many entries do not fit', () => {
  it('is refused with their number, examples and reasons, and the type stays as it was', async () => {
    const stage = await furnish([{ name: 'a', kind: 'number' }], (n) => ({ a: n }));
    const { changeId } = await stage.putType('many', [{ name: 'a', kind: 'number', max: 179 }]);
    const work = test.startWork();
    while ((await changeOf(stage, changeId)).status === 'running')
      await new Promise((done) => setTimeout(done, 20));
    await work.stop();
    const change = await changeOf(stage, changeId);
    assert.deepEqual([change.status, change.broken, change.examples.length], ['refused', 50, 50]);
    assert.deepEqual(change.examples[0].problems[0].code, 'too_large');
    assert.equal((await stage.ask('GET', '/types/many', 200)).body.data.changeId, null);
    await stage.create('many', { a: 1_000 });
    const { details } = (
      await stage.ask('PUT', '/types/many?dryRun=true', 409, {
        title: 'many',
        fields: [{ name: 'a', kind: 'number', max: 179 }],
      })
    ).body.error;
    assert.equal(details.count, 51);
  });
});
