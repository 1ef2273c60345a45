import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf } from '../testing/catalog.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct } = catalogOf(test, tenant);

let made = 0;
const add = async (parentId: string | null = null): Promise<string> =>
  (await ask('POST', 'categories', { name: `Category ${++made}`, parentId })).id;
/** Categories, each under the one before. */
async function addChain(length: number, from: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < length; n++) ids.push(await add(ids.at(-1) ?? from));
  return ids;
}
const pathOf = async (id: string): Promise<string[]> => (await ask('GET', `categories/${id}`)).path;
const move = (id: string, parentId: string | null) => call('PATCH', `categories/${id}`, { parentId });

describe('a category', () => {
  it('is created under another, changed, and found by its place', async () => {
    const top = await ask('POST', 'categories', { name: 'شاي', translations: { de: { name: 'Tee' } } });
    const { id, createdAt, updatedAt, ...rest } = top;
    assert.deepEqual(rest, {
      name: 'شاي',
      handle: 'شاي',
      parentId: null,
      path: [id],
      position: 0,
      translations: { de: { name: 'Tee' } },
      version: 1,
    });
    assert.equal(createdAt, updatedAt);
    const below = await add(id);
    assert.deepEqual(await pathOf(below), [id, below]);
    const { data } = (await call('GET', `categories?parentId=${id}`)).body;
    assert.deepEqual(
      data.map((one: { id: string }) => one.id),
      [below],
    );
    const changed = await ask('PATCH', `categories/${id}`, { position: 3 }, { 'if-match': '"1"' });
    assert.deepEqual([changed.position, changed.version], [3, 2]);
    assert.equal(
      (await call('PATCH', `categories/${id}`, { position: 4 }, { 'if-match': '"1"' })).status,
      412,
    );
    assert.equal((await ask('PATCH', `categories/${id}`, { position: 3 })).version, 2);
  });

  it('moves with all below it', async () => {
    const [a, b, c] = (await addChain(3)) as [string, string, string];
    const other = await add();
    assert.equal((await move(b, other)).status, 200);
    assert.deepEqual(await pathOf(c), [other, b, c]);
    assert.equal((await move(b, null)).status, 200);
    assert.deepEqual(await pathOf(c), [b, c]);
    assert.deepEqual(await pathOf(a), [a]);
  });

  it('does not move under itself or under one below it', async () => {
    const [a, , c] = (await addChain(3)) as [string, string, string];
    for (const under of [a, c]) assert.deepEqual(problemsOf(await move(a, under)), ['parentId circle']);
  });

  it('is at most on the sixth level, also after a move', async () => {
    const chain = await addChain(6);
    const refused = await call('POST', 'categories', { name: 'Seventh', parentId: chain[5] });
    assert.deepEqual(problemsOf(refused), ['parentId too_deep']);
    const [top] = (await addChain(2)) as [string];
    assert.deepEqual(problemsOf(await move(top, chain[4]!)), ['parentId too_deep']);
    assert.equal((await move(top, chain[3]!)).status, 200);
  });

  it('has a handle of its own and a parent that exists', async () => {
    await ask('POST', 'categories', { name: 'Once', handle: 'once' });
    assert.deepEqual(problemsOf(await call('POST', 'categories', { name: 'Twice', handle: 'once' }), 409), [
      'handle not_unique',
    ]);
    const wrong = { name: 'X', handle: 'A B', parentId: crypto.randomUUID() };
    assert.deepEqual(problemsOf(await call('POST', 'categories', wrong)), [
      'handle wrong_format',
      'parentId not_found',
    ]);
  });

  it('is deleted when nothing is in it; otherwise the answer names what is', async () => {
    const [top, below] = (await addChain(2)) as [string, string];
    const { id } = await newProduct({ title: 'In it', categoryIds: [below] });
    const refused = await call('DELETE', `categories/${below}`);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [409, 'in_use', { usedBy: [{ what: 'products', count: 1, first: ['In it'] }] }],
    );
    assert.equal((await call('DELETE', `categories/${top}`)).body.error.details.usedBy[0].what, 'categories');
    await ask('PATCH', `products/${id}`, { categoryIds: [] });
    assert.deepEqual(await ask('DELETE', `categories/${below}`), { id: below, deleted: true });
  });
});

it('two movers at the same moment never close a circle, not even through categories below', async () => {
  for (let round = 0; round < 8; round++) {
    const [[a, below], [b, under]] = (await Promise.all([addChain(2), addChain(2)])) as [
      [string, string],
      [string, string],
    ];
    const moves = await Promise.all([move(a, under), move(b, below)]);
    assert.deepEqual(moves.map(({ status }) => status).sort(), [200, 422]);
    const lengths = await Promise.all([a, below, b, under].map(async (id) => (await pathOf(id)).length));
    assert.deepEqual(lengths.sort(), [1, 2, 3, 4]);
  }
});

it('a category that is deleted while a product is put into it: one of the two is refused', async () => {
  for (let round = 0; round < 8; round++) {
    const id = await add();
    const [put, deleted] = await Promise.all([
      call('POST', 'products', { title: 'X', categoryIds: [id] }),
      call('DELETE', `categories/${id}`),
    ]);
    assert.ok(
      ['201,409', '422,200'].includes(`${put.status},${deleted.status}`),
      `${put.text} ${deleted.text}`,
    );
  }
});
