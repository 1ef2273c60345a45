import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf, sizes } from '../testing/catalog.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf } = catalogOf(test, tenant);
const eur = (amount: number, compareAt: number | null) => ({ currency: 'EUR', amount, compareAt });

describe('a former price (compareAt)', () => {
  it('below the amount gets 422, which names each of them', async () => {
    const [s, m, l] = sizes('CMP', ['S', 'M', 'L']);
    const variants = [
      { ...s, prices: [eur(5, 4.99), { currency: 'USD', amount: 5, compareAt: 5 }] },
      { ...m, prices: [eur(5, null)] },
      { ...l, prices: [eur(5, 0)] },
    ];
    const options = [{ name: 'Size', values: ['S', 'M', 'L'] }];
    const refused = await call('POST', 'products', { title: 'Tea', options, variants });
    assert.deepEqual(problemsOf(refused), [
      'variants[0].prices[0].compareAt too_small',
      'variants[2].prices[0].compareAt too_small',
    ]);
    assert.equal(refused.body.error.details[0].message, 'must be at least the amount, 5');
  });

  it('that was stored below the amount before this rule prevents no other change', async () => {
    const { id } = await newProduct({ variants: [{ sku: 'CMP-OLD', prices: [eur(5, 6)] }] });
    await test.db.inTenant(tenant.id, (tx) =>
      tx.query('update prices set compare_at = 1 where compare_at = 6'),
    );
    assert.equal((await call('PATCH', `products/${id}`, { title: 'Other tea' })).status, 200);
    const [{ id: variantId }] = (await gridOf(id)).variants;
    const changed = await call('PATCH', `variants/${variantId}`, { prices: [eur(7, 1)] });
    assert.deepEqual(problemsOf(changed), ['prices[0].compareAt too_small']);
  });

  it('is not passed by a change of many prices, which names the variant instead', async () => {
    const { id } = await newProduct({ variants: [{ sku: 'CMP-BULK', prices: [eur(5, 6)] }] });
    const [{ id: variantId }] = (await gridOf(id)).variants;
    const raise = (amount: number) =>
      ask('POST', 'prices/bulk', { variantIds: [variantId], currency: 'EUR', amount });
    const { changed, failed } = await raise(2);
    assert.deepEqual([changed, failed[0].id, failed[0].code], [0, variantId, 'too_large']);
    assert.equal((await raise(1)).changed, 1);
  });
});
