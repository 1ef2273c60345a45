/** Repeated requests of shoppers: an Idempotency-Key gives nobody the data of another. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { openCheckoutShop, shopperWith } from '../modules/checkout/testing/shop.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const sku = await shop.sold();
const { bearers } = await openShop(test, shop.tenant);

const KEY = { 'idempotency-key': 'the-same' };
const LINES = { lines: [{ sku, quantity: 1 }] };
const isReplayed = (answer: { headers: Record<string, unknown> }) =>
  answer.headers['idempotent-replayed'] === 'true';

describe('a repeated request of a shopper', () => {
  it('is refused with a publishable key, which all shoppers share, and makes no cart', async () => {
    const create = (token: string) =>
      shop.call('POST', '/v1/storefront/carts', token, { ...LINES, currency: 'EUR' }, KEY);
    const count = () =>
      test.db
        .inTenant(shop.tenant.id, (tx) => tx.query('select from carts'))
        .then(({ rowCount }) => rowCount);
    const before = await count();
    for (const answer of [await create(bearers.publishable), await create(bearers.publishable)]) {
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.body.error.details[0].path, 'Idempotency-Key');
    }
    assert.equal(await count(), before);
    const [first, second] = [await create(bearers.server), await create(bearers.server)];
    assert.deepEqual([first.status, second.body.data.id], [201, first.body.data.id]);
  });

  it('runs once, and returns the cart as it is now', async () => {
    const cart = await shop.cart([{ sku, quantity: 2 }]);
    const add = () => cart.cart('POST', '/lines', LINES, KEY);
    assert.equal((await add()).body.data.lines[0].quantity, 3);
    await cart.cart('PATCH', '', { note: 'Ring twice' });
    const again = await add();
    assert.deepEqual(
      [again.status, isReplayed(again), again.body.data.lines[0].quantity, again.body.data.note],
      [200, true, 3, 'Ring twice'],
    );
  });

  it('gets 404 with a token that was replaced when the cart was claimed', async () => {
    const guest = await shop.cart([{ sku }]);
    const { token } = await shop.ask('POST', '/v1/storefront/sessions', {
      customerId: await shop.tenant.customer(),
    });
    const claim = { token: guest.token };
    const claimed = await shop.call('POST', '/v1/storefront/carts/current/claim', token, claim);
    assert.equal(claimed.status, 200, claimed.text);
    const owner = shopperWith(shop.call, claimed.body.data);
    await owner.cart('PATCH', '', { email: 'ada@shop.example', note: 'Ring twice' });
    assert.equal((await owner.cart('POST', '/lines', LINES, KEY)).status, 200);
    assert.ok(isReplayed(await owner.cart('POST', '/lines', LINES, KEY)));
    const stale = await guest.cart('POST', '/lines', LINES, KEY);
    assert.equal(stale.status, 404, stale.text);
    assert.doesNotMatch(stale.text, /ada@|Ring/);
  });

  it('has nothing of a person who was erased meanwhile', async () => {
    const email = 'gone@shop.example';
    const customerId = await shop.tenant.customer('Gone');
    await shop.ask('PATCH', `/v1/crm/customers/${customerId}`, { email });
    const cart = await shop.cart([{ sku }], { email });
    assert.match((await cart.cart('POST', '/lines', LINES, KEY)).text, /gone@/);
    const admin = await shop.tenant.staff('admin');
    assert.equal((await shop.call('POST', `/v1/crm/customers/${customerId}/erase`, admin)).status, 200);
    const again = await cart.cart('POST', '/lines', LINES, KEY);
    assert.deepEqual([again.status, isReplayed(again)], [200, true]);
    assert.doesNotMatch(again.text, /gone@/);
  });

  it('stores a few bytes, however large its cart is', async () => {
    const attributes = { text: 'x'.repeat(500) };
    const cart = await shop.cart([{ sku, attributes }]);
    await cart.cart('POST', '/lines', { lines: [{ sku, attributes }] }, KEY);
    const { rows } = await test.db.inTenant(shop.tenant.id, (tx) =>
      tx.query<{ answer: string }>('select answer::text from idempotency_keys where actor_id = $1', [
        cart.id,
      ]),
    );
    assert.deepEqual(
      rows.map(({ answer }) => JSON.parse(answer)),
      [{ id: cart.id }],
    );
  });
});
