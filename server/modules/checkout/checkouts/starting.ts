/** Starts a checkout: decides the id of its order, and holds all its lines under that id. */
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { fromMinor } from '#shared/money.ts';
import { type CartRow, findCart } from '../carts/carts.sql.ts';
import { postponeAbandonment } from '../carts/carts.ts';
import { noPrice } from '../carts/new-lines.ts';
import {
  aboutCart,
  type CartRef,
  type Deps,
  lockWithCheckout,
  priceCart,
  recoveryOf,
  type Shop,
} from '../carts/saving.ts';
import type { Others } from '../others.ts';
import type { Priced } from '../pricing.ts';
import { extendHold } from './changing.ts';
import { type CheckoutRow, findOpenCheckout, insertCheckout } from './checkouts.sql.ts';
import type { Checkout } from './fields.ts';
import { endOfHolds, linesOf, unitsOf } from './holding.ts';
import { presentCheckout } from './shown.ts';

const MINUTE = 60_000;

/**
 * Reserves before the transaction that stores the checkout, together with other baskets, so that one hot SKU serves many shoppers
 * at once. If that transaction fails, the holds expire by themselves. Started again, the open checkout is returned, its holds extended.
 */
export async function startCheckout(
  db: Db,
  clock: () => Date,
  others: Others,
  shop: Shop,
  ref: CartRef,
): Promise<Checkout> {
  const { tenant } = shop;
  assertModules(shop);
  const deps = { others, now: clock() };
  const prepared = await db.readInTenant(tenant.id, (tx) => prepare(tx, deps, shop, ref), 'request');
  if (prepared === 'open') return db.inTenant(tenant.id, (tx) => store(tx, deps, shop, ref, null), 'request');
  const orderId = newId();
  const { priced } = prepared;
  const units = unitsOf(priced);
  const expiresAt = new Date(deps.now.getTime() + priced.settings.hold_minutes * MINUTE);
  const keepsStock = tenant.modules.includes('inventory');
  if (keepsStock) {
    const basket = { tenantId: tenant.id, orderId, lines: linesOf(units), expiresAt: endOfHolds(expiresAt) };
    await others.reserveTogether(basket);
  }
  const held = { orderId, held: JSON.stringify(units), expiresAt, ...prepared };
  return db.inTenant(tenant.id, (tx) => store(tx, deps, shop, ref, held), 'request');
}

/** Orders belong to the CRM, and prices to the catalog. */
export function assertModules({ tenant }: Shop): void {
  for (const module of ['crm', 'catalog'] as const) {
    if (tenant.modules.includes(module)) continue;
    throw new AppError('module_disabled', `The module ${module} is not active for this tenant.`, { module });
  }
}

/** What is to be held; `open`: there is an open checkout. */
async function prepare(tx: Tx, deps: Deps, shop: Shop, ref: CartRef): Promise<Prepared | 'open'> {
  const cart = await findCart(tx, ref.id);
  if (cart === undefined || (ref.generation !== undefined && cart.generation !== ref.generation)) {
    throw notFound('cart');
  }
  if (cart.state === 'completed') throw conflict('This cart became an order. Create another cart.');
  if ((await findOpenCheckout(tx, cart.id)) !== undefined) return 'open';
  const priced = await priceCart(tx, deps, shop, cart);
  assertStartable(cart, priced);
  return { priced, version: cart.version };
}

export function assertStartable(cart: CartRow, { lines, problems }: Priced): void {
  const missing = lines.filter(({ item, unitPrice }) => item?.is_sold && unitPrice === null);
  if (missing.length > 0) {
    throw noPrice(
      missing.map(({ row }) => row.variant_id),
      cart.currency,
    );
  }
  const lasting = problems.filter(({ code }) => ['empty', 'not_for_sale', 'too_large'].includes(code));
  if (lasting.length > 0) throw conflict(lasting[0]!.message, lasting);
}

/** The prices of a version of the cart. */
type Prepared = { priced: Priced; version: number };
type Held = Prepared & { orderId: string; held: string; expiresAt: Date };

async function store(tx: Tx, deps: Deps, shop: Shop, ref: CartRef, holds: Held | null): Promise<Checkout> {
  const { now, others } = deps;
  const { cart, checkout: open } = await lockWithCheckout(tx, ref);
  if (open !== undefined) {
    // Another request started it meanwhile; its holds are enough.
    if (holds !== null) await others.stock.releaseHolds(tx, [holds.orderId]);
    return extendHold(tx, deps, shop, cart, open);
  }
  if (holds === null) throw conflict('The checkout ended meanwhile. Start another one.');
  // Of the same version, the prices of a moment ago are as good.
  const isCurrent = cart.version === holds.version;
  const priced = isCurrent ? holds.priced : await priceCart(tx, deps, shop, cart);
  const { hold_most_minutes: most } = priced.settings;
  const row: CheckoutRow = {
    ...{ id: newId(), cart_id: cart.id, order_id: holds.orderId, freeze_id: null, state: 'open' },
    ...{ currency: cart.currency, customer_id: cart.customer_id, email: cart.email, phone: null },
    ...{ shipping_address: null, billing_address: null, shipping_option_id: null, payment_id: null },
    ...{ held: holds.held, total: priced.reckoned.total, credit: 0n, to_pay: null, frozen: null },
    ...{
      order_number: null,
      expires_at: holds.expiresAt,
      hold_until: new Date(now.getTime() + most * MINUTE),
    },
    ...{ version: 1, created_at: now, updated_at: now, completed_at: null },
  };
  // The cart is locked, so nobody can have started another one.
  if (!(await insertCheckout(tx, row))) throw new Error('a locked cart got another checkout');
  const active: CartRow = { ...cart, state: 'active' };
  await postponeAbandonment(tx, active, priced.settings, row.expires_at);
  await publishAll(tx, now, [
    ...recoveryOf(cart, aboutCart(cart, priced, now)),
    {
      type: 'checkout.started',
      data: {
        ...{ id: row.id, cartId: cart.id, orderId: row.order_id, currency: row.currency },
        total: fromMinor(priced.reckoned.total, priced.exponent),
        ...{ lineCount: priced.lines.length, expiresAt: row.expires_at.toISOString(), at: now.toISOString() },
      },
    },
  ]);
  return presentCheckout(row, priced);
}
