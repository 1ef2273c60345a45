import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { passesLuhn } from '#kernel/http/body/card-numbers.ts';
import { useApp } from '../../../testing.ts';
import { openCheckoutShop } from '../testing/shop.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);

const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);
const priced = (currency: string) => ({ prices: [{ currency, amount: 999_999_999 }] });

describe('a cart', () => {
  it('whose total no row can hold is shown as too large, and its checkout is refused', async () => {
    const sku = await shop.sold(null, priced('CLF'));
    const line = (n: number) => ({ sku, quantity: 9_999, attributes: { n: String(n) } });
    const lines = Array.from({ length: 200 }, (_, n) => line(n));
    const whole = await shop.create(lines, { currency: 'CLF' });
    assert.equal(whole.status, 201, whole.text);
    assert.deepEqual(codesOf(whole.body.data), ['too_large']);

    const cart = await shop.cart([{ sku }], { currency: 'CLF' });
    assert.equal((await cart.start()).status, 201);
    const grown = await cart.cart('POST', '/lines', { lines: lines.slice(1) });
    assert.deepEqual([grown.status, codesOf(grown.body.data)], [200, ['too_large']]);
    const changed = await cart.checkout('PATCH', { contact: { email: 'rich@shop.example' } });
    assert.deepEqual([changed.status, codesOf(changed.body.data)], [200, ['too_large']]);
    const refused = await cart.complete(1);
    assert.deepEqual([refused.status, refused.body.error.details[0].code], [409, 'too_large']);
  });

  it('with the largest totals is completed, also if the total looks like the number of a card', async () => {
    const sku = await shop.sold(null, priced('EUR'));
    const like = Array.from({ length: 8_000 }, (_, n) => 1_999 + n).find((units) =>
      passesLuhn(String(999_999_999 * units)),
    )!;
    for (const quantity of [9_999, like]) {
      const cart = await shop.cart([{ sku, quantity }]);
      await cart.start();
      const { body } = await cart.checkout('PATCH', { contact: { email: 'rich@shop.example' } });
      assert.deepEqual(body.data.problems, []);
      const done = await cart.complete(999_999_999 * quantity);
      assert.equal(done.status, 200, done.text);
    }
  });

  it('takes no attribute with a name of more than 100 characters, and nothing but texts, whatever their names', async () => {
    const cart = await shop.cart([{ sku: await shop.sold() }]);
    const problemOf = async (attributes: object) => {
      const { status, body } = await cart.cart('PATCH', '', { attributes });
      return [
        status,
        body.error?.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
      ];
    };
    const name = 'n'.repeat(101);
    assert.deepEqual(await problemOf({ [name]: 'x' }), [422, [['attributes', 'too_long']]]);
    for (const broken of ['a\nb', 'a\rb', 'a\u2028b'])
      assert.deepEqual(await problemOf({ [broken]: { deep: true } }), [
        422,
        [[`attributes.${broken}`, 'wrong_type']],
      ]);
    assert.deepEqual((await problemOf({ 'a\nb': 'text' }))[0], 200);
  });

  it('shows and sells SKUs that are named like properties of objects', async () => {
    for (const sku of ['constructor', 'toString', '__proto__']) {
      await shop.ask('POST', '/v1/catalog/products', {
        ...{ title: sku, status: 'active', kind: 'physical' },
        variants: [{ sku, prices: [{ currency: 'EUR', amount: 4.5 }] }],
      });
      await shop.stock(sku, 10);
      const cart = await shop.cart([{ sku, quantity: 10 }]);
      assert.deepEqual(codesOf((await cart.cart('GET')).body.data), [], sku);
      assert.equal((await cart.start()).status, 201);
      assert.deepEqual(codesOf((await cart.cart('GET')).body.data), [], sku);
      assert.deepEqual(await shop.figures(sku), [10, 10]);
    }
  });
});
