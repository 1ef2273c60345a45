/** Ends checkouts without an order: state, stock, discount uses and event are one transaction. */
import type { Tx } from '#kernel/db/db.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import type { Deps } from '../carts/saving.ts';
import { freeUses } from '../discounts/uses.sql.ts';
import { assertOpen, type CheckoutRef, lockOfCart } from './changing.ts';
import { type CheckoutRow, updateCheckout } from './checkouts.sql.ts';
import { type Ended, expireDue } from './ending.sql.ts';
import type { Checkout } from './fields.ts';
import { presentCheckout } from './shown.ts';

/** Ends an open checkout at once: by the shopper, `cancelled`; by staff, `expired`. Ended already, it stays as it is. */
export async function endCheckout(
  tx: Tx,
  deps: Deps,
  ref: CheckoutRef,
  state: 'cancelled' | 'expired',
): Promise<Checkout> {
  const { checkout } = await lockOfCart(tx, ref);
  if (checkout.state === 'cancelled' || checkout.state === 'expired') return presentCheckout(checkout, null);
  assertOpen(checkout);
  const ended: CheckoutRow = { ...checkout, state, version: checkout.version + 1, updated_at: deps.now };
  await updateCheckout(tx, ended);
  await giveBack(tx, deps, [ended]);
  if (state === 'expired') await publishExpired(tx, deps.now, [ended]);
  return presentCheckout(ended, null);
}

/** Ends the checkouts of a tenant whose time is over; returns them. */
export async function sweepCheckouts(tx: Tx, deps: Deps) {
  const ended = await expireDue(tx, deps.now);
  if (ended.length === 0) return ended;
  await giveBack(tx, deps, ended);
  await publishExpired(tx, deps.now, ended);
  return ended;
}

async function giveBack(tx: Tx, { others }: Deps, ended: Ended[]): Promise<void> {
  await others.stock.releaseHolds(
    tx,
    ended.map(({ order_id }) => order_id),
  );
  await freeUses(
    tx,
    ended.map(({ id }) => id),
  );
}

const publishExpired = (tx: Tx, now: Date, ended: Ended[]) =>
  publishAll(
    tx,
    now,
    ended.map(({ id, cart_id, currency, total }) => ({
      type: 'checkout.expired',
      data: {
        ...{ id, cartId: cart_id, currency, total: fromMinor(total ?? 0n, currencyExponent(currency)!) },
        at: now.toISOString(),
      },
    })),
  );
