/** Carts and checkouts of a tenant, for tests over all modules. */
import type { TestApp, TestTenant } from '../../../testing.ts';
import { type CheckoutShop, openCheckoutShop } from './shop.ts';

const shops = new Map<string, Promise<CheckoutShop>>();

/** One shop for each tenant. */
export function shopOf(test: TestApp, tenant: TestTenant): Promise<CheckoutShop> {
  const open = shops.get(tenant.id) ?? openCheckoutShop(test, tenant);
  shops.set(tenant.id, open);
  return open;
}

/** A cart with a line, whose stock is not kept. */
export async function addCart(test: TestApp, tenant: TestTenant) {
  const shop = await shopOf(test, tenant);
  return shop.cart([{ sku: await shop.sold(null) }]);
}

/** A cart that its shopper left an hour ago. */
export async function addAbandonedCart(test: TestApp, tenant: TestTenant) {
  const cart = await addCart(test, tenant);
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query("update carts set state = 'abandoned', abandoned_at = $2, spells = 1 where id = $1", [
      cart.id,
      test.now(),
    ]),
  );
  return cart;
}

/** A cart with an open checkout that could be completed, and a code without a limit. */
export async function addCheckout(test: TestApp, tenant: TestTenant) {
  const shop = await shopOf(test, tenant);
  const cart = await shop.readyCart([{ sku: await shop.sold(5) }], (await shop.shipping()).id);
  const { code } = await shop.discount();
  const { body } = await cart.cart('POST', '/codes', { code });
  const { totals } = (await cart.checkout('GET')).body.data;
  return { ...cart, total: totals.total as number, discountId: body.data.discountCodes[0].id as string };
}

/** Rows in each table: an order with a use of a code, an open checkout, and settings. */
export async function fillCheckout(test: TestApp, tenant: TestTenant): Promise<void> {
  const done = await addCheckout(test, tenant);
  await done.complete(done.total);
  await addCheckout(test, tenant);
  await (await shopOf(test, tenant)).settings({ guestCartDays: 20 });
}
