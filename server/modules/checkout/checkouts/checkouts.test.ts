import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { ADDRESS, openCheckoutShop } from '../testing/shop.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();

describe('from nothing to an order', () => {
  it('takes four calls: a cart, its checkout, an address, and the completion', async () => {
    const sku = await shop.sold(10);
    const cart = await shop.cart([{ sku, quantity: 2 }]);
    const started = await cart.start();
    assert.deepEqual([started.status, started.body.data.state], [201, 'open']);
    assert.deepEqual(await shop.figures(sku), [10, 2]);
    const missing = started.body.data.problems.map(({ code }: { code: string }) => code);
    assert.deepEqual(missing, ['email_missing', 'address_missing']);
    const ready = await cart.checkout('PATCH', {
      contact: { email: 'ADA@shop.example ' },
      shippingAddress: ADDRESS,
      shippingOptionId: optionId,
    });
    assert.deepEqual(ready.body.data.problems, []);
    assert.equal(ready.body.data.totals.total, 13.9);
    const types = await shop.published(async () => {
      const done = await cart.complete(13.9);
      assert.equal(done.status, 200, done.text);
      const { order, state } = done.body.data;
      assert.deepEqual([state, order.total, order.paymentStatus], ['completed', 13.9, 'unpaid']);
      assert.equal(order.id, started.body.data.orderId);
    });
    assert.deepEqual(types, ['order.placed', 'checkout.completed']);
    const order = await shop.ask('GET', `/v1/crm/orders/${started.body.data.orderId}`);
    assert.deepEqual(
      [order.channel, order.propertyId, order.metadata.checkoutId],
      ['storefront', shop.propertyId, started.body.data.id],
    );
    assert.deepEqual(order.shippingAddress, ADDRESS);
    const customer = await shop.ask('GET', `/v1/crm/customers/${order.customerId}`);
    assert.deepEqual([customer.email, customer.name], ['ada@shop.example', 'Ada Lovelace']);
    const [reservation] = await shop.ask('GET', `/v1/inventory/reservations?orderId=${order.id}`);
    assert.deepEqual([reservation.quantity, reservation.expiresAt], [2, null]);
    assert.equal((await cart.order()).body.data.orderNumber, order.orderNumber);
  });

  it('needs neither an address nor a shipping option for goods that are not shipped', async () => {
    const cart = await shop.cart([{ sku: await shop.sold(null) }]);
    await cart.start();
    await cart.checkout('PATCH', { contact: { email: 'bob@shop.example' } });
    const done = await cart.complete(4.5);
    assert.equal(done.status, 200, done.text);
    assert.equal(done.body.data.order.shippingAddress, null);
  });
});

describe('a checkout', () => {
  it('that lacks units is refused with all SKUs that lack them, and holds nothing', async () => {
    const [few, none, many] = [await shop.sold(1), await shop.sold(0), await shop.sold(9)];
    const cart = await shop.cart([few, none, many].map((sku) => ({ sku, quantity: 2 })));
    const refused = await cart.start();
    assert.equal(refused.status, 409);
    assert.equal(refused.body.error.code, 'out_of_stock');
    assert.deepEqual(
      refused.body.error.details.toSorted((one: { sku: string }, other: { sku: string }) =>
        one.sku < other.sku ? -1 : 1,
      ),
      [
        { sku: few, wanted: 2, available: 1 },
        { sku: none, wanted: 2, available: 0 },
      ].toSorted((one, other) => (one.sku < other.sku ? -1 : 1)),
    );
    assert.deepEqual(await shop.figures(many), [9, 0]);
    const { problems } = (await cart.cart('GET')).body.data;
    assert.deepEqual(
      problems.map(({ code }: { code: string }) => code),
      ['out_of_stock', 'out_of_stock'],
    );
  });

  it('started again is the same one, with a longer hold up to an hour, and one event', async () => {
    const cart = await shop.cart([{ sku: await shop.sold() }]);
    const types = await shop.published(async () => {
      const first = await cart.start();
      test.advance(10 * 60_000);
      const again = await cart.start();
      assert.deepEqual([again.status, again.body.data.id], [201, first.body.data.id]);
      const minutes = (from: { body: { data: { createdAt: string; expiresAt: string } } }) =>
        Math.round((Date.parse(from.body.data.expiresAt) - Date.parse(from.body.data.createdAt)) / 60_000);
      assert.deepEqual([minutes(first), minutes(again)], [15, 25]);
      for (let more = 0; more < 4; more++) {
        test.advance(10 * 60_000);
        await cart.start();
      }
      assert.equal(minutes(await cart.start()), 60);
    });
    assert.deepEqual(types, ['checkout.started']);
  });

  it('completed again, also by staff, returns the same order and publishes nothing', async () => {
    const cart = await shop.readyCart([{ sku: await shop.sold() }], optionId);
    const first = await cart.complete(cart.total);
    const types = await shop.published(async () => {
      const again = await cart.complete(999);
      assert.deepEqual([again.status, again.body.data], [200, first.body.data]);
      const byStaff = await shop.ask('POST', `/v1/checkout/checkouts/${cart.checkoutId}/complete`, {});
      assert.deepEqual(byStaff, first.body.data);
    });
    assert.deepEqual(types, []);
    assert.equal((await cart.add('ANY')).status, 409);
    assert.equal((await cart.start()).status, 409);
  });

  it('whose total changed is refused with both totals, and stays open', async () => {
    const sku = await shop.sold();
    const cart = await shop.readyCart([{ sku }], optionId);
    await cart.add(sku, 1);
    const refused = await cart.complete(cart.total);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.error.code, 'checkout_changed');
    assert.deepEqual(refused.body.error.details, { expectedTotal: 9.4, total: 13.9 });
    assert.equal((await cart.complete(13.9)).status, 200);
    assert.deepEqual(await shop.figures(sku), [100, 2]);
  });

  it('reports all that is missing in one answer', async () => {
    const cart = await shop.cart([{ sku: await shop.sold() }]);
    await cart.start();
    const refused = await cart.complete(4.5);
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
      ['contact.email email_missing', 'shippingAddress address_missing'],
    );
  });

  it('that is cancelled frees its stock at once; another one may follow', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.cart([{ sku, quantity: 5 }]);
    await cart.start();
    assert.deepEqual(await shop.figures(sku), [5, 5]);
    assert.equal((await cart.checkout('DELETE')).body.data.state, 'cancelled');
    assert.deepEqual(await shop.figures(sku), [5, 0]);
    assert.equal((await cart.complete(22.5)).status, 409);
    assert.equal((await cart.start()).status, 201);
  });

  it('holds the lines that the cart has when it is changed or completed', async () => {
    const [sku, other] = [await shop.sold(10), await shop.sold(1)];
    const cart = await shop.readyCart([{ sku, quantity: 4 }], optionId);
    await cart.cart('PUT', `/lines/${cart.key}`, { quantity: 1 });
    await cart.add(other, 2);
    const refused = await cart.complete(18.4);
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'out_of_stock']);
    assert.deepEqual(await shop.figures(sku), [10, 4]);
    await shop.stock(other, 1);
    const done = await cart.complete(18.4);
    assert.equal(done.status, 200, done.text);
    assert.deepEqual(
      [await shop.figures(sku), await shop.figures(other)],
      [
        [10, 1],
        [2, 2],
      ],
    );
  });

  it('of goods that are not shipped is taxed by the billing address, and asks for it where there are taxes', async () => {
    const taxed = await openCheckoutShop(test);
    await taxed.ask('POST', '/v1/checkout/tax-rates', { name: 'VAT', country: 'DE', percent: 19 });
    const cart = await taxed.cart([{ sku: await taxed.sold(null) }]);
    await cart.start();
    const contact = { email: 'bob@shop.example' };
    const { problems } = (await cart.checkout('PATCH', { contact })).body.data;
    assert.deepEqual(
      problems.map(({ code }: { code: string }) => code),
      ['address_missing'],
    );
    assert.equal((await cart.complete(4.5)).status, 422);
    const { body } = await cart.checkout('PATCH', { billingAddress: ADDRESS });
    assert.deepEqual([body.data.problems, body.data.totals.tax, body.data.totals.total], [[], 0.86, 5.36]);
    assert.equal((await cart.complete(5.36)).body.data.order.taxTotal, 0.86);
  });

  it('keeps its currency: the cart changes it only when no checkout is open', async () => {
    const prices = [
      { currency: 'EUR', amount: 4.5 },
      { currency: 'JPY', amount: 700 },
    ];
    const cart = await shop.cart([{ sku: await shop.sold(5, { prices }) }]);
    await cart.start();
    assert.equal((await cart.cart('PATCH', '', { currency: 'JPY' })).status, 409);
    assert.equal((await cart.checkout('DELETE')).status, 200);
    assert.equal((await cart.cart('PATCH', '', { currency: 'JPY' })).body.data.currency, 'JPY');
    const again = (await cart.start()).body.data;
    assert.deepEqual([again.currency, again.totals.subtotal], ['JPY', 700]);
  });

  it('of a guest does not tell whether the e-mail address is that of a customer', async () => {
    await shop.ask('POST', '/v1/crm/customers', { name: 'Known', email: 'known@shop.example' });
    const cart = await shop.cart([{ sku: await shop.sold(null) }]);
    await cart.start();
    await cart.checkout('PATCH', { contact: { email: 'known@shop.example' } });
    assert.equal((await cart.complete(4.5)).status, 200);
    assert.equal((await cart.cart('GET')).body.data.customerId, null);
  });

  it('ended by staff is expired, with its event', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.readyCart([{ sku }], optionId);
    const types = await shop.published(() =>
      shop.ask('POST', `/v1/checkout/checkouts/${cart.checkoutId}/expire`),
    );
    assert.deepEqual(types, ['checkout.expired']);
    assert.deepEqual(await shop.figures(sku), [5, 0]);
    assert.equal((await cart.checkout('PATCH', {})).status, 409);
  });

  it('of a tenant without the inventory takes no stock', async () => {
    const bare = await openCheckoutShop(test);
    const sku = await bare.sold(0);
    await test.call('POST', '/v1/modules/inventory/deactivate', { token: await bare.tenant.staff('owner') });
    const { id } = await bare.shipping();
    const cart = await bare.readyCart([{ sku }], id);
    assert.equal((await cart.complete(cart.total)).status, 200);
  });

  it('keeps its units for the order if the inventory is switched off before the completion', async () => {
    const mixed = await openCheckoutShop(test);
    const { id } = await mixed.shipping();
    const [sku, other] = [await mixed.sold(5), await mixed.sold(5)];
    const same = await mixed.readyCart([{ sku, quantity: 2 }], id);
    const less = await mixed.readyCart([{ sku: other, quantity: 2 }], id);
    const owner = await mixed.tenant.staff('owner');
    await test.call('POST', '/v1/modules/inventory/deactivate', { token: owner });
    assert.equal((await same.complete(same.total)).status, 200);
    await less.cart('PUT', `/lines/${less.key}`, { quantity: 1 });
    assert.equal((await less.complete(9.4)).status, 200);
    await test.call('POST', '/v1/modules/inventory/activate', { token: owner });
    const [reservation] = await mixed.ask('GET', `/v1/inventory/reservations?sku=${sku}`);
    assert.deepEqual([reservation.quantity, reservation.expiresAt], [2, null]);
    assert.deepEqual(await mixed.figures(other), [5, 0]);
  });
});
