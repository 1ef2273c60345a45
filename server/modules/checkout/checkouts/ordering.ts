/** Places the order of a frozen checkout. Nothing in here is refused by business. */
import { crashPoint } from '#kernel/crash.ts';
import type { Tx } from '#kernel/db/db.ts';
import { publish } from '#kernel/events/publish.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { type CartRow, saveRow } from '../carts/carts.sql.ts';
import { forgetAttributes } from '../carts/lines.sql.ts';
import { type Deps, timesOf } from '../carts/saving.ts';
import { findSettings } from '../settings/settings.sql.ts';
import { type CheckoutRow, updateCheckout } from './checkouts.sql.ts';
import type { CompletedCheckout } from './fields.ts';
import type { Buyer, Frozen } from './frozen.ts';
import { presentToBuyer } from './shown.ts';

/**
 * Cart and checkout are locked, and the checkout is frozen. Not fresh: in another transaction, so its customer may have been
 * merged or erased meanwhile. The order has the person from now on; cart and checkout forget it.
 */
export async function place(
  tx: Tx,
  { others, now }: Deps,
  tenantId: string,
  by: Buyer,
  cart: CartRow,
  checkout: CheckoutRow,
  { isFresh }: { isFresh: boolean },
): Promise<CompletedCheckout> {
  const { body, metadata, contact, shown } = JSON.parse(checkout.frozen!) as Frozen;
  const customerId = isFresh
    ? body.customerId
    : await others.customerForOrder(tx, now, body.customerId, contact);
  const over: CartRow = {
    ...{ ...cart, state: 'completed', email: null, note: null, attributes: null },
    // A guest's cart does not tell whose e-mail address it had.
    ...{ version: cart.version + 1, updated_at: now },
  };
  const times = timesOf(over, await findSettings(tx), now, false);
  const hasAttributes = !isFresh || metadata.lines !== undefined;
  await Promise.all([
    saveRow(tx, { row: over, times }),
    hasAttributes ? forgetAttributes(tx, cart.id) : undefined,
    isFresh ? undefined : others.stock.confirm(tx, checkout.order_id),
  ]);
  // The number of the order locks the tenant's counter until commit, so nearly everything else comes before it.
  const author = { ...by, tenant: { id: tenantId } };
  const order = await others.placeOrder(
    tx,
    author,
    now,
    { ...body, customerId },
    metadata,
    checkout.order_id,
  );
  const row: CheckoutRow = {
    ...{ ...checkout, state: 'completed', customer_id: customerId, order_number: order.orderNumber },
    ...{ email: null, phone: null, shipping_address: null, billing_address: null },
    ...{
      frozen: JSON.stringify({ shown }),
      version: checkout.version + 1,
      updated_at: now,
      completed_at: now,
    },
  };
  const [isCompleted] = await Promise.all([
    updateCheckout(tx, row),
    publish(tx, now, {
      type: 'checkout.completed',
      data: {
        ...{ id: row.id, cartId: cart.id, orderId: row.order_id, orderNumber: order.orderNumber },
        ...{ currency: row.currency, total: fromMinor(row.total!, currencyExponent(row.currency)!) },
        at: now.toISOString(),
      },
    }),
  ]);
  if (!isCompleted) throw new Error('a locked checkout changed its state');
  crashPoint('after_order_before_commit');
  return { id: row.id, cartId: row.cart_id, state: row.state, order: presentToBuyer(order) };
}
