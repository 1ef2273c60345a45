import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { ADDRESS, openCheckoutShop } from '../testing/shop.ts';
import { countUses } from './uses.sql.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();

const withCode = async (code: string, lines: object[]) => {
  const cart = await shop.cart(lines);
  return { ...cart, answer: await cart.cart('POST', '/codes', { code }) };
};
const usedOf = async (id: string) => (await shop.ask('GET', `/v1/checkout/discounts/${id}`)).used;

/** Checks out with a code; the e-mail address chooses the customer. */
async function buy(code: string, email: string) {
  const { answer, ...cart } = await withCode(code, [{ sku: await shop.sold(null) }]);
  assert.equal(answer.status, 200, answer.text);
  await cart.start();
  const ready = await cart.checkout('PATCH', { contact: { email } });
  return {
    cart,
    total: ready.body.data.totals.total,
    done: await cart.complete(ready.body.data.totals.total),
  };
}

describe('a discount code', () => {
  it('takes a part off the lines that it covers, whatever the case it is typed in', async () => {
    const [tea, cup] = [await shop.sold(), await shop.sold()];
    const [{ productId }] = await shop.ask('GET', `/v1/catalog/variants?sku=${tea}`);
    const { code, id } = await shop.discount({ productIds: [productId], value: 50 });
    const { answer } = await withCode(code.toLowerCase(), [{ sku: tea, quantity: 2 }, { sku: cup }]);
    assert.deepEqual(answer.body.data.discountCodes, [{ id, code, amount: 4.5, applies: true }]);
    assert.equal(answer.body.data.totals.total, 9);
  });

  it('applies from its minimum on, and is no use of it before', async () => {
    const { code, id } = await shop.discount({ kind: 'amount', value: 5, currency: 'EUR', minSubtotal: 9 });
    const sku = await shop.sold(null);
    const { answer, ...cart } = await withCode(code, [{ sku }]);
    assert.deepEqual(
      [answer.body.data.discountCodes[0].applies, answer.body.data.totals.total],
      [false, 4.5],
    );
    const more = await cart.add(sku);
    assert.deepEqual([more.body.data.discountCodes[0].applies, more.body.data.totals.total], [true, 4]);
    assert.equal(await usedOf(id), 0);
  });

  it('that takes nothing off does not apply, and no use of it is taken', async () => {
    const [all, rest] = [await shop.discount({ value: 100 }), await shop.discount({ value: 10, maxUses: 1 })];
    const { answer: _, ...cart } = await withCode(all.code, [{ sku: await shop.sold(null) }]);
    const { body } = await cart.cart('POST', '/codes', { code: rest.code });
    const shown = ({ discountCodes }: { discountCodes: { amount: number; applies: boolean }[] }) =>
      discountCodes.map(({ amount, applies }) => [amount, applies]);
    assert.deepEqual(shown(body.data), [
      [4.5, true],
      [0, false],
    ]);
    await cart.start();
    await cart.checkout('PATCH', { contact: { email: 'ada@shop.example' } });
    assert.equal((await cart.complete(0)).status, 200);
    assert.equal(await usedOf(rest.id), 0);
  });

  it('for free shipping applies until it is known that shipping costs nothing', async () => {
    const { code, id } = await shop.discount({ kind: 'free_shipping', value: 0, maxUses: 1 });
    const { id: free } = await shop.shipping(0);
    const sku = await shop.sold();
    const { answer, ...cart } = await withCode(code, [{ sku }]);
    assert.equal(answer.body.data.discountCodes[0].applies, true);
    await cart.start();
    const change = { contact: { email: 'ada@shop.example' }, shippingAddress: ADDRESS };
    const ready = await cart.checkout('PATCH', { ...change, shippingOptionId: free });
    assert.equal(ready.body.data.discountCodes[0].applies, false);
    assert.equal((await cart.complete(4.5)).status, 200);
    assert.equal(await usedOf(id), 0);
    const download = await withCode(code, [{ sku: await shop.sold(null) }]);
    assert.equal(download.answer.body.data.discountCodes[0].applies, false, 'nothing is shipped');
  });

  it('makes shipping free, on the order too', async () => {
    const { code } = await shop.discount({ kind: 'free_shipping', value: 0 });
    const cart = await shop.readyCart([{ sku: await shop.sold() }], optionId);
    await cart.cart('POST', '/codes', { code });
    const { totals } = (await cart.checkout('GET')).body.data;
    assert.deepEqual([totals.shipping, totals.total], [0, 4.5]);
    const { order } = (await cart.complete(4.5)).body.data;
    assert.deepEqual([order.shippingTotal, order.total], [0, 4.5]);
  });

  it('that is unknown, not active, early, late, foreign or spent gets one and the same answer', async () => {
    const spent = await shop.discount({ maxUses: 1 });
    await buy(spent.code, 'first@shop.example');
    const codes = [
      'NONE',
      (await shop.discount({ active: false })).code,
      (await shop.discount({ startsAt: '2999-01-01T00:00:00Z' })).code,
      (await shop.discount({ endsAt: '2020-01-01T00:00:00Z' })).code,
      (await shop.discount({ kind: 'amount', value: 1, currency: 'USD' })).code,
      spent.code,
    ];
    const sku = await shop.sold();
    for (const code of codes) {
      const { answer } = await withCode(code, [{ sku }]);
      assert.deepEqual(
        [answer.status, answer.body.error.code, answer.body.error.details],
        [422, 'code_not_usable', undefined],
      );
    }
  });

  it('that ended meanwhile stops the completion until it is removed', async () => {
    const { code, id } = await shop.discount();
    const cart = await shop.readyCart([{ sku: await shop.sold() }], optionId);
    await cart.cart('POST', '/codes', { code });
    await shop.ask('PATCH', `/v1/checkout/discounts/${id}`, { active: false });
    const { problems, totals } = (await cart.checkout('GET')).body.data;
    assert.deepEqual([problems[0].code, totals.total], ['code_not_usable', 9.4]);
    const refused = await cart.complete(9.4);
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'code_not_usable']);
    assert.equal((await cart.cart('DELETE', `/codes/${id}`)).status, 200);
    assert.equal((await cart.complete(9.4)).status, 200);
  });

  it('is used once by a customer if it says so, also by two checkouts at once', async () => {
    const { code, id } = await shop.discount({ maxUsesPerCustomer: 1 });
    const carts = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { answer: _, ...cart } = await withCode(code, [{ sku: await shop.sold(null) }]);
        await cart.start();
        await cart.checkout('PATCH', { contact: { email: 'same@shop.example' } });
        return cart;
      }),
    );
    const done = await Promise.all(carts.map((cart) => cart.complete(4.05)));
    assert.deepEqual(done.map(({ status }) => status).sort(), [200, 422, 422, 422]);
    assert.equal((await buy(code, 'other@shop.example')).done.status, 200);
    await test.db.inTenant(shop.tenant.id, (tx) => countUses(tx, 100));
    assert.equal(await usedOf(id), 2);
  });

  it('with a limit counts at once; one without is counted by the worker, and before it gets a limit', async () => {
    const limited = await shop.discount({ maxUses: 5 });
    const open = await shop.discount();
    for (const { code } of [limited, open, open]) await buy(code, 'often@shop.example');
    assert.deepEqual([await usedOf(limited.id), await usedOf(open.id)], [1, 0]);
    const change = { maxUses: 1 };
    const refused = await shop.call('PATCH', `/v1/checkout/discounts/${open.id}`, shop.tenant.key, change);
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'maxUses']);
    const changed = await shop.ask('PATCH', `/v1/checkout/discounts/${open.id}`, { maxUses: 2 });
    assert.equal(changed.used, 2);
  });

  it('is refused if its fields contradict each other', async () => {
    const create = (body: object) => shop.call('POST', '/v1/checkout/discounts', shop.tenant.key, body);
    const cases: [object, string][] = [
      [{ code: 'A', kind: 'percent', value: 101 }, 'value out_of_range'],
      [{ code: 'A', kind: 'amount', value: 5 }, 'currency required'],
      [{ code: 'A', kind: 'amount', value: 5.001, currency: 'EUR' }, 'value too_many_decimals'],
      [{ code: 'A', kind: 'free_shipping', value: 1 }, 'value not_allowed'],
      [{ code: ' ', kind: 'free_shipping' }, 'code required'],
    ];
    for (const [body, problem] of cases) {
      const { status, body: answer } = await create(body);
      assert.equal(status, 422);
      assert.deepEqual(
        answer.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
        [problem],
      );
    }
    const { code } = await shop.discount();
    assert.equal((await create({ code: code.toLowerCase(), kind: 'percent', value: 1 })).status, 409);
  });
});

describe('taxes', () => {
  it('are those of the destination and the tax code, on top of prices or inside of them', async () => {
    const taxed = await openCheckoutShop(test);
    const rate = (body: object) =>
      taxed.ask('POST', '/v1/checkout/tax-rates', { name: 'VAT', country: 'DE', ...body });
    await rate({ percent: 19 });
    await rate({ percent: 7, taxCode: 'food' });
    const { id } = await taxed.shipping();
    const food = await taxed.sold(10, { taxCode: 'food' });
    const lines = [{ sku: await taxed.sold(10), quantity: 2 }, { sku: food }];
    const cart = await taxed.readyCart(lines, id);
    const { totals } = (await cart.checkout('GET')).body.data;
    assert.deepEqual([totals.tax, totals.total, totals.taxIncluded], [2.03, 20.43, false]);
    assert.equal((await cart.cart('GET')).body.data.totals.estimatedTax, 2.03);
    assert.equal((await cart.complete(20.43)).body.data.order.taxTotal, 2.03);

    await taxed.settings({ pricesIncludeTax: true, shippingTaxed: true });
    const gross = await taxed.readyCart(lines, id);
    const shown = (await gross.checkout('GET')).body.data.totals;
    assert.deepEqual([shown.tax, shown.total, shown.taxIncluded], [2.51, 18.4, true]);
    const { order } = (await gross.complete(18.4)).body.data;
    assert.deepEqual([order.total, order.taxTotal, order.subtotal], [18.4, 2.51, 11.77]);
  });
});

describe('shipping options', () => {
  it('are offered by country, subtotal and weight; another address may need another one', async () => {
    const { shipping, sold, cart: newCart } = await openCheckoutShop(test);
    const light = {
      name: 'Letter',
      basis: 'weight',
      tiers: [
        { from: 0, amount: 1 },
        { from: 500, amount: 3 },
      ],
    };
    const [letter] = [await shipping(0, light), await shipping(5, { name: 'Abroad', countries: ['FR'] })];
    await shipping(0, { name: 'Free', tiers: [{ from: 20, amount: 0 }], position: 2 });
    const sku = await sold(50, { weightGrams: 200 });
    const cart = await newCart([{ sku }]);
    await cart.start();
    const offers = async (country: string) =>
      (await cart.checkout('PATCH', { shippingAddress: { ...ADDRESS, country } })).body.data.options.map(
        ({ name, amount }: { name: string; amount: number }) => `${name} ${amount}`,
      );
    assert.deepEqual(await offers('DE'), ['Letter 1']);
    assert.deepEqual(await offers('FR'), ['Letter 1', 'Abroad 5']);
    await cart.add(sku, 4);
    assert.deepEqual(await offers('DE'), ['Letter 3', 'Free 0']);
    const chosen = await cart.checkout('PATCH', { shippingOptionId: letter.id });
    assert.equal(chosen.body.data.totals.shipping, 3);
  });
});
