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

  it('a location, in an adjustment and a transfer', async () => {
    const sku = await b.stocked(3);
    const adjust = (locationId: string) => b.adjust([{ sku, locationId, change: 1 }], 422);
    assert.deepEqual(visible(await adjust(a.location)), visible(await adjust(crypto.randomUUID())));
    const move = (to: string) =>
      b.ask('POST', '/transfers', 422, { from: b.location, to, lines: [{ sku, quantity: 1 }] });
    assert.deepEqual(visible(await move(a.location)), visible(await move(crypto.randomUUID())));
  });
});
