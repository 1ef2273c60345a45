/** Starts a checkout: decides the id of its order, and holds all its lines under that id. */
import { crashPoint } from '#kernel/crash.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import { AppError, conflict, notFound } from '#kernel/errors.ts';
import { publishAll } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import { batchingBy } from '#kernel/work/batching.ts';
import { createReadingTogether, createTogether, type Together } from '#kernel/work/together.ts';
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
import { extendHold, prepareHold } from './changing.ts';
import { type CheckoutRow, findOpenCheckout, hasCheckoutOf, insertCheckout } from './checkouts.sql.ts';
import type { Checkout } from './fields.ts';
import { endOfHolds, linesOf, unitsOf } from './holding.ts';
import { presentCheckout } from './shown.ts';

const MINUTE = 60_000;

/** Starts of one cart that wait for each other. */
const WAITING = 100;
const TOGETHER = { most: 64, waiting: 500 };
const BYTES_OF_LINE = 500;
const bytesOf = (prepared: Prepared | 'open') =>
  prepared === 'open' ? 0 : prepared.priced.lines.length * BYTES_OF_LINE;
const bytesOfCheckout = (checkout: Checkout | null) => (checkout?.lines.length ?? 0) * BYTES_OF_LINE;
/** A checkout that a start finds open may end before it is locked. */
const ATTEMPTS = 3;

export type Start = { shop: Shop; ref: CartRef };

/**
 * Starts of one cart take turns, so that a repeated click finds the checkout of the first one, and not the units that it holds. In
 * another process, it finds that checkout after its own reservation was refused.
 */
export function createStarting(
  kernel: { db: Db; clock: () => Date },
  others: Others,
): (start: Start) => Promise<Checkout> {
  const ways: Ways = {
    ...{ db: kernel.db, clock: kernel.clock, others },
    read: createReadingTogether(kernel, { name: 'carts of starts', ...TOGETHER, bytesOf }),
    write: createTogether(kernel, {
      name: 'starts',
      ...TOGETHER,
      bytesOf: bytesOfCheckout,
    }),
  };
  return batchingBy<Start, Checkout>(({ shop, ref }) => `${shop.tenant.id} ${ref.id}`, {
    ...{ name: 'starts of a checkout', most: 1, waiting: WAITING },
    run: async ([start]) => [await startCheckout(ways, start!)],
  });
}

type Ways = {
  db: Db;
  clock: () => Date;
  others: Others;
  read: ReturnType<typeof createReadingTogether>;
  write: Together;
};

/** Started again, the open checkout is returned, its holds extended. */
async function startCheckout(ways: Ways, { shop, ref }: Start): Promise<Checkout> {
  const { clock, others } = ways;
  const { tenant } = shop;
  assertModules(shop);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const deps = { others, now: clock() };
    const prepared = await ways.read(tenant.id, (tx) => prepare(tx, deps, shop, ref));
    const checkout =
      prepared === 'open'
        ? await ways.write(tenant.id, (tx) => extendOpen(tx, deps, shop, ref))
        : await startPrepared(ways, deps, shop, ref, prepared);
    if (checkout !== null) return checkout;
  }
  throw conflict('The checkout ended meanwhile. Start another one.');
}

/**
 * Reserves before the transaction that stores the checkout, together with other baskets, so that one hot SKU serves many shoppers
 * at once. If that transaction fails, the holds are released; after a crash, they expire.
 */
async function startPrepared(
  { db, write }: Ways,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  prepared: Prepared,
): Promise<Checkout> {
  const { tenant } = shop;
  const { others, now } = deps;
  const orderId = newId();
  const units = unitsOf(prepared.priced);
  const expiresAt = new Date(now.getTime() + prepared.priced.settings.hold_minutes * MINUTE);
  if (tenant.modules.includes('inventory')) {
    const basket = { tenantId: tenant.id, orderId, lines: linesOf(units), expiresAt: endOfHolds(expiresAt) };
    crashPoint('before_reserve');
    const refused = await others.reserveTogether(basket).then(() => null, refusal);
    if (refused !== null) {
      const open = await write(tenant.id, (tx) => extendOpen(tx, deps, shop, ref));
      if (open === null) throw refused;
      return open;
    }
  }
  const held = { orderId, held: JSON.stringify(units), expiresAt, ...prepared };
  try {
    return await write(tenant.id, (tx) => store(tx, deps, shop, ref, held));
  } catch (error) {
    // If this fails too, the holds expire.
    await db.inTenant(tenant.id, (tx) => releaseUnused(tx, deps, orderId), 'request').catch(() => {});
    throw error;
  }
}

/** Units may lack because another start of this cart holds them. */
function refusal(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'out_of_stock') return error;
  throw error;
}

/** Null: there is no open checkout any more. */
async function extendOpen(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
): Promise<() => Promise<Checkout | null>> {
  const { cart, checkout } = await lockWithCheckout(tx, ref);
  return checkout === undefined ? async () => null : prepareHold(tx, deps, shop, cart, checkout);
}

/** A commit whose answer was lost may have stored the checkout. */
async function releaseUnused(tx: Tx, { others }: Deps, orderId: string): Promise<void> {
  if (!(await hasCheckoutOf(tx, orderId))) await others.stock.releaseHolds(tx, [orderId]);
}

/** Orders belong to the CRM, and prices to the catalog. */
export function assertModules({ tenant }: Shop): void {
  for (const module of ['crm', 'catalog'] as const) {
    if (tenant.modules.includes(module)) continue;
    throw new AppError('module_disabled', `The module ${module} is not active for this tenant.`, { module });
  }
}

/** The stock to hold; `open`: there is an open checkout. */
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

async function store(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  ref: CartRef,
  holds: Held,
): Promise<() => Promise<Checkout>> {
  const { now, others } = deps;
  const { cart, checkout: open } = await lockWithCheckout(tx, ref);
  if (open !== undefined) {
    // Another request started it meanwhile; its holds are enough.
    return async () => {
      await others.stock.releaseHolds(tx, [holds.orderId]);
      return extendHold(tx, deps, shop, cart, open);
    };
  }
  // The prices of a moment ago are as good while the version is the same.
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
  const events = [
    ...recoveryOf(cart, aboutCart(cart, priced, now), shop),
    {
      type: 'checkout.started',
      data: {
        ...{ id: row.id, cartId: cart.id, orderId: row.order_id, currency: row.currency },
        total: fromMinor(priced.reckoned.total, priced.exponent),
        ...{ lineCount: priced.lines.length, expiresAt: row.expires_at.toISOString(), at: now.toISOString() },
      },
    },
  ];
  const active: CartRow = { ...cart, state: 'active' };
  return async () => {
    const [isStarted] = await Promise.all([
      insertCheckout(tx, row),
      postponeAbandonment(tx, active, priced.settings, row.expires_at),
      publishAll(tx, now, events),
    ]);
    // The cart is locked, so nobody can have started another one.
    if (!isStarted) throw new Error('a locked cart got another checkout');
    return presentCheckout(row, priced);
  };
}
