import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, { article: ARTICLE });
const { ask, putType, create, get, act, events } = stage;

let made = 0;
const newName = () => `type-${++made}`;
const put = (name: string, expected: number, fields: object[], migrate?: object, query = '') =>
  ask('PUT', `/types/${name}${query}`, expected, { title: 'Any', fields, ...(migrate && { migrate }) });

describe('a content type', () => {
  it('is made by PUT, read and listed, and has one event', async () => {
    const name = newName();
    const fields = [{ name: 'title', kind: 'text', required: true, label: 'Title' }];
    const { prevents, ...type } = await putType(name, fields);
    assert.deepEqual(prevents, []);
    assert.deepEqual([type.name, type.version, type.changeId], [name, 1, null]);
    assert.deepEqual((await ask('GET', `/types/${name}`, 200)).body.data, type);
    assert.deepEqual((await ask('GET', '/types?limit=1', 200)).body.data, [type]);
    assert.deepEqual(await putType(name, type.fields), { ...type, prevents });
    const told = (await events('content_type.upserted')).filter(({ data }) => data.name === name);
    assert.deepEqual(
      told.map(({ data }) => [data.created, data.version, data.fields]),
      [[true, 1, { added: ['title'], removed: [], changed: [] }]],
    );
  });

  it('that is not well defined gets 422 with every mistake', async () => {
    const answer = await put(newName(), 422, [
      { name: 'Title', kind: 'text' },
      { name: 'b', kind: 'select' },
    ]);
    assert.deepEqual(problemsOf(answer), [['fields[0].name', 'wrong_format']]);
    const second = await put(newName(), 422, [
      { name: 'a', kind: 'list' },
      { name: 'b', kind: 'select' },
    ]);
    assert.deepEqual(problemsOf(second), [
      ['fields[0].of', 'required'],
      ['fields[1].options', 'required'],
    ]);
  });

  it('is deleted only when it has no entries', async () => {
    const name = newName();
    await putType(name, [{ name: 'title', kind: 'text' }]);
    const { id } = await create(name, {});
    const answer = await ask('DELETE', `/types/${name}`, 409);
    assert.deepEqual(answer.body.error.details, { entries: 1 });
    await ask('DELETE', `/entries/${id}`, 200);
    await ask('DELETE', `/types/${name}`, 409);
    const unused = newName();
    await putType(unused, []);
    assert.equal((await ask('DELETE', `/types/${unused}`, 200)).body.data.deleted, true);
    await ask('GET', `/types/${unused}`, 404);
  });

  it('belongs to one tenant: another does not see it, and may have one of the same name', async () => {
    const other = await openContent(test);
    await other.ask('GET', '/types/article', 404);
    await other.ask('DELETE', '/types/article', 404);
    await other.ask('GET', '/published/article', 404);
    await other.putType('article', []);
    assert.equal((await ask('GET', '/types/article', 200)).body.data.fields.length, ARTICLE.length);
  });
});

describe('a change that could break nothing', () => {
  it('is made at once: a new optional field, another label', async () => {
    const name = newName();
    await putType(name, [{ name: 'title', kind: 'text' }]);
    const entry = await create(name, { title: 'A' });
    const type = await putType(name, [
      { name: 'title', kind: 'text', label: 'Headline' },
      { name: 'rank', kind: 'number' },
    ]);
    assert.equal(type.version, 2);
    assert.deepEqual(await get(entry.id), entry);
    const { body } = await ask('GET', `/entries?type=${name}&sort=rank`, 200);
    assert.equal(body.data.length, 1, 'also entries without a value have a place in the new order');
  });
});

describe('a change that stored entries do not fit', () => {
  /** A type with a live entry, one that is only a draft, and one in the bin. */
  async function furnish(fields: object[], values: object) {
    const name = newName();
    await putType(name, fields);
    const [live, draft, binned] = [
      await create(name, values),
      await create(name, values),
      await create(name, values),
    ];
    await act(live.id, 'publish');
    await ask('DELETE', `/entries/${binned.id}`, 200);
    return { name, live, draft, binned };
  }

  const BREAKING: Record<string, [before: object[], values: object, after: object[], code: string]> = {
    'a field is gone': [[{ name: 'a', kind: 'text' }], { a: 'x' }, [], 'fields.a unknown_field'],
    'its kind is another': [
      [{ name: 'a', kind: 'text' }],
      { a: 'x' },
      [{ name: 'a', kind: 'number' }],
      'fields.a wrong_type',
    ],
    'an option in use is gone': [
      [{ name: 'a', kind: 'select', options: ['x', 'y'] }],
      { a: 'x' },
      [{ name: 'a', kind: 'select', options: ['y'] }],
      'fields.a not_allowed',
    ],
    'a bound is tighter': [
      [{ name: 'a', kind: 'number' }],
      { a: 5 },
      [{ name: 'a', kind: 'number', max: 4 }],
      'fields.a too_large',
    ],
    'it is localised now': [
      [{ name: 'a', kind: 'text' }],
      { a: 'x' },
      [{ name: 'a', kind: 'text', localised: true }],
      'fields.a wrong_type',
    ],
    'it must be unique now': [
      [{ name: 'a', kind: 'text' }],
      { a: 'x' },
      [{ name: 'a', kind: 'text', unique: true }],
      'fields.a not_unique',
    ],
  };
  for (const [what, [before, values, after, code]] of Object.entries(BREAKING)) {
    it(`${what}: 409 names the entries and why, also as a dry run, and nothing has changed`, async () => {
      const { name, live, draft } = await furnish(before, values);
      for (const query of ['?dryRun=true', '']) {
        const { details } = (await put(name, 409, after, undefined, query)).body.error;
        assert.ok(details.count >= 2, JSON.stringify(details));
        const ids = details.entries.map(({ id }: { id: string }) => id);
        assert.ok(ids.includes(live.id) && ids.includes(draft.id));
        const [problem] = details.entries[0].problems;
        assert.equal(`${problem.path} ${problem.code}`, code);
      }
      assert.deepEqual((await ask('GET', `/types/${name}`, 200)).body.data.fields, before);
      assert.deepEqual((await get(draft.id)).fields, values);
    });
  }

  it('that makes a field required breaks published entries, and no draft', async () => {
    const { name, live } = await furnish([{ name: 'a', kind: 'text' }], {});
    const { details } = (await put(name, 409, [{ name: 'a', kind: 'text', required: true }])).body.error;
    assert.deepEqual(
      details.entries.map(({ id }: { id: string }) => id),
      [live.id],
    );
    assert.deepEqual(details.entries[0].problems[0].stage, 'published');
  });

  it('is made with a migration: fields are renamed, dropped or given a default, in drafts, in published values and in the bin', async () => {
    const { name, live, draft, binned } = await furnish(
      [
        { name: 'old', kind: 'text' },
        { name: 'gone', kind: 'number' },
      ],
      { old: 'x', gone: 1 },
    );
    const after = [
      { name: 'title', kind: 'text', required: true },
      { name: 'rank', kind: 'number', required: true },
    ];
    const migrate = { rename: { old: 'title' }, drop: ['gone'], default: { rank: 7 } };
    assert.equal((await put(name, 200, after, migrate, '?dryRun=true')).body.data.version, 2);
    assert.deepEqual((await get(draft.id)).fields, { old: 'x', gone: 1 });
    await put(name, 200, after, migrate);
    for (const { id } of [live, draft, binned])
      assert.deepEqual((await get(id)).fields, { title: 'x', rank: 7 });
    assert.deepEqual([(await get(live.id)).status, (await get(live.id)).version], ['published', 2]);
    const read = (await ask('GET', `/published/${name}?where={"title":"x"}`, 200)).body.data;
    assert.deepEqual([read.length, read[0].fields], [1, { title: 'x', rank: 7 }]);
    const { body } = await ask('GET', `/entries/${draft.id}/revisions`, 200);
    assert.deepEqual(
      body.data.map(({ reason }: { reason: string }) => reason),
      ['migrated', 'created'],
    );
    const updated = (await events('content.entry.updated')).find(({ data }) => data.id === draft.id);
    assert.deepEqual(updated?.data.changed, ['title', 'rank', 'old', 'gone']);
  });

  it('leaves every entry once, at its position, in a list by a field that was renamed or given a default', async () => {
    const name = newName();
    await putType(name, [{ name: 'size', kind: 'number' }]);
    const [, two] = [
      await create(name, { size: 1 }),
      await create(name, { size: 2 }),
      await create(name, {}),
    ];
    await act(two.id, 'publish');
    const fields = [
      { name: 'width', kind: 'number' },
      { name: 'stock', kind: 'number' },
    ];
    await put(name, 200, fields, { rename: { size: 'width' }, default: { stock: 7 } });
    const listed = async (path: string, query: string): Promise<unknown[]> =>
      (await ask('GET', `${path}${query}`, 200)).body.data.map((each: { fields: object }) => each.fields);
    const [first, second, third] = [{ stock: 7 }, { width: 1, stock: 7 }, { width: 2, stock: 7 }];
    const draft = `/entries?type=${name}`;
    assert.deepEqual(await listed(draft, '&sort=width&order=asc'), [first, second, third]);
    assert.equal((await listed(draft, '&sort=stock')).length, 3);
    assert.deepEqual(await listed(draft, `&where=${JSON.stringify({ stock: { lt: 7 } })}`), []);
    assert.deepEqual(await listed(`/published/${name}`, '?sort=width'), [third]);
  });

  it('is made with a conversion: strict names the values that cannot be converted, lenient drops them', async () => {
    const { name, draft } = await furnish([{ name: 'a', kind: 'text' }], { a: '12.5' });
    const odd = await create(name, { a: 'twelve' });
    const after = [{ name: 'a', kind: 'number' }];
    const { details } = (await put(name, 409, after, { convert: { a: 'strict' } })).body.error;
    assert.deepEqual([details.count, details.entries[0].id], [1, odd.id]);
    await put(name, 200, after, { convert: { a: 'lenient' } });
    assert.deepEqual([(await get(draft.id)).fields, (await get(odd.id)).fields], [{ a: 12.5 }, {}]);
    await put(name, 200, [{ name: 'a', kind: 'list', of: { kind: 'number' } }], { convert: { a: 'strict' } });
    assert.deepEqual((await get(draft.id)).fields, { a: [12.5] });
    await put(name, 200, [{ name: 'a', kind: 'text', localised: true }], { convert: { a: 'strict' } });
    assert.deepEqual((await get(draft.id)).fields, { a: { en: '12.5' } });
    await put(name, 200, [{ name: 'a', kind: 'richtext' }], { convert: { a: 'strict' } });
    assert.deepEqual((await get(draft.id)).fields.a.content[0].content[0].text, '12.5');
  });

  it('gets 422 when its migration names fields that do not exist', async () => {
    const { name } = await furnish([{ name: 'a', kind: 'text' }], {});
    const answer = await put(name, 422, [{ name: 'b', kind: 'text' }], {
      rename: { x: 'b' },
      drop: ['y'],
      default: { z: 1 },
    });
    assert.deepEqual(
      problemsOf(answer).map(([path]) => path),
      ['migrate.rename.x', 'migrate.drop[0]', 'migrate.default.z'],
    );
  });
});

it('a field that becomes required and that only the draft of a live entry has gets 409, which says to publish it', async () => {
  const name = newName();
  await putType(name, [{ name: 'a', kind: 'text' }]);
  const { id } = await create(name, {});
  await act(id, 'publish');
  await ask('PATCH', `/entries/${id}`, 200, { fields: { a: 'x' } });
  const wanted = [{ name: 'a', kind: 'text', required: true }];
  const { details } = (await put(name, 409, wanted)).body.error;
  assert.match(details.entries[0].problems[0].message, /only the draft has it: publish the entry first/);
  await act(id, 'publish');
  await put(name, 200, wanted);
});
