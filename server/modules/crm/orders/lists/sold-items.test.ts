import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant } from '../../../../testing.ts';
import { useOrders } from '../../testing/orders.ts';

const { test, tenant, place } = await useOrders();
const ask = async (query = '', token = tenant.key) =>
  test.call('GET', `/v1/crm/sold-items${query}`, { token });
const skus = async (query = '') => (await ask(query)).body.data.map(({ sku }: { sku: string }) => sku);

describe('GET /v1/crm/sold-items', () => {
  it('has each SKU once, with its latest name and price, found by a part of either', async () => {
    const item = (name: string, unitPrice: number) => ({ items: [{ sku: 'POT-1', name, unitPrice }] });
    await place(item('Pot', 20));
    test.advance(1000);
    await place({ ...item('Cast-iron pot', 24.5), currency: 'EUR' });
    test.advance(1000);
    await place();
    assert.deepEqual(await skus(), ['CUP', 'TEA', 'POT-1']);
    const [pot] = (await ask('?q=IRON')).body.data;
    const { soldAt, ...rest } = pot;
    assert.deepEqual(rest, { sku: 'POT-1', name: 'Cast-iron pot', unitPrice: 24.5, currency: 'EUR' });
    assert.ok(Date.parse(soldAt) < test.now().getTime());
    assert.deepEqual(await skus('?q=t-'), ['POT-1']);
    assert.deepEqual(await skus('?limit=1'), ['CUP']);
    assert.deepEqual(await skus('?q=%25'), [], 'a per cent sign is no pattern');
  });

  it('has items of the own tenant alone, for callers who may read orders', async () => {
    const other = await newTenant(test);
    assert.deepEqual((await ask('', other.key)).body.data, []);
    assert.equal((await ask('', await tenant.keyWith('write:crm'))).status, 403);
  });
});
