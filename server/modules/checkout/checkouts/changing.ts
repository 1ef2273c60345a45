/** Reads and changes open checkouts. Activity extends the holds, up to the tenant's limit. */
import { isDeepStrictEqual } from 'node:util';
import { normalEmail, normalPhone } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { assertAlone } from '#kernel/db/sharing.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { type CartRow, findCart } from '../carts/carts.sql.ts';
import { postponeAbandonment } from '../carts/carts.ts';
import {
  type CartRef,
  checkoutLocked,
  type Deps,
  lockCurrent,
  priceCart,
  type Shop,
} from '../carts/saving.ts';
import { findSettings } from '../settings/settings.sql.ts';
import { type CheckoutRow, findLatestCheckout, lockCheckout, updateCheckout } from './checkouts.sql.ts';
import type { Checkout, CheckoutChange } from './fields.ts';
import { assertHeld, endOfHolds, holdLines } from './holding.ts';
import { presentCheckout } from './shown.ts';

const MINUTE = 60_000;

/** The checkout of the cart that began last. */
export async function readCheckout(tx: Tx, deps: Deps, shop: Shop, ref: CartRef): Promise<Checkout> {
  const cart = await findCart(tx, ref.id);
  const isCurrent = cart !== undefined && (ref.generation ?? cart.generation) === cart.generation;
  const row = isCurrent ? await findLatestCheckout(tx, cart.id) : undefined;
  if (row === undefined) throw notFound('checkout');
  return showCheckout(tx, deps, shop, cart!, row);
}

export async function showCheckout(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  cart: CartRow,
  row: CheckoutRow,
): Promise<Checkout> {
  if (row.state === 'open') return presentCheckout(row, await priceCart(tx, deps, shop, cart));
  return presentCheckout(row, null, row.payment_id === null ? null : await findSettings(tx));
}

/** One checkout of a cart, as staff name it; without an id, the latest. */
export type CheckoutRef = CartRef & { checkoutId?: string };

/** Locks the cart, then the checkout, until commit. */
export async function lockOfCart(
  tx: Tx,
  ref: CheckoutRef,
): Promise<{ cart: CartRow; checkout: CheckoutRow }> {
  // Sent together; the second runs when the first has its lock.
  const [cart, id] = await Promise.all([
    lockCurrent(tx, ref),
    ref.checkoutId ?? findLatestCheckout(tx, ref.id).then((latest) => latest?.id),
  ]);
  if (id === undefined) throw notFound('checkout');
  const checkout = await lockCheckout(tx, id);
  if (checkout === undefined) {
    assertAlone(tx);
    throw notFound('checkout');
  }
  return { cart, checkout };
}

export function assertOpen({ state }: CheckoutRow): void {
  if (state === 'open') return;
  if (state === 'paying') throw checkoutLocked();
  throw conflict(`This checkout is ${state}.${state === 'completed' ? '' : ' Start another one.'}`, {
    state,
  });
}

/** The function that is returned writes. */
export async function prepareChange(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  change: CheckoutChange,
): Promise<() => Promise<Checkout>> {
  const { cart, checkout } = await lockOfCart(tx, ref);
  assertOpen(checkout);
  const json = (value: object | null | undefined, former: string | null) =>
    value === undefined ? former : value === null ? null : JSON.stringify(value);
  const { email, phone } = change.contact ?? {};
  const after: CheckoutRow = {
    ...checkout,
    email: email === undefined ? checkout.email : email === null ? null : normalEmail(email)!,
    phone: phone === undefined ? checkout.phone : phone === null ? null : normalPhone(phone)!,
    shipping_address: json(change.shippingAddress, checkout.shipping_address),
    billing_address: json(change.billingAddress, checkout.billing_address),
    shipping_option_id:
      change.shippingOptionId === undefined
        ? checkout.shipping_option_id
        : (change.shippingOptionId?.toLowerCase() ?? null),
    payment_id: change.paymentId === undefined ? checkout.payment_id : change.paymentId,
  };
  if (change.paymentId != null) await assertMethod(tx, change.paymentId);
  return prepareHold(tx, deps, shop, cart, after, isDeepStrictEqual(checkout, after) ? 0 : 1);
}

export async function extendHold(...args: Parameters<typeof prepareHold>): Promise<Checkout> {
  return (await prepareHold(...args))();
}

/** A method that is no longer offered stops a choice of it, and nothing else: such a checkout has the default. */
async function assertMethod(tx: Tx, paymentId: string): Promise<void> {
  const { payment_methods: methods } = await findSettings(tx);
  if (methods.some(({ id }) => id === paymentId)) return;
  throw invalid([{ path: 'paymentId', code: 'not_found', message: 'must be one of the payment methods' }]);
}

/** Holds the lines of the cart as they are now, for longer, and saves the checkout. */
export async function prepareHold(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  cart: CartRow,
  row: CheckoutRow,
  changes: 0 | 1 = 0,
): Promise<() => Promise<Checkout>> {
  const { now } = deps;
  const priced = await priceCart(tx, deps, shop, cart, row);
  await assertHeld(tx, deps, shop.tenant, row, priced);
  const wanted = Math.min(now.getTime() + priced.settings.hold_minutes * MINUTE, row.hold_until.getTime());
  const expires_at = new Date(Math.max(row.expires_at.getTime(), wanted));
  return async () => {
    const held = await holdLines(tx, deps, shop.tenant, row, priced, endOfHolds(expires_at));
    const saved: CheckoutRow = {
      ...{ ...row, held, expires_at, total: priced.reckoned.total },
      ...{ version: row.version + changes, updated_at: changes === 1 ? now : row.updated_at },
    };
    const [isSaved] = await Promise.all([
      updateCheckout(tx, saved),
      postponeAbandonment(tx, cart, priced.settings, expires_at),
    ]);
    if (!isSaved) throw new Error('a locked checkout changed its state');
    return presentCheckout(saved, priced);
  };
}
