/** A checkout as a process leaves it that ends between the freeze and the order. */
import type { TestApp } from '../../../testing.ts';
import { lockOfCart } from '../checkouts/changing.ts';
import { freeze } from '../checkouts/completing.ts';
import type { Others } from '../others.ts';
import type { CheckoutShop } from './shop.ts';

/** Returns the customer of the frozen order. */
export async function freezeAlone(
  test: TestApp,
  shop: CheckoutShop,
  others: Others,
  cartId: string,
): Promise<string> {
  const me = await shop.ask('GET', '/v1/me');
  return test.db.inTenant(shop.tenant.id, async (tx) => {
    const { cart, checkout } = await lockOfCart(tx, { id: cartId });
    const frozen = await freeze(tx, { others, now: test.now() }, me, cart, checkout, null);
    return frozen.customer_id!;
  });
}
