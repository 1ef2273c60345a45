import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, useApp } from '../../testing.ts';
import { openStock } from './testing/stock.ts';

const test = await useApp();
const [a, b] = [await openStock(test), await openStock(test)];

const visible = ({ status, body }: Answer) => ({ status, error: { ...body.error, requestId: '' } });

describe("another tenant's stock gets the same answer as stock that never existed:", () => {
  it('a SKU that both have is two items', async () => {
    const sku = await a.stocked(7);
    await b.ask('GET', `/items/${sku}`, 404);
    await b.ask('PATCH', `/items/${sku}`, 404, { lowAt: 1 });
    await b.ask('POST', '/items', 201, { sku });
    await b.count(sku, 2);
    assert.deepEqual(
      [await a.figures(sku), await b.figures(sku)],
      [
        [7, 0, 0],
        [2, 0, 0],
      ],
    );
    assert.equal((await b.movements(`sku=${sku}`)).length, 1);
  });

  it('a property, in a location', async () => {
    const token = await a.tenant.staff('admin');
    const site = await test.call('POST', '/v1/properties', { token, body: { name: 'Shop' } });
    assert.equal(site.status, 201, site.text);
    const { id } = site.body.data;
    const body = (propertyId: string) => ({ name: 'Shelf', code: 'P-1', propertyIds: [propertyId] });
    const create = (propertyId: string) => b.ask('POST', '/locations', 422, body(propertyId));
    assert.deepEqual(visible(await create(id)), visible(await create(crypto.randomUUID())));
    const change = (propertyId: string) =>
      b.ask('PATCH', `/locations/${b.location}`, 422, { propertyIds: [propertyId] });
    assert.deepEqual(visible(await change(id)), visible(await change(crypto.randomUUID())));
    await a.ask('POST', '/locations', 201, body(id));
    await a.ask('PATCH', `/locations/${a.location}`, 200, { propertyIds: [id] });
  });

  it('a location, in an adjustment and a transfer', async () => {
    const sku = await b.stocked(3);
    const adjust = (locationId: string) => b.adjust([{ sku, locationId, change: 1 }], 422);
    assert.deepEqual(visible(await adjust(a.location)), visible(await adjust(crypto.randomUUID())));
    const move = (to: string) =>
      b.ask('POST', '/transfers', 422, { from: b.location, to, lines: [{ sku, quantity: 1 }] });
    assert.deepEqual(visible(await move(a.location)), visible(await move(crypto.randomUUID())));
  });
});
