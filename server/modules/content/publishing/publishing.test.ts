import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  article: ARTICLE,
  recipe: [
    { name: 'title', kind: 'text', required: true },
    {
      name: 'steps',
      kind: 'list',
      of: { kind: 'group', fields: [{ name: 'text', kind: 'text', required: true }] },
      minItems: 2,
    },
    { name: 'sku', kind: 'text', unique: true },
  ],
});
const { ask, create, get, change, act } = stage;

describe('publishing', () => {
  it('requires what a draft may lack, and names everything at once', async () => {
    const { id } = await create('recipe', { steps: [{}] });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), [
      ['fields.title', 'required'],
      ['fields.steps', 'too_few'],
      ['fields.steps[0].text', 'required'],
    ]);
    assert.equal((await get(id)).status, 'draft');
  });

  it('records when an entry went live, and when for the first time', async () => {
    const { id } = await create('article', { title: 'Times' });
    const first = await act(id, 'publish');
    assert.deepEqual(
      [first.status, first.publishedVersion, first.firstPublishedAt],
      ['published', 1, first.publishedAt],
    );
    await change(id, { price: 2 });
    test.advance(60_000);
    const second = await act(id, 'publish');
    assert.equal(second.firstPublishedAt, first.publishedAt);
    assert.notEqual(second.publishedAt, first.publishedAt);
  });

  it('publishes only the version that was read, with If-Match', async () => {
    const { id } = await create('article', { title: 'Seen' });
    await change(id, { price: 1 });
    await ask('POST', `/entries/${id}/publish`, 412, undefined, { 'if-match': '"1"' });
    await ask('POST', `/entries/${id}/publish`, 200, undefined, { 'if-match': '"2"' });
  });

  it('cannot take a slug under which another entry is still live', async () => {
    const one = await create('article', { title: 'x', slug: 'address' });
    await act(one.id, 'publish');
    await change(one.id, { slug: 'moved' });
    const two = await create('article', { title: 'y', slug: 'address' });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${two.id}/publish`, 409)), [
      ['fields.slug', 'not_unique'],
    ]);
    await act(one.id, 'publish');
    await act(two.id, 'publish');
    assert.equal((await ask('GET', '/published/article/address', 200)).body.data.id, two.id);
  });

  it('as a dry run answers in full and publishes nothing', async () => {
    const { id } = await create('article', { title: 'Only to see' });
    const answer = await ask('POST', `/entries/${id}/publish?dryRun=true`, 200);
    assert.equal(answer.body.data.status, 'published');
    assert.equal((await get(id)).status, 'draft');
  });

  it('many times at once is one event', async () => {
    const { id } = await create('article', { title: 'Together' });
    await Promise.all(Array.from({ length: 6 }, () => act(id, 'publish')));
    const told = (await stage.events('content.entry.published')).filter(({ data }) => data.id === id);
    assert.equal(told.length, 1);
  });
});

describe('taking down', () => {
  it('makes the entry a draft again, which readers do not find', async () => {
    const { id } = await create('article', { title: 'Down', slug: 'down' });
    await act(id, 'publish');
    const down = await act(id, 'unpublish');
    assert.deepEqual([down.status, down.publishedAt, down.publishedVersion], ['draft', null, null]);
    await ask('GET', '/published/article/down', 404);
    const again = await ask('POST', `/entries/${id}/unpublish`, 409);
    assert.deepEqual(again.body.error.code, 'invalid_transition');
    assert.ok(again.body.error.details.allowed.includes('publish'));
  });
});

describe('a unique field', () => {
  it('has a value that only one entry of its type may have, whatever its case; 409 names the other', async () => {
    await create('recipe', { sku: 'A-1' });
    assert.deepEqual(
      problemsOf(await ask('POST', '/entries', 409, { type: 'recipe', fields: { sku: 'a-1' } })),
      [['fields.sku', 'not_unique']],
    );
    const { id } = await create('recipe', { sku: 'A-2' });
    await ask('PATCH', `/entries/${id}`, 409, { fields: { sku: 'A-1' } });
    await change(id, { sku: 'A-3' });
    await create('recipe', { sku: 'A-2' });
  });
});

describe('the bin', () => {
  it('removes an entry from every list and every site, and restores it as a draft', async () => {
    const { id } = await create('article', { title: 'Gone', slug: 'gone' });
    await act(id, 'publish');
    assert.deepEqual((await ask('DELETE', `/entries/${id}`, 200)).body.data, { id, deleted: true });
    await ask('GET', '/published/article/gone', 404);
    const list = async (query: string) =>
      (await ask('GET', `/entries?type=article&q=gone${query}`, 200)).body.data.map(
        (entry: { id: string }) => entry.id,
      );
    assert.deepEqual(await list(''), []);
    const binned = await get(id);
    assert.equal(binned.status, 'deleted');
    assert.equal(Date.parse(binned.restorableUntil) - Date.parse(binned.deletedAt), 30 * 86_400_000);
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/publish'],
    ] as const) {
      const answer = await test.call(method, `/v1/content/entries/${id}${path}`, { token: stage.tenant.key });
      assert.ok([404, 409].includes(answer.status), answer.text);
    }
    const back = await act(id, 'restore');
    assert.deepEqual([back.status, back.fields.title, back.deletedAt], ['draft', 'Gone', null]);
    assert.deepEqual(await list(''), [id]);
    await ask('POST', `/entries/${id}/restore`, 409);
  });

  it('frees the slug: restoring an entry whose slug another has taken gets 409', async () => {
    const { id } = await create('article', { title: 'x', slug: 'freed' });
    await ask('DELETE', `/entries/${id}`, 200);
    await create('article', { title: 'y', slug: 'freed' });
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/restore`, 409)), [
      ['fields.slug', 'not_unique'],
    ]);
  });

  it('is listed with status=deleted', async () => {
    const { id } = await create('article', { title: 'Binned' });
    await ask('DELETE', `/entries/${id}`, 200);
    const { data } = (await ask('GET', '/entries?type=article&status=deleted&limit=1', 200)).body;
    assert.equal(data[0].id, id);
  });
});

describe('references', async () => {
  await stage.putType('person', [{ name: 'name', kind: 'text' }]);

  it('must name an existing entry, of a type that is allowed', async () => {
    const article = await create('article', { title: 'No person' });
    const bad = async (author: string) =>
      problemsOf(await ask('POST', '/entries', 422, { type: 'article', fields: { author } }));
    assert.deepEqual(await bad(crypto.randomUUID()), [['fields.author', 'not_found']]);
    assert.deepEqual(await bad(article.id), [['fields.author', 'not_allowed']]);
    const gone = await create('person', { name: 'Gone' });
    await ask('DELETE', `/entries/${gone.id}`, 200);
    assert.deepEqual(await bad(gone.id), [['fields.author', 'not_found']]);
  });

  it("cannot name another tenant's entry, which seems not to exist", async () => {
    const other = await openContent(test, { person: [{ name: 'name', kind: 'text' }] });
    const { id } = await other.create('person', { name: 'Theirs' });
    const foreign = await ask('POST', '/entries', 422, { type: 'article', fields: { author: id } });
    assert.deepEqual(problemsOf(foreign), [['fields.author', 'not_found']]);
  });

  it('keep their target from being deleted: 409 names the entries that refer to it', async () => {
    const person = await create('person', { name: 'Ada' });
    const article = await create('article', { title: 'By Ada', author: person.id });
    const { details } = (await ask('DELETE', `/entries/${person.id}`, 409)).body.error;
    assert.deepEqual(details.referencedBy, [
      {
        ...{ id: article.id, type: 'article', slug: 'by-ada', field: 'fields.author', stage: 'draft' },
        places: [{ field: 'fields.author', stage: 'draft' }],
      },
    ]);
    const { data } = (await ask('GET', `/entries/${person.id}/references`, 200)).body;
    assert.deepEqual(data, details.referencedBy);
    await change(article.id, { author: null });
    await ask('DELETE', `/entries/${person.id}`, 200);
  });

  it('also count while only the published version contains them', async () => {
    const person = await create('person', { name: 'Alan' });
    const article = await create('article', { title: 'By Alan', author: person.id });
    await act(article.id, 'publish');
    await change(article.id, { author: null });
    await ask('DELETE', `/entries/${person.id}`, 409);
    await act(article.id, 'publish');
    await ask('DELETE', `/entries/${person.id}`, 200);
  });

  it('and the deletion of their target at the same moment never both succeed', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await create('person', { name: 'Race' });
      const [refer, remove] = await Promise.all([
        test.call('POST', '/v1/content/entries', {
          token: stage.tenant.key,
          body: { type: 'article', fields: { author: person.id } },
        }),
        test.call('DELETE', `/v1/content/entries/${person.id}`, { token: stage.tenant.key }),
      ]);
      assert.deepEqual([refer.status === 201, remove.status === 200].sort(), [false, true]);
    }
  });
});
