import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';
import { usePalette } from './testing/palette.ts';

const test = await useApp();
const { tell, settle, search, titles, post } = usePalette(test);
const shop = await newTenant(test);
const admin = await shop.staff('admin');
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const customer = (name: string, more: object = {}) => post(shop, '/v1/crm/customers', { name, ...more });
const act = (id: string, action: string, body: object = {}) =>
  post(shop, `/v1/crm/customers/${id}/${action}`, body, admin);
const rename = (id: string, name: string) =>
  test.call('PATCH', `/v1/crm/customers/${id}`, { token: shop.key, body: { name } });
const isKnown = async (word: string) =>
  (await owner.query('select from search_trigrams where tenant_id = $1 and word = $2', [shop.id, word]))
    .rowCount! > 0;

describe('a customer', () => {
  it('is found at once, without waiting for any event', async () => {
    await customer('Hypatia');
    assert.deepEqual(await titles(shop, 'hypatai'), ['Hypatia']);
  });

  it('who is renamed is found by the new name alone, and so are the orders', async () => {
    const id = await customer('Theano');
    const items = [{ sku: 'T', name: 'Abacus' }];
    await post(shop, '/v1/crm/orders', { customerId: id, items });
    await settle();
    await rename(id, 'Damo');
    assert.deepEqual([await titles(shop, 'theano'), await titles(shop, 'damo')], [[], ['Damo']]);
    assert.equal((await search(shop, 'abacus'))[0]!.subtitle, 'Damo · placed');
  });

  it('who is archived is found, and marked as archived', async () => {
    const id = await customer('Diotima', { email: 'diotima@mail.example' });
    await act(id, 'archive');
    assert.equal((await search(shop, 'diotima'))[0]!.subtitle, 'diotima@mail.example · archived');
  });

  it('who is merged is found as the survivor, by the words of both', async () => {
    const [id, from] = [
      await customer('Aspasia'),
      await customer('Milesia', { email: 'milesia@aegean.example' }),
    ];
    await act(id, 'merge', { from });
    const found = [...(await search(shop, 'aspasia')), ...(await search(shop, 'milesia@aegean.example'))];
    assert.deepEqual([...new Set(found.map((each) => each.id))], [id]);
    assert.deepEqual(await titles(shop, 'merged'), []);
  });

  it('who is erased is not found, and no word of theirs alone is stored any longer', async () => {
    const [id] = [await customer('Zenobia Septimia'), await customer('Septimia Nova')];
    await act(id, 'erase');
    for (const q of ['zenobia', 'zenboia', 'erased']) assert.deepEqual(await titles(shop, q), [], q);
    assert.deepEqual([await isKnown('zenobia'), await isKnown('septimia')], [false, true]);
  });

  it('and another of the same name, erased at the same time, leave no word of it', async () => {
    const ids = [await customer('Berenice'), await customer('Berenice'), await customer('Berenice')];
    assert.equal(await isKnown('berenice'), true);
    await Promise.all(ids.map((id) => act(id, 'erase')));
    assert.equal(await isKnown('berenice'), false);
  });

  it('who loses a word leaves other entities with it findable', async () => {
    const id = await customer('Amethyst');
    await tell(shop, 'entry', { title: 'Amethyst' });
    await settle();
    await rename(id, 'Beryl');
    assert.deepEqual(await titles(shop, 'amehtyst'), ['Amethyst']);
  });
});

it('a cancelled order is found, and marked as cancelled', async () => {
  const items = [{ sku: 'X', name: 'Hourglass' }];
  const id = await post(shop, '/v1/crm/orders', { customerId: await customer('Xanthe'), items });
  await settle();
  await post(shop, `/v1/crm/orders/${id}/cancel`);
  assert.equal((await search(shop, 'hourglass'))[0]!.subtitle, 'Xanthe · cancelled');
});
