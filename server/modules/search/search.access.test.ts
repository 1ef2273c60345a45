import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Scope } from '#kernel/auth/actor.ts';
import { newTenant, type TestTenant, useApp } from '../../testing.ts';
import { usePalette } from './testing/palette.ts';

const test = await useApp();
const { tell, settle, ask, search, post } = usePalette(test);

/** One entity of each kind, all with the same word. */
async function furnish(tenant: TestTenant): Promise<void> {
  const customerId = await post(tenant, '/v1/crm/customers', { name: 'Lapis' });
  const items = [{ sku: 'L', name: 'Lapis' }];
  await post(tenant, '/v1/crm/orders', { customerId, items });
  await post(tenant, '/v1/catalog/products', { title: 'Lapis product' });
  for (const entity of ['entry', 'asset', 'redirect', 'property'] as const) {
    await tell(tenant, entity, { title: `Lapis ${entity}` });
  }
  await settle();
}
const tenant = await newTenant(test);
await furnish(tenant);

const entities = async (of: TestTenant, token = of.key, more = '') =>
  (await search(of, 'lapis', more, token)).map(({ entity }) => entity).sort();
const ALL = ['asset', 'customer', 'entry', 'order', 'product', 'property', 'redirect'];

describe('a search finds', () => {
  it('everything for a viewer, and for a key with every scope', async () => {
    assert.deepEqual(await entities(tenant, await tenant.staff('viewer')), ALL);
    assert.deepEqual(await entities(tenant), ALL);
  });

  const READS: Partial<Record<Scope, string[]>> = {
    'read:crm': ['customer', 'order'],
    'read:content': ['entry'],
    'read:media': ['asset'],
    'read:redirects': ['redirect'],
    'read:catalog': ['product'],
    'read:properties': ['property'],
  };
  for (const [scope, expected] of Object.entries(READS)) {
    it(`${expected.join(' and ')} for a key with ${scope}`, async () => {
      const key = await tenant.keyWith(scope as Scope, 'write:webhooks');
      assert.deepEqual(await entities(tenant, key), expected);
    });
  }

  it('nothing for a key that may read none of it, which is refused before the query is validated', async () => {
    const key = await tenant.keyWith('write:crm', 'read:webhooks');
    const refused = await test.call('GET', '/v1/search?limit=none', { token: key });
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'forbidden']);
    assert.deepEqual(refused.body.error.details, { scopes: Object.keys(READS) });
  });

  it('nothing of another tenant, by whatever word, beginning or slip', async () => {
    const other = await newTenant(test);
    for (const q of ['lapis', 'lap', 'lapsi', '1001']) assert.deepEqual(await search(other, q), [], q);
    await furnish(other);
    const [mine, theirs] = [await search(tenant, 'lapis'), await search(other, 'lapis')];
    assert.deepEqual([mine.length, theirs.length], [7, 7]);
    const ids = new Set(mine.map(({ id }) => id));
    assert.ok(!theirs.some(({ id }) => ids.has(id)));
  });
});

describe('entities', () => {
  it('narrows to one, or to several', async () => {
    assert.deepEqual(await entities(tenant, tenant.key, '&entities=order'), ['order']);
    const several = '&entities=order&entities=redirect';
    assert.deepEqual(await entities(tenant, tenant.key, several), ['order', 'redirect']);
  });

  it('without the needed scope is refused by name', async () => {
    const key = await tenant.keyWith('read:content');
    const refused = await ask(tenant, 'lapis', '&entities=entry&entities=order', key);
    assert.deepEqual([refused.status, refused.body.error.details], [403, { scope: 'read:crm' }]);
  });
});

it('a wrong query gets all of its problems at once', async () => {
  const answer = await test.call('GET', '/v1/search?limit=0&entities=staff', { token: tenant.key });
  assert.equal(answer.status, 422);
  const paths = answer.body.error.details.map(({ path }: { path: string }) => path);
  assert.deepEqual(paths.sort(), ['entities', 'limit', 'q']);
  for (const q of ['', 'x'.repeat(201), '\0']) assert.equal((await ask(tenant, q)).status, 422, q);
});

describe('a module that is off', async () => {
  const part = await newTenant(test);
  await furnish(part);
  const owner = await part.staff('owner');
  const turn = (name: string, way: string) => post(part, `/v1/modules/${name}/${way}`, {}, owner);

  it('hides its entities from every caller, until it is on again', async () => {
    await turn('crm', 'deactivate');
    await turn('redirects', 'deactivate');
    for (const token of [part.key, owner]) {
      assert.deepEqual(await entities(part, token), ['asset', 'entry', 'product', 'property']);
    }
    const refused = await ask(part, 'lapis', '&entities=order');
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'module_disabled']);
    await turn('crm', 'activate');
    await turn('redirects', 'activate');
    assert.deepEqual(await entities(part), ALL);
  });

  it('leaves properties to find, which belong to no module, even when all others are off', async () => {
    for (const name of ['crm', 'content', 'media', 'redirects', 'catalog', 'inventory'])
      await turn(name, 'deactivate');
    assert.deepEqual(await entities(part), ['property']);
  });
});
