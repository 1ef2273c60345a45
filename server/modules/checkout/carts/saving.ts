/** Locks and saves carts: each change raises the version, moves its times and publishes its events. */
import type { Tenant } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { assertAlone, isShared, RUN_ALONE, take } from '#kernel/db/sharing.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { fromMinor } from '#shared/money.ts';
import { type CheckoutRow, findOpenCheckout, lockOpenCheckout } from '../checkouts/checkouts.sql.ts';
import { destinationOf } from '../checkouts/destination.ts';
import type { Others } from '../others.ts';
import { type Priced, price } from '../pricing.ts';
import type { CheckoutSettings } from '../settings/settings.sql.ts';
import { type CartRow, type CartTimes, findCart, lockCart, saveRow } from './carts.sql.ts';
import type { Cart } from './fields.ts';
import { findLines } from './lines.sql.ts';
import { presentCart } from './shown.ts';

/** The functions of other modules, and the time: the same for all rules of carts and checkouts. */
export type Deps = { others: Others; now: Date };
/** The tenant of the shopper or of the member of staff. `recovers`: the abandonment whose link the shopper opened. */
export type Shop = { tenant: Tenant; cart?: { recovers?: number } };
/** A cart as its token names it; without a generation, as staff name it. */
export type CartRef = { id: string; generation?: number };

export const SPELLS = 3;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const current = (row: CartRow | undefined, { generation }: CartRef): CartRow => {
  // A token of a former generation gets the answer of a cart that never existed.
  if (row === undefined || (generation !== undefined && row.generation !== generation))
    throw notFound('cart');
  return row;
};

export async function readCart(tx: Tx, { others, now }: Deps, shop: Shop, ref: CartRef): Promise<Cart> {
  const row = current(await findCart(tx, ref.id), ref);
  return presentCart(row, await priceCart(tx, { others, now }, shop, row));
}

/** Locked until commit. */
export async function lockCurrent(tx: Tx, ref: CartRef): Promise<CartRow> {
  if (isShared(tx) && !take(tx, ref.id)) throw RUN_ALONE;
  const row = await lockCart(tx, ref.id);
  // Another transaction has locked it, or it does not exist.
  if (row === undefined) assertAlone(tx);
  return current(row, ref);
}

/**
 * A cart that may be changed: not while it is being paid, and not after it became an order. Its checkout is only read: the sweep
 * of checkouts waits for stock, and no write of a cart does. Both statements are sent together; the second runs when the first has
 * its lock.
 */
export async function lockOpenCart(tx: Tx, ref: CartRef): Promise<CartRow> {
  const [cart, checkout] = await Promise.all([lockCurrent(tx, ref), findOpenCheckout(tx, ref.id)]);
  assertChangeable(cart, checkout);
  return cart;
}

/** The same with its open checkout, locked too: nobody ends it before the commit. */
export async function lockWithCheckout(
  tx: Tx,
  ref: CartRef,
): Promise<{ cart: CartRow; checkout: CheckoutRow | undefined }> {
  const [cart, checkout] = await Promise.all([lockCurrent(tx, ref), lockOpenCheckout(tx, ref.id)]);
  assertChangeable(cart, checkout);
  return { cart, checkout };
}

function assertChangeable({ state }: CartRow, checkout: CheckoutRow | undefined): void {
  if (state === 'completed') throw conflict('This cart became an order. Create another cart.');
  if (checkout?.state === 'paying') throw checkoutLocked();
}

export const checkoutLocked = () =>
  new AppError(
    'checkout_locked',
    'The payment of this checkout is under way. Try again shortly.',
    undefined,
    {
      'retry-after': '2',
    },
  );

/** Prices the cart with the address and the holds of its open checkout, which is read unless it is given. */
export async function priceCart(
  tx: Tx,
  { others, now }: Deps,
  { tenant }: Shop,
  row: CartRow,
  given?: CheckoutRow,
): Promise<Priced> {
  const [lines, checkout] = await Promise.all([findLines(tx, row.id), given ?? findOpenCheckout(tx, row.id)]);
  return price(tx, others, tenant, now, row, lines, checkout && destinationOf(checkout));
}

/** Saves a changed cart; its lines are written already. */
export async function saveCart(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  cart: CartRow,
  changed: string[],
): Promise<Cart> {
  const priced = await priceCart(tx, deps, shop, cart);
  const { now } = deps;
  const saved: CartRow = {
    ...cart,
    state: 'active',
    shown_subtotal: priced.reckoned.subtotal,
    version: cart.version + 1,
    updated_at: now,
  };
  const about = aboutCart(saved, priced, now);
  const events = [...recoveryOf(cart, about, shop), { type: 'cart.updated', data: { ...about, changed } }];
  await Promise.all([
    saveRow(tx, {
      row: saved,
      times: timesOf(saved, priced.settings, now, priced.lines.length > 0),
    }),
    publishAll(tx, now, events),
  ]);
  return presentCart(saved, priced);
}

/** The event of the shopper's return, if the cart was abandoned. */
export const recoveryOf = (before: CartRow, about: ReturnType<typeof aboutCart>, { cart }: Shop) =>
  before.state !== 'abandoned'
    ? []
    : [
        {
          type: 'cart.recovered',
          data: {
            ...about,
            abandonedAt: before.abandoned_at!.toISOString(),
            // A later return with the same token is a direct one.
            via: cart?.recovers === before.spells ? 'link' : 'direct',
          },
        },
      ];

/** `from`: the time of the last change, or of the end of a checkout. */
export function timesOf(
  { customer_id, spells }: Pick<CartRow, 'customer_id' | 'spells'>,
  settings: CheckoutSettings,
  from: Date,
  hasLines: boolean,
): CartTimes {
  const { abandoned_after_minutes: minutes, customer_cart_days, guest_cart_days } = settings;
  const days = customer_id === null ? guest_cart_days : customer_cart_days;
  return {
    idleAt: hasLines && spells < SPELLS ? new Date(from.getTime() + minutes * MINUTE) : null,
    keptUntil: new Date(from.getTime() + days * DAY),
  };
}

/** The fields of every event of a cart: nothing personal. */
export const aboutCart = (cart: CartRow, { lines, exponent, reckoned }: Priced, now: Date) => ({
  id: cart.id,
  propertyId: cart.property_id,
  currency: cart.currency,
  lineCount: lines.length,
  quantity: lines.reduce((units, { row }) => units + row.quantity, 0),
  subtotal: fromMinor(reckoned.subtotal, exponent),
  customerId: cart.customer_id,
  version: cart.version,
  at: now.toISOString(),
});
