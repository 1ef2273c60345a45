import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openCheckoutShop } from '../testing/shop.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const TRANSFER = { id: 'transfer', name: 'Bank transfer', instructions: 'To DE02 1203\nwithin a week' };
const CASH = { id: 'cash', name: 'Cash', instructions: null };
const offer = (...paymentMethods: object[]) => shop.settings({ paymentMethods });

/** A cart of goods that are not shipped, with an open checkout. */
const started = async () => {
  const cart = await shop.cart([{ sku: await shop.sold(null) }], { email: 'ada@shop.example' });
  await cart.start();
  return cart;
};
const shown = ({ id, name, instructions }: typeof CASH | typeof TRANSFER) => ({
  ...{ methodId: id, name, instructions },
});

describe('a way to pay', () => {
  it('is the first until the shopper chooses, and its instructions are there after the order', async () => {
    await offer(CASH, TRANSFER);
    const cart = await started();
    assert.deepEqual((await cart.checkout('GET')).body.data.payment, shown(CASH));
    const { body } = await cart.checkout('PATCH', { paymentId: 'transfer' });
    assert.deepEqual(body.data.payment, shown(TRANSFER));
    assert.equal((await cart.complete(4.5)).status, 200);
    assert.deepEqual((await cart.checkout('GET')).body.data.payment, shown(TRANSFER));
    await offer({ ...TRANSFER, instructions: 'To another account' });
    assert.equal((await cart.checkout('GET')).body.data.payment.instructions, 'To another account');
  });

  it('that is no longer offered cannot be chosen; a checkout that has it goes on with the first', async () => {
    await offer(CASH, TRANSFER);
    const cart = await started();
    await cart.checkout('PATCH', { paymentId: 'transfer' });
    await offer(CASH);
    const refused = await cart.checkout('PATCH', { paymentId: 'transfer' });
    assert.deepEqual([refused.status, refused.body.error.details[0].path], [422, 'paymentId']);
    const changed = await cart.checkout('PATCH', { contact: { phone: '+49 30 1234567' } });
    assert.deepEqual([changed.status, changed.body.data.payment], [200, shown(CASH)]);
    assert.equal((await cart.complete(4.5)).status, 200);
    assert.deepEqual((await cart.checkout('GET')).body.data.payment, shown(CASH));
  });

  it('is always one at least, and each has an id of its own', async () => {
    const { version: _, ...settings } = await shop.ask('GET', '/v1/checkout/settings');
    const set = async (paymentMethods: object[]) =>
      shop.call('PUT', '/v1/checkout/settings', await shop.tenant.staff('admin'), {
        ...{ ...settings, paymentMethods },
      });
    assert.equal((await set([])).status, 422);
    const twice = await set([CASH, { ...CASH, name: 'Card' }]);
    assert.deepEqual([twice.status, twice.body.error.details[0].path], [422, 'paymentMethods[1].id']);
  });
});
