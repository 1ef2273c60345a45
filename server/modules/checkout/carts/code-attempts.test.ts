import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openCheckoutShop } from '../testing/shop.ts';

const test = await useApp({ STOREFRONT_LIMIT_SCALE: '1' });
const shop = await openCheckoutShop(test);

it('guesses of codes are limited to five a minute for an address, over all its carts, right ones too', async () => {
  const { code } = await shop.discount();
  const sku = await shop.sold(null);
  const carts = [await shop.cart([{ sku }]), await shop.cart([{ sku }])];
  const guess = (n: number, text: string) => carts[n % 2]!.cart('POST', '/codes', { code: text });
  for (let n = 0; n < 5; n++) assert.equal((await guess(n, `NONE-${n}`)).status, 422);
  const refused = await guess(1, code);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
  test.advance(61_000);
  assert.equal((await guess(1, code)).status, 200);
});
