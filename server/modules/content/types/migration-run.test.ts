/** Changes of types with more entries than one transaction should rewrite. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { type ContentStage, openContent } from '../testing/content.ts';
import { addMany } from '../testing/many.ts';
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

/** A live entry of another type that refers to this one. */
async function pointTo(stage: ContentStage, to: string) {
  await stage.putType('pointer', [{ name: 'to', kind: 'reference' }]);
  const { id } = await stage.create('pointer', { to });
  return stage.act(id, 'publish');
}

describe('a change of a type with many entries', async () => {
  const stage = await furnish([{ name: 'old', kind: 'text' }], (n) => ({ old: `Entry ${n}` }));
  const { changeId } = await stage.putType('many', [{ name: 'title', kind: 'text' }], {
    migrate: { rename: { old: 'title' } },
  });

  it('is checked in the background, while entries are read and written under the former definition', async () => {
    const change = await changeOf(stage, changeId);
    assert.deepEqual([change.status, change.phase, change.total], ['running', 'check', MANY]);
    const type = (await stage.ask('GET', '/types/many', 200)).body.data;
    assert.deepEqual([type.version, type.change], [1, { phase: 'check', total: MANY, done: 0 }]);
    await stage.create('many', { old: 'Saved meanwhile' });
    const { body } = await stage.ask('GET', '/published/many', 200);
    assert.deepEqual(Object.keys(body.data[0].fields), ['old']);
  });

  it('is one at a time: another, and one of the locales, gets 409', async () => {
    const answer = await stage.ask('PUT', '/types/many', 409, { title: 'x', fields: [] });
    assert.deepEqual(answer.body.error.details, { changeId });
    assert.ok(answer.headers['retry-after']);
    const french = { default: 'fr', locales: [{ code: 'fr' }] };
    await stage.ask('PUT', '/locales', 409, french);
  });

  it('is then in force at once: every reader sees the new definition, before any entry is rewritten', async () => {
    assert.equal(await step(stage, changeId), true);
    assert.equal(await step(stage, changeId), true);
    const type = (await stage.ask('GET', '/types/many', 200)).body.data;
    assert.deepEqual([type.version, type.fields[0].name], [2, 'title']);
    assert.deepEqual(type.change, { phase: 'migrate', total: MANY, done: 0 });
    const isNew = ({ fields }: { fields: object }) =>
      assert.deepEqual([Object.keys(fields), Object.values(fields)[0] !== null], [['title'], true]);
    const live = (await stage.ask('GET', '/published/many?fields=title', 200)).body.data;
    assert.equal(live.length, 3);
    live.forEach(isNew);
    const [{ id }] = live;
    isNew((await stage.ask('GET', `/published/many/${id}`, 200)).body.data);
    isNew(await stage.get(id));
    (await stage.ask('GET', '/entries?type=many&limit=100', 200)).body.data.forEach(isNew);
    const { token } = (await stage.ask('POST', `/entries/${id}/preview-token`, 201, {})).body.data;
    isNew((await stage.ask('GET', `/preview/${token}`, 200)).body.data);
    const { id: pointer } = await pointTo(stage, id);
    const expanded = await stage.ask('GET', `/published/pointer/${pointer}?expand=to`, 200);
    isNew(expanded.body.data.fields.to);
  });

  it('rewrites an entry that is saved before the save, so a save is based on what was read', async () => {
    const [{ id, version }] = (await stage.ask('GET', '/entries?type=many&limit=1', 200)).body.data;
    await stage.ask(
      'PATCH',
      `/entries/${id}`,
      200,
      { fields: { title: 'New' } },
      { 'if-match': `"${version}"` },
    );
    const { body } = await stage.ask('GET', `/entries/${id}/revisions`, 200);
    assert.deepEqual(
      body.data.map(({ reason }: { reason: string }) => reason),
      ['saved', 'migrated', 'created'],
    );
    assert.equal((await stage.get(id)).version, version + 2);
  });

  it('runs batch by batch; a process that dies in one leaves nothing half done, and the next continues from there', async () => {
    assert.equal(await step(stage, changeId), true);
    const before = await changeOf(stage, changeId);
    assert.deepEqual([before.phase, before.migrated], ['migrate', 200]);
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
    assert.deepEqual(
      [type.version, type.changeId, type.change, type.fields[0].name],
      [2, null, null, 'title'],
    );
    const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `select count(*)::int as entries, count(*) filter (where e.version = 2 and e.fields ->> 'title' like 'Entry %')::int as moved
         from content_entries e join content_types t on t.id = e.type_id where t.name = 'many'`,
      ),
    );
    // One was saved during the check, and then once more.
    assert.deepEqual(rows, [{ entries: MANY + 1, moved: MANY }]);
    // Readers see a difference in three entries, whose one event says so.
    assert.equal((await stage.events('content.entry.updated')).length, MANY + 1 - 3 + 1);
    const published = (await stage.events('content.entry.published')).filter(
      ({ data }) => data.type === 'many',
    );
    assert.equal(published.length, 3 + 3);
    assert.deepEqual(published.at(-1)!.data.changed, ['title', 'old']);
    assert.equal((await stage.events('content_type.upserted')).length, 3);
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

  it('is refused also if only an entry does not fit that was saved or published after it was checked', async () => {
    const fields = [{ name: 'a', kind: 'number' }];
    for (const spoil of [
      (stage: ContentStage, id: string) => stage.change(id, { a: 1_000 }),
      (stage: ContentStage) => stage.create('many', { a: 1_000 }),
      async (stage: ContentStage, id: string) => {
        await stage.change(id, { a: null });
        await stage.act(id, 'publish');
      },
    ]) {
      const stage = await openContent(test, { many: fields });
      const { id } = await stage.create('many', { a: 1 });
      await addMany(test, stage, 'many', MANY - 1, (n) => ({ a: n }));
      const wanted = [{ name: 'a', kind: 'number', max: 900, required: true }];
      const { changeId } = await stage.putType('many', wanted);
      await step(stage, changeId);
      await spoil(stage, id);
      while (await step(stage, changeId));
      const change = await changeOf(stage, changeId);
      assert.deepEqual([change.status, change.broken, change.checked], ['refused', 1, MANY]);
      const type = (await stage.ask('GET', '/types/many', 200)).body.data;
      assert.deepEqual([type.version, type.changeId], [1, null]);
    }
  });
});

describe('a field that becomes unique, or a slug that gets locales, in a type with many entries', () => {
  it('is unique from the first moment, also for values of entries that are not rewritten yet', async () => {
    const fields = [
      { name: 'code', kind: 'text' },
      { name: 'path', kind: 'slug' },
    ];
    const stage = await furnish(fields, (n) => ({ code: `Code ${n}`, path: `path-${n}` }));
    const wanted = [
      { name: 'code', kind: 'text', unique: true },
      { name: 'path', kind: 'slug', localised: true },
    ];
    const { changeId } = await stage.putType('many', wanted, { migrate: { convert: { path: 'strict' } } });
    await step(stage, changeId);
    await step(stage, changeId);
    const taken = { code: 'Code 7', path: { en: 'path-8' } };
    const { body } = await stage.ask('POST', '/entries', 409, { type: 'many', fields: taken });
    assert.deepEqual(
      body.error.details.map(({ path }: { path: string }) => path),
      ['fields.code', 'fields.path.en'],
    );
    await stage.create('many', { code: 'Code 1000', path: { en: 'path-1000' } });
    while (await step(stage, changeId));
    assert.equal((await changeOf(stage, changeId)).status, 'finished');
    await stage.ask('POST', '/entries', 409, { type: 'many', fields: taken });
  });
});

describe('a change that a program from before began', () => {
  const furnished = () => furnish([{ name: 'old', kind: 'text' }], (n) => ({ old: `Entry ${n}` }));
  const wanted = { migrate: { rename: { old: 'title' } } };

  it('is checked again and carried out; until then no entry is written', async () => {
    const stage = await furnished();
    const { changeId } = await stage.putType('many', [{ name: 'title', kind: 'text' }], wanted);
    await asBefore(stage, changeId);
    await stage.ask('POST', '/entries', 409, { type: 'many', fields: {} });
    while (await step(stage, changeId));
    assert.equal((await changeOf(stage, changeId)).status, 'finished');
    await stage.create('many', { title: 'Again' });
  });

  it('goes on behind the entries that are rewritten', async () => {
    const stage = await furnished();
    const { changeId } = await stage.putType('many', [{ name: 'title', kind: 'text' }], wanted);
    for (let steps = 0; steps < 3; steps++) await step(stage, changeId);
    await asBefore(stage, changeId, [{ name: 'old', kind: 'text' }]);
    while (await step(stage, changeId));
    const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
      tx.query(
        `select count(*)::int as moved from content_entries where version = 2 and fields ->> 'title' like 'Entry %'`,
      ),
    );
    assert.deepEqual(rows, [{ moved: MANY }]);
    assert.equal((await stage.ask('GET', '/types/many', 200)).body.data.version, 2);
  });
});

/** Leaves the change as a program from before would. */
async function asBefore(stage: ContentStage, id: string, fields?: object[]): Promise<void> {
  await test.db.inTenant(stage.tenant.id, async (tx) => {
    await tx.query(`update content_type_changes set status = 'running' where id = $1`, [id]);
    await tx.query('update content_types set conversion = null where change_id = $1', [id]);
    if (fields === undefined) return;
    await tx.query('update content_types set version = 1, fields = $2 where change_id = $1', [
      id,
      JSON.stringify(fields),
    ]);
    await tx.query('update content_entries set definition = null');
    await tx.query('update content_published set definition = null');
  });
}
