/** The stock of variants: catalog and inventory together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { catalogOf } from '../modules/catalog/testing/catalog.ts';
import { openStock } from '../modules/inventory/testing/stock.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const stock = await openStock(test, tenant);
const { ask, call, newProduct } = catalogOf(test, tenant);
let made = 0;
const newSku = () => `VS-${++made}`;
const count = (sku: string, units: number) => stock.count(sku, units);
const replace = (id: string, variants: object[]) => call('PUT', `products/${id}/variants`, { variants });

describe('a variant', () => {
  it('has an item from the first second, unless it is not shipped', async () => {
    const [tea, voucher] = [newSku(), newSku()];
    await newProduct({ variants: [{ sku: tea }] });
    await newProduct({ kind: 'gift_card', variants: [{ sku: voucher }] });
    assert.deepEqual(await stock.figures(tea), [0, 0, 0]);
    await stock.ask('GET', `/items/${voucher}`, 404);
  });

  it('takes the item that its SKU has already', async () => {
    const sku = newSku();
    await stock.ask('POST', '/items', 201, { sku, lowAt: 4 });
    await count(sku, 7);
    await newProduct({ variants: [{ sku }] });
    const { onHand, lowAt } = await stock.item(sku);
    assert.deepEqual([onHand, lowAt], [7, 4]);
  });

  it('keeps its stock and its reservations under another SKU, also when two change places', async () => {
    const [one, other] = [newSku(), newSku()];
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const { id } = await newProduct({
      options,
      variants: [
        { sku: one, optionValues: ['S'] },
        { sku: other, optionValues: ['M'] },
      ],
    });
    await count(one, 3);
    await count(other, 5);
    const { variants } = await ask('GET', `products/${id}/variants`);
    const swapped = [
      { id: variants[0].id, sku: other, optionValues: ['S'] },
      { id: variants[1].id, sku: one, optionValues: ['M'] },
    ];
    assert.equal((await replace(id, swapped)).status, 200);
    assert.deepEqual(await stock.figures(other), [3, 0, 0]);
    assert.deepEqual(await stock.figures(one), [5, 0, 0]);
    const renamed = newSku();
    await ask('PATCH', `variants/${variants[0].id}`, { sku: renamed });
    assert.deepEqual(await stock.figures(renamed), [3, 0, 0]);
    const [movement] = await stock.movements(`sku=${renamed}`);
    assert.equal(movement.after, 3);
  });

  it('cannot take a SKU that has stock of its own', async () => {
    const [sku, taken] = [newSku(), newSku()];
    const { id } = await newProduct({ variants: [{ sku }] });
    await stock.ask('POST', '/items', 201, { sku: taken });
    const { variants } = await ask('GET', `products/${id}/variants`);
    const answer = await call('PATCH', `variants/${variants[0].id}`, { sku: taken });
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'conflict']);
    assert.deepEqual(await stock.figures(sku), [0, 0, 0]);
  });

  it('with stock or a reservation is not deleted; without, it is', async () => {
    const sku = newSku();
    const { id } = await newProduct({ variants: [{ sku }] });
    await count(sku, 1);
    for (const refused of [await replace(id, []), await call('DELETE', `products/${id}`)]) {
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'in_use']);
      assert.deepEqual(refused.body.error.details.usedBy[0].first, [sku]);
    }
    await count(sku, 0);
    assert.equal((await call('DELETE', `products/${id}`)).status, 200);
    assert.deepEqual(await stock.figures(sku), [0, 0, 0]);
  });

  it('has no item while the inventory is off', async () => {
    const off = await newTenant(test);
    const token = await off.staff('owner');
    await test.call('POST', '/v1/modules/inventory/deactivate', { token });
    const sku = newSku();
    await catalogOf(test, off).newProduct({ variants: [{ sku }] });
    const { rows } = await test.db.inTenant(off.id, (tx) => tx.query('select from inventory_items'));
    assert.equal(rows.length, 0);
  });

  it('of another tenant with the same SKU has its own item', async () => {
    const sku = newSku();
    const other = await newTenant(test);
    const theirs = await openStock(test, other);
    await newProduct({ variants: [{ sku }] });
    await count(sku, 9);
    const { id } = await catalogOf(test, other).newProduct({ variants: [{ sku }] });
    assert.deepEqual(await theirs.figures(sku), [0, 0, 0]);
    const { variants } = await catalogOf(test, other).gridOf(id);
    await catalogOf(test, other).ask('PATCH', `variants/${variants[0].id}`, { sku: `${sku}-${newId()}` });
    assert.deepEqual(await stock.figures(sku), [9, 0, 0]);
  });
});
