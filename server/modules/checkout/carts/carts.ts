/** Carts: made with their first line, changed line by line, claimed by a customer. Totals are never stored. */
import { isDeepStrictEqual } from 'node:util';
import { normalEmail } from '#kernel/contact.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid, notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { codeNotUsable, isUsable } from '../discounts/applying.ts';
import { findDiscountByCode } from '../discounts/discounts.sql.ts';
import { price } from '../pricing.ts';
import type { CheckoutSettings } from '../settings/settings.sql.ts';
import { type CartRow, saveRow } from './carts.sql.ts';
import { type Cart, type CartChange, MAX_CODES, type NewCart, type NewLine } from './fields.ts';
import { addLines, findLines, setQuantity } from './lines.sql.ts';
import { assertRoomFor, assertRoomForAttributes, noPrice, resolveLines } from './new-lines.ts';
import {
  aboutCart,
  type CartRef,
  type Deps,
  lockOpenCart,
  lockWithCheckout,
  priceCart,
  type Shop,
  saveCart,
  timesOf,
} from './saving.ts';
import { presentCart } from './shown.ts';

export type Made = { cart: Cart; generation: number };

/** Born with its first line: there are no empty rows. The function that is returned writes. */
export async function prepareCart(
  tx: Tx,
  { others, now }: Deps,
  { tenant }: Shop,
  where: { propertyId: string | null; customerId: string | null },
  input: NewCart,
): Promise<() => Promise<Made>> {
  const lines = await resolveLines(tx, others, where.propertyId, input.lines);
  assertRoomFor([], lines);
  assertRoomForAttributes(null, lines);
  const row: CartRow = {
    ...{ id: newId(), property_id: where.propertyId, currency: input.currency ?? tenant.currency },
    ...{ locale: input.locale ?? null, customer_id: where.customerId, note: null, attributes: null },
    email: input.email === undefined ? null : normalEmail(input.email)!,
    ...{
      discount_ids: [],
      state: 'active',
      generation: 1,
      shown_subtotal: 0n,
      abandoned_at: null,
      spells: 0,
    },
    ...{ version: 1, created_at: now, updated_at: now },
  };
  const priced = await price(tx, others, tenant, now, row, lines);
  assertPriced(priced, row.currency);
  row.shown_subtotal = priced.reckoned.subtotal;
  return async () => {
    await Promise.all([
      saveRow(tx, { row, times: timesOf(row, priced.settings, now, true) }),
      addLines(tx, { cartId: row.id, now, lines }),
      publish(tx, now, { type: 'cart.created', data: aboutCart(row, priced, now) }),
    ]);
    return { cart: presentCart(row, priced), generation: row.generation };
  };
}

function assertPriced({ lines }: Awaited<ReturnType<typeof price>>, currency: string): void {
  const missing = lines.filter(({ unitPrice }) => unitPrice === null).map(({ row }) => row.variant_id);
  if (missing.length > 0) throw noPrice(missing, currency);
}

/** A change without different values writes and publishes nothing. */
export async function changeCart(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  change: CartChange,
): Promise<Cart> {
  const { cart: before, checkout } = await lockWithCheckout(tx, ref);
  const attributes = change.attributes == null ? null : JSON.stringify(change.attributes);
  const after: CartRow = {
    ...before,
    email:
      change.email === undefined ? before.email : change.email === null ? null : normalEmail(change.email)!,
    note: change.note === undefined ? before.note : change.note,
    currency: change.currency ?? before.currency,
    locale: change.locale === undefined ? before.locale : change.locale,
    attributes: change.attributes === undefined ? before.attributes : attributes,
  };
  const changed = (['email', 'note', 'currency', 'locale', 'attributes'] as const).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  if (changed.length === 0) return presentCart(before, await priceCart(tx, deps, shop, before));
  if (changed.includes('attributes')) {
    assertRoomForAttributes(after.attributes, await findLines(tx, before.id));
  }
  if (changed.includes('currency')) {
    if (checkout !== undefined) {
      const message = `The checkout of this cart is in ${before.currency}. Cancel it before you change the currency.`;
      throw conflict(message, { checkoutId: checkout.id });
    }
    const lines = await findLines(tx, before.id);
    assertPriced(await price(tx, deps.others, shop.tenant, deps.now, after, lines), after.currency);
  }
  return saveCart(tx, deps, shop, after, changed);
}

/** The function that is returned writes. */
export async function prepareLines(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  input: NewLine[],
): Promise<() => Promise<Cart>> {
  const cart = await lockOpenCart(tx, ref);
  const [before, lines] = await Promise.all([
    findLines(tx, cart.id),
    resolveLines(tx, deps.others, cart.property_id, input),
  ]);
  assertRoomFor(before, lines);
  assertRoomForAttributes(cart.attributes, [...before, ...lines]);
  return async () => {
    await addLines(tx, { cartId: cart.id, now: deps.now, lines });
    return saveCart(tx, deps, shop, cart, ['lines']);
  };
}

export async function setLine(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  key: string,
  quantity: number,
): Promise<Cart> {
  const cart = await lockOpenCart(tx, ref);
  const line = (await findLines(tx, cart.id)).find((one) => one.key === key);
  if (line === undefined) throw notFound('line');
  if (line.quantity === quantity) return presentCart(cart, await priceCart(tx, deps, shop, cart));
  await setQuantity(tx, cart.id, key, quantity);
  return saveCart(tx, deps, shop, cart, ['lines']);
}

/** Its use is taken when the checkout is completed; until then the code only shows what it would take off. */
export async function addCode(tx: Tx, deps: Deps, shop: Shop, ref: CartRef, code: string): Promise<Cart> {
  const cart = await lockOpenCart(tx, ref);
  const discount = await findDiscountByCode(tx, code.trim());
  if (discount === undefined || !isUsable(discount, cart.currency, deps.now)) throw codeNotUsable();
  if (cart.discount_ids.includes(discount.id)) {
    return presentCart(cart, await priceCart(tx, deps, shop, cart));
  }
  if (cart.discount_ids.length >= MAX_CODES) {
    throw invalid([
      { path: 'code', code: 'too_many', message: `must not be more than ${MAX_CODES} in a cart` },
    ]);
  }
  return saveCart(tx, deps, shop, { ...cart, discount_ids: [...cart.discount_ids, discount.id] }, ['codes']);
}

export async function removeCode(tx: Tx, deps: Deps, shop: Shop, ref: CartRef, id: string): Promise<Cart> {
  const cart = await lockOpenCart(tx, ref);
  const discount_ids = cart.discount_ids.filter((one) => one !== id.toLowerCase());
  if (discount_ids.length === cart.discount_ids.length) throw notFound('code');
  return saveCart(tx, deps, shop, { ...cart, discount_ids }, ['codes']);
}

/** Moves the time of abandonment behind the end of a checkout that is under way. */
export async function postponeAbandonment(
  tx: Tx,
  cart: CartRow,
  settings: CheckoutSettings,
  end: Date,
): Promise<void> {
  await saveRow(tx, { row: cart, times: timesOf(cart, settings, end, true) });
}
