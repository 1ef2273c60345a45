/** Kinds of block: content types that fields of other types name, and whose changes are checked against every entry. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { type ContentStage, openContent, problemsOf } from '../testing/content.ts';
import { addMany } from '../testing/many.ts';
import { takeStep } from './migration-run.worker.ts';

const test = await useApp();
const TEXT = { name: 'text', kind: 'text' };

async function open(): Promise<ContentStage> {
  const stage = await openContent(test);
  await stage.putType('note', [TEXT], { block: true });
  await stage.putType('row', [{ name: 'cells', kind: 'blocks', blocks: ['note'] }], { block: true });
  await stage.putType('page', [{ name: 'body', kind: 'blocks', blocks: ['row', 'note'] }]);
  return stage;
}
const PAGE = {
  body: [
    { type: 'row', cells: [{ type: 'note', text: 'In' }] },
    { type: 'note', text: 'Out' },
  ],
};
const textsIn = (fields: { body: { text?: string; cells?: object[] }[] }, name: string) =>
  JSON.stringify(fields).match(new RegExp(`"${name}":"(\\w+)"`, 'g'))?.length ?? 0;

describe('a block', () => {
  it('is a type without entries, whose definition a type shows beside its fields', async () => {
    const { ask } = await open();
    const { data } = (await ask('GET', '/types/page', 200)).body;
    assert.deepEqual(data.fields, [{ name: 'body', kind: 'blocks', blocks: ['row', 'note'] }]);
    assert.deepEqual(
      data.blocks.map((one: { name: string; fields: object[] }) => [one.name, one.fields]),
      [
        ['row', [{ name: 'cells', kind: 'blocks', blocks: ['note'] }]],
        ['note', [TEXT]],
      ],
    );
    const refused = await ask('POST', '/entries', 422, { type: 'note', fields: {} });
    assert.deepEqual(problemsOf(refused), [['type', 'not_allowed']]);
  });

  it('stays a block, and an ordinary type does not become one', async () => {
    const { ask, putType } = await open();
    await putType('plain', [TEXT]);
    await ask('PUT', '/types/plain', 409, { title: 'x', fields: [TEXT], block: true });
    await ask('PUT', '/types/note', 409, { title: 'x', fields: [TEXT], block: false });
  });

  it('is not deleted while a type names it', async () => {
    const { ask } = await open();
    const refused = await ask('DELETE', '/types/note', 409);
    assert.deepEqual(refused.body.error.details.types.toSorted(), ['page', 'row']);
    await ask('DELETE', '/types/page', 200);
    await ask('DELETE', '/types/row', 200);
    await ask('DELETE', '/types/note', 200);
  });

  it('is refused with a sentence where it cannot be', async () => {
    const { ask, putType } = await open();
    const wrong = async (name: string, fields: object[], more?: object) =>
      problemsOf(await ask('PUT', `/types/${name}`, 422, { title: 'x', fields, ...more }));
    const blocks = (...names: string[]) => ({ name: 'body', kind: 'blocks', blocks: names });
    assert.deepEqual(await wrong('other', [blocks('page')]), [['fields[0].blocks[0]', 'not_found']]);
    assert.deepEqual(await wrong('note', [blocks('row')]), [['fields[0].blocks[0]', 'loop']]);
    assert.deepEqual(await wrong('new', [{ name: 'type', kind: 'text' }], { block: true }), [
      ['fields[0].name', 'not_allowed'],
    ]);
    const unique = [
      { ...TEXT, unique: true },
      { name: 'slug', kind: 'slug' },
    ];
    assert.deepEqual(await wrong('new', unique, { block: true }), [
      ['fields[0].unique', 'not_allowed'],
      ['fields[1].kind', 'not_allowed'],
    ]);
    await putType('both', [{ ...TEXT, localised: true }], { block: true });
    assert.deepEqual(await wrong('other', [{ ...blocks('both'), localised: true }]), [
      ['fields[0].blocks[0]', 'not_allowed'],
    ]);
    for (let depth = 1; depth <= 7; depth++)
      await putType(`d${depth}`, [blocks(depth === 1 ? 'note' : `d${depth - 1}`)], { block: true });
    assert.deepEqual(await wrong('d8', [blocks('d7')], { block: true }), [['fields', 'too_deep']]);
  });
});

describe('a change of a block', () => {
  it('that stored blocks do not fit names each, also as a dry run; with a migration it changes them all', async () => {
    const stage = await open();
    const { id } = await stage.create('page', PAGE);
    await stage.act(id, 'publish');
    const fields = [{ name: 'body', kind: 'text' }];
    for (const query of ['?dryRun=true', '']) {
      const refused = await stage.ask('PUT', `/types/note${query}`, 409, { title: 'Note', fields });
      const [{ problems }] = refused.body.error.details.entries;
      assert.deepEqual(
        problems.map(({ path, stage }: { path: string; stage: string }) => `${stage} ${path}`),
        ['draft', 'published'].flatMap((one) => [
          `${one} fields.body[0].cells[0].text`,
          `${one} fields.body[1].text`,
        ]),
      );
    }
    await stage.putType('note', fields, { migrate: { rename: { text: 'body' } } });
    assert.equal(textsIn((await stage.get(id)).fields, 'body'), 2);
    const { data } = (await stage.ask('GET', `/published/page/${id}`, 200)).body;
    assert.equal(textsIn(data.fields, 'body'), 2);
    const page = (await stage.ask('GET', '/types/page', 200)).body.data;
    assert.deepEqual(page.blocks.find((one: { name: string }) => one.name === 'note').fields, fields);
  });

  it('that only adds an optional field rewrites no entry', async () => {
    const stage = await open();
    const { id, version } = await stage.create('page', PAGE);
    await stage.putType('note', [TEXT, { name: 'more', kind: 'text' }]);
    assert.equal((await stage.get(id)).version, version);
    const saved = await stage.change(id, { body: [{ type: 'note', more: 'x' }] });
    assert.equal(saved.fields.body[0].more, 'x');
  });

  it('that a type with many entries uses goes on in the background', async () => {
    const stage = await open();
    for (let n = 0; n < 210; n += 10)
      await Promise.all(Array.from({ length: 10 }, () => stage.create('page', PAGE)));
    await stage.putType('note', [{ name: 'body', kind: 'text' }], { migrate: { rename: { text: 'body' } } });
    const { changeId } = (await stage.ask('GET', '/types/page', 200)).body.data;
    const step = () => test.db.inTenant(stage.tenant.id, (tx) => takeStep(tx, test.now(), changeId));
    while (await step());
    const change = (await stage.ask('GET', `/type-changes/${changeId}`, 200)).body.data;
    assert.deepEqual([change.status, change.migrated], ['finished', 210]);
    const [first] = (await stage.ask('GET', '/entries?type=page&limit=1', 200)).body.data;
    assert.equal(textsIn(first.fields, 'body'), 2);
  });
});

describe('a type whose field no longer takes a kind of block', () => {
  it('names the blocks that would go, and drops them where that is said', async () => {
    const stage = await open();
    const { id } = await stage.create('page', PAGE);
    const fields = [{ name: 'body', kind: 'blocks', blocks: ['note'] }];
    const refused = await stage.ask('PUT', '/types/page', 409, { title: 'Page', fields });
    assert.equal(refused.body.error.details.entries[0].problems[0].path, 'fields.body[0].type');
    await stage.putType('page', fields, { migrate: { dropBlocks: ['row'] } });
    assert.deepEqual(
      (await stage.get(id)).fields.body.map((one: { type: string }) => one.type),
      ['note'],
    );
  });
});

describe('a change of a block', () => {
  it('obeys the rules of every type that uses it', async () => {
    const { ask, putType } = await open();
    await putType('poster', [{ name: 'body', kind: 'blocks', blocks: ['note'], localised: true }]);
    const localised = { title: 'Note', fields: [{ ...TEXT, localised: true }] };
    const refused = await ask('PUT', '/types/note', 409, localised);
    assert.match(refused.body.error.message, /^The type poster uses this block/);
    const wide = Array.from({ length: 90 }, (_, n) => ({ name: `f${n}`, kind: 'text' }));
    const many = Array.from({ length: 12 }, (_, n) => ({ name: `b${n}`, kind: 'blocks', blocks: ['note'] }));
    await ask('DELETE', '/types/poster', 200);
    await putType('wall', many);
    await ask('PUT', '/types/note', 409, { title: 'Note', fields: [TEXT, ...wide] });
  });

  it('waits for a change of a type that is about to name it, and so does its deletion', async () => {
    const stage = await open();
    await stage.putType('fresh', [TEXT], { block: true });
    await addMany(test, stage, 'page', 201, () => ({}));
    const fields = [
      { name: 'body', kind: 'blocks', blocks: ['row', 'note', 'fresh'] },
      { name: 'must', kind: 'text', required: true },
    ];
    const migrate = { default: { must: 'x' } };
    const { changeId } = await stage.putType('page', fields, { migrate });
    assert.ok(changeId);
    await stage.ask('PUT', '/types/fresh', 409, { title: 'x', fields: [{ name: 'other', kind: 'text' }] });
    await stage.ask('DELETE', '/types/fresh', 409);
    await runChange(stage, changeId);
    await stage.putType('fresh', [TEXT, { name: 'other', kind: 'text' }], { block: true });
    const { data } = (await stage.ask('GET', '/types/page', 200)).body;
    assert.equal(data.blocks.find((one: { name: string }) => one.name === 'fresh').fields.length, 2);
  });

  it('takes out the blocks of a kind that it no longer names, if it is told to', async () => {
    const { ask, create, get } = await open();
    const { id } = await create('page', PAGE);
    const wish = { title: 'Row', fields: [{ name: 'cells', kind: 'blocks', blocks: ['row2'] }] };
    await ask('PUT', '/types/row2', 200, { title: 'x', fields: [TEXT], block: true });
    await ask('PUT', '/types/row', 409, wish);
    await ask('PUT', '/types/row', 200, { ...wish, migrate: { dropBlocks: ['note'] } });
    const { fields } = await get(id);
    assert.deepEqual(fields.body[0].cells, []);
    assert.equal(fields.body[1].text, 'Out');
  });

  it('is no part of the change of another type', async () => {
    const { ask, create, get } = await open();
    const { id } = await create('page', PAGE);
    const { data } = (await ask('GET', '/types/page', 200)).body;
    const migrate = { blocks: { note: { drop: ['text'] } } };
    await ask('PUT', '/types/page', 200, { title: 'page', fields: data.fields, migrate });
    assert.equal((await get(id)).fields.body[1].text, 'Out');
  });
});

async function runChange(stage: ContentStage, changeId: string): Promise<void> {
  while (await test.db.inTenant(stage.tenant.id, (tx) => takeStep(tx, test.now(), changeId)));
}
