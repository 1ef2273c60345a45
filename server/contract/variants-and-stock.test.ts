/** The stock of variants: catalog and inventory together. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { catalogOf } from '../modules/catalog/testing/catalog.ts';
import { holdOrders } from '../modules/crm/module.ts';
import { openStock } from '../modules/inventory/testing/stock.ts';
import { settleStock } from '../modules/inventory/testing/work.ts';
import { createModules } from '../modules.ts';
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

  it('gives its item the title of the product, for those who may read the catalog', async () => {
    const sku = newSku();
    const { id } = await newProduct({ title: 'Green tea', variants: [{ sku }] });
    const { product } = await stock.item(sku);
    assert.deepEqual([product.id, product.title, product.optionValues], [id, 'Green tea', []]);
    const withoutCatalog = await tenant.keyWith('read:inventory');
    const seen = await test.call('GET', `/v1/inventory/items?sku=${sku}`, { token: withoutCatalog });
    assert.equal(seen.body.data[0].product, null);
    const loose = newSku();
    const made = await stock.ask('POST', '/items', 201, { sku: loose });
    assert.equal(made.body.data.product, null);
  });

  it('has an item as soon as its product becomes physical', async () => {
    const [sku, renamed] = [newSku(), newSku()];
    const { id } = await newProduct({ kind: 'digital', variants: [{ sku }] });
    await stock.ask('GET', `/items/${sku}`, 404);
    await ask('PATCH', `products/${id}`, { kind: 'physical' });
    assert.deepEqual(await stock.figures(sku), [0, 0, 0]);
    await count(sku, 2);
    const { variants } = await ask('GET', `products/${id}/variants`);
    await ask('PATCH', `variants/${variants[0].id}`, { sku: renamed });
    assert.deepEqual(await stock.figures(renamed), [2, 0, 0]);
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
    await count(taken, 1);
    const { variants } = await ask('GET', `products/${id}/variants`);
    const answer = await call('PATCH', `variants/${variants[0].id}`, { sku: taken });
    assert.deepEqual([answer.status, answer.body.error.code], [409, 'conflict']);
    assert.deepEqual(await stock.figures(sku), [0, 0, 0]);
  });

  it('takes the SKU of an item that never had stock', async () => {
    const [sku, empty] = [newSku(), newSku()];
    const { id } = await newProduct({ variants: [{ sku }] });
    await count(sku, 6);
    await stock.ask('POST', '/items', 201, { sku: empty });
    await stock.ask('PATCH', `/items/${empty}`, 200, { lowAt: 3 });
    const { variants } = await ask('GET', `products/${id}/variants`);
    await ask('PATCH', `variants/${variants[0].id}`, { sku: empty });
    assert.deepEqual(await stock.figures(empty), [6, 0, 0]);
    await stock.ask('GET', `/items/${sku}`, 404);
  });

  it('is deleted with its item if that never had stock', async () => {
    const [sku, renamed] = [newSku(), newSku()];
    const { id } = await newProduct({ variants: [{ sku }] });
    const { variants } = await ask('GET', `products/${id}/variants`);
    await ask('PATCH', `variants/${variants[0].id}`, { sku: renamed });
    assert.deepEqual(await stock.figures(renamed), [0, 0, 0]);
    assert.equal((await replace(id, [])).status, 200);
    await stock.ask('GET', `/items/${renamed}`, 404);
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

describe('an open order', () => {
  const deps = { modules: createModules(test.kernel).modules, holdOrders };
  const settle = () => settleStock(test, tenant.id, deps);
  const order = async (path: string, status: number, body?: object) => {
    const answer = await test.call('POST', `/v1/crm/orders${path}`, { token: tenant.key, body });
    assert.equal(answer.status, status, answer.text);
    return answer.body.data.id as string;
  };
  /** The clock goes on, so that the order is older than what follows. */
  const place = async (units: Record<string, number>) => {
    const customerId = await tenant.customer();
    const items = Object.entries(units).map(([sku, quantity]) => ({
      sku,
      name: sku,
      quantity,
      unitPrice: 2,
    }));
    const id = await order('', 201, { customerId, items });
    test.advance(1_000);
    return id;
  };
  const fulfill = (id: string) => order(`/${id}/fulfill`, 200);
  const sizes = async (one: string, other: string) => {
    const { id } = await newProduct({
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [
        { sku: one, optionValues: ['S'] },
        { sku: other, optionValues: ['M'] },
      ],
    });
    await count(one, 10);
    await count(other, 20);
    const { variants } = await ask('GET', `products/${id}/variants`);
    const swap = async () => {
      const swapped = [
        { id: variants[0].id, sku: other, optionValues: ['S'] },
        { id: variants[1].id, sku: one, optionValues: ['M'] },
      ];
      assert.equal((await replace(id, swapped)).status, 200);
    };
    const rename = async (sku: string) => {
      await ask('PATCH', `variants/${variants[0].id}`, { sku });
      test.advance(1_000);
    };
    return { swap, rename };
  };

  it('ships from the item that it reserved, after the SKU is renamed', async () => {
    const [sku, renamed, again] = [newSku(), newSku(), newSku()];
    const { rename } = await sizes(sku, newSku());
    const id = await place({ [sku]: 3 });
    await settle();
    await rename(renamed);
    await rename(again);
    await fulfill(id);
    assert.deepEqual(await stock.figures(again), [7, 0, 0]);
  });

  it('ships from the right items after two SKUs have changed places; later orders ship by the new names', async () => {
    const [one, other] = [newSku(), newSku()];
    const { swap } = await sizes(one, other);
    const [met, due] = [await place({ [one]: 1, [other]: 2 }), await place({ [one]: 3 })];
    await swap();
    test.advance(1_000);
    await settle();
    assert.deepEqual(
      [await stock.figures(other), await stock.figures(one)],
      [
        [10, 4, 0],
        [20, 2, 0],
      ],
    );
    const later = await place({ [one]: 5 });
    await settle();
    for (const id of [met, due, later]) await fulfill(id);
    assert.deepEqual(
      [await stock.figures(other), await stock.figures(one)],
      [
        [6, 0, 0],
        [13, 0, 0],
      ],
    );
  });

  it('that was reserved before two SKUs changed places ships from what it reserved', async () => {
    const [one, other] = [newSku(), newSku()];
    const { swap } = await sizes(one, other);
    const id = await place({ [one]: 1, [other]: 2 });
    await settle();
    await swap();
    await fulfill(id);
    assert.deepEqual(
      [await stock.figures(other), await stock.figures(one)],
      [
        [9, 0, 0],
        [18, 0, 0],
      ],
    );
  });

  it('that was placed before a SKU is renamed, and meets the stock after it, reserves', async () => {
    const [sku, renamed] = [newSku(), newSku()];
    const { rename } = await sizes(sku, newSku());
    const id = await place({ [sku]: 4 });
    await rename(renamed);
    await settle();
    assert.deepEqual(await stock.figures(renamed), [10, 4, 0]);
    await fulfill(id);
    assert.deepEqual(await stock.figures(renamed), [6, 0, 0]);
  });
});
