/** A cart becomes a customer's, and takes in the lines of an older open cart of theirs. */
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { findOpenCheckout } from '../checkouts/checkouts.sql.ts';
import { type CartRow, deleteCart, lockOtherCartOf } from './carts.sql.ts';
import { type Cart, MAX_ATTRIBUTE_BYTES, MAX_CODES, MAX_LINES, MAX_UNITS } from './fields.ts';
import { addLines, findLines } from './lines.sql.ts';
import { attributeBytes, bytesOf } from './new-lines.ts';
import { type CartRef, type Deps, lockOpenCart, priceCart, type Shop, saveCart } from './saving.ts';
import { presentCart } from './shown.ts';

/**
 * The claimed cart survives, with a new generation: the tokens of before are worth nothing. A cart of another customer gets the
 * answer of one that does not exist.
 */
export async function claimCart(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  customerId: string,
): Promise<{ cart: Cart; generation: number }> {
  const cart = await lockOpenCart(tx, ref);
  if (cart.customer_id === customerId) {
    return { cart: presentCart(cart, await priceCart(tx, deps, shop, cart)), generation: cart.generation };
  }
  if (cart.customer_id !== null) throw notFound('cart');
  const older = await lockOtherCartOf(tx, customerId, cart.property_id, cart.id);
  // A cart with a checkout under way stays as it is: its stock is held for it.
  const isFree = older !== undefined && (await findOpenCheckout(tx, older.id)) === undefined;
  const codes = isFree ? await unite(tx, deps.now, cart, older) : cart.discount_ids;
  const claimed: CartRow = {
    ...cart,
    customer_id: customerId,
    discount_ids: codes,
    generation: cart.generation + 1,
  };
  const changed = ['customer', ...(isFree ? ['lines'] : [])];
  return { cart: await saveCart(tx, deps, shop, claimed, changed), generation: claimed.generation };
}

/** Adds quantities, up to the limits of a cart; returns the codes of both. */
async function unite(tx: Tx, now: Date, cart: CartRow, older: CartRow): Promise<string[]> {
  const [own, others] = [await findLines(tx, cart.id), await findLines(tx, older.id)];
  const units = new Map(own.map(({ key, quantity }) => [key, quantity]));
  let room = MAX_LINES - own.length;
  let bytes = MAX_ATTRIBUTE_BYTES - attributeBytes(own) - bytesOf(cart.attributes);
  const added = others.flatMap((line) => {
    const before = units.get(line.key);
    if (before === undefined && (room === 0 || bytesOf(line.attributes) > bytes)) return [];
    if (before === undefined) {
      room--;
      bytes -= bytesOf(line.attributes);
    }
    const quantity = Math.min(line.quantity, MAX_UNITS - (before ?? 0));
    return quantity > 0 ? [{ ...line, quantity }] : [];
  });
  if (added.length > 0) await addLines(tx, { cartId: cart.id, now, lines: added });
  await deleteCart(tx, older.id);
  return [...new Set([...cart.discount_ids, ...older.discount_ids])].slice(0, MAX_CODES);
}
