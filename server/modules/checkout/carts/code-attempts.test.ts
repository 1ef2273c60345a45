import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countInDatabase } from '#kernel/http/counted-attempts.ts';
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

it('200 wrong codes of a tenant in an hour, from any addresses, pause its codes for ten minutes, with a notice', async () => {
  const guessed = await openCheckoutShop(test);
  const { code } = await guessed.discount();
  const cart = await guessed.cart([{ sku: await guessed.sold(null) }]);
  const guess = (n: number, text: string) =>
    guessed.call(
      'POST',
      '/v1/storefront/carts/current/codes',
      guessed.tenant.key,
      { code: text },
      {
        'x-shopper-token': cart.token,
        'x-buyer-address': `192.0.2.${n}`,
      },
    );
  await test.db.inTenant(guessed.tenant.id, (tx) =>
    countInDatabase(tx, 'wrong discount codes', 'all shoppers', 199, { seconds: 3_600, now: test.now() }),
  );
  await test.db.inTenant(guessed.tenant.id, (tx) =>
    tx.query("update counted_attempts set attempts = 198 where what = 'wrong discount codes'"),
  );
  assert.equal((await guess(1, 'NONE-199')).status, 422);
  assert.equal((await guess(2, code)).status, 200);
  assert.equal((await guess(3, 'NONE-200')).status, 422);
  const paused = await guess(4, code);
  assert.deepEqual([paused.status, paused.headers['retry-after']], [429, '600']);
  const notices = await guessed.call('GET', '/v1/notices', await guessed.tenant.staff('admin'));
  assert.deepEqual(
    notices.body.data.map(({ kind }: { kind: string }) => kind),
    ['checkout.codes_guessed'],
  );
  test.advance(601_000);
  assert.equal((await guess(5, code)).status, 200);
});
