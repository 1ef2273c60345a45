/**
 * Completes checkouts: freeze, then money, then the order. A freeze may be refused; everything that an order needs is decided in
 * it, so what follows cannot be refused by business, and the first request, notification or worker that comes does it.
 */
import { crashPoint } from '#kernel/crash.ts';
import type { Tx } from '#kernel/db/db.ts';
import { assertAlone } from '#kernel/db/sharing.ts';
import { AppError, conflict, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import { fromMinor, toMinor } from '#shared/money.ts';
import { decimalsMessage } from '#shared/order-totals.ts';
import type { CartRow } from '../carts/carts.sql.ts';
import { checkoutLocked, type Deps, priceCart, type Shop } from '../carts/saving.ts';
import { nameOf } from '../carts/shown.ts';
import { codeNotUsable } from '../discounts/applying.ts';
import type { DiscountRow } from '../discounts/discounts.sql.ts';
import { countUsesBy, takeUse } from '../discounts/uses.sql.ts';
import { orderAmounts } from '../order-amounts.ts';
import type { OrderBody } from '../others.ts';
import type { Priced } from '../pricing.ts';
import { methodOf } from '../settings/settings.ts';
import { assertOpen, type CheckoutRef, lockOfCart } from './changing.ts';
import { type CheckoutRow, updateCheckout } from './checkouts.sql.ts';
import type { CompletedCheckout } from './fields.ts';
import { type Buyer, type Contact, type Frozen, STOREFRONT } from './frozen.ts';
import { assertHeld, holdLines } from './holding.ts';
import { place } from './ordering.ts';
import { nameOfBuyer, presentToBuyer, problemsOf, shownOf } from './shown.ts';
import { assertModules, assertStartable } from './starting.ts';

/**
 * Repeatable: whoever comes second gets the order of the first. Everything that can be refused is refused here; the function that
 * is returned writes. So completions that share a transaction do not harm each other.
 */
export async function prepareCompletion(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  by: Buyer,
  ref: CheckoutRef,
  expectedTotal: number | null,
): Promise<() => Promise<CompletedCheckout>> {
  assertModules(shop);
  const { cart, checkout } = await lockOfCart(tx, ref);
  if (checkout.state === 'completed') {
    const before = await completed(tx, deps, checkout);
    return async () => before;
  }
  if (checkout.state === 'paying') {
    if (!settlesAtOnce(checkout)) throw checkoutLocked();
    assertAlone(tx);
    return () => place(tx, deps, shop.tenant.id, by, cart, checkout, { isFresh: false });
  }
  assertOpen(checkout);
  const decided = await decide(tx, deps, shop, cart, checkout, expectedTotal);
  return async () => {
    const frozen = await frozenOf(tx, deps, shop, cart, checkout, decided);
    return place(tx, deps, shop.tenant.id, by, cart, frozen, { isFresh: true });
  };
}

export async function completeCheckout(
  ...args: Parameters<typeof prepareCompletion>
): Promise<CompletedCheckout> {
  return (await prepareCompletion(...args))();
}

/** Completes a checkout that was frozen by a process that ended before its order. Returns false if it is none any more. */
export async function completePaying(tx: Tx, deps: Deps, tenantId: string, cartId: string): Promise<boolean> {
  const { cart, checkout } = await lockOfCart(tx, { id: cartId });
  if (checkout.state !== 'paying' || !settlesAtOnce(checkout)) return false;
  await place(tx, deps, tenantId, STOREFRONT, cart, checkout, { isFresh: false });
  return true;
}

async function completed(tx: Tx, { others }: Deps, row: CheckoutRow): Promise<CompletedCheckout> {
  const order = await others.showOrder(tx, row.order_id);
  if (order === undefined) throw conflict('The order of this checkout is not there any more.');
  return { id: row.id, cartId: row.cart_id, state: row.state, order: presentToBuyer(order) };
}

/** Nothing is to be paid, or by a method without an outside service. All methods are such until there are providers. */
export const settlesAtOnce = (_row: CheckoutRow): boolean => true;

/** Without `customerId`: nobody has the address yet. */
type Decided = { priced: Priced; contact: Contact; customerId: string | undefined };

/** The prices and the customer of an open checkout that can be completed. */
async function decide(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  cart: CartRow,
  checkout: CheckoutRow,
  expectedTotal: number | null,
): Promise<Decided> {
  crashPoint('before_freeze');
  const priced = await priceCart(tx, deps, shop, cart, checkout);
  assertCompletable(cart, checkout, priced);
  assertExpected(priced, expectedTotal);
  if (priced.codes.some(({ row }) => isLimited(row))) assertAlone(tx);
  await assertHeld(tx, deps, shop.tenant, checkout, priced);
  const contact = { email: checkout.email!, name: nameOfBuyer(checkout) };
  const { id: customerId, isFree } = await deps.others.findBuyer(tx, cart.customer_id, contact);
  if (!isFree) assertAlone(tx);
  return { priced, contact, customerId };
}

const isLimited = (row: DiscountRow) => row.max_uses !== null || row.max_uses_per_customer !== null;

/** Decides an open checkout and stores it as `paying`, until its money is there. */
export async function freeze(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  cart: CartRow,
  checkout: CheckoutRow,
  expectedTotal: number | null,
): Promise<CheckoutRow> {
  const decided = await decide(tx, deps, shop, cart, checkout, expectedTotal);
  const row = await frozenOf(tx, deps, shop, cart, checkout, decided);
  await updateCheckout(tx, row);
  return row;
}

/** Decides customer, stock and discount uses: the checkout with its whole order. The holds are the order's from now on. */
async function frozenOf(
  tx: Tx,
  deps: Deps,
  shop: Shop,
  cart: CartRow,
  checkout: CheckoutRow,
  { priced, contact, ...found }: Decided,
): Promise<CheckoutRow> {
  const { now, others } = deps;
  const customerId = found.customerId ?? (await others.createBuyer(tx, now, contact));
  const held = await holdLines(tx, deps, shop.tenant, checkout, priced, 'confirmed');
  await takeUses(tx, now, checkout.id, customerId, priced);
  const frozen: Frozen = {
    body: bodyOf(cart, checkout, priced, customerId),
    metadata: metadataOf(checkout, cart, priced),
    contact,
    shown: shownOf(priced, now),
  };
  crashPoint('after_freeze');
  const { total } = priced.reckoned;
  return {
    ...{ ...checkout, state: 'paying', freeze_id: newId(), customer_id: customerId, held, total },
    payment_id: methodOf(priced.settings, checkout.payment_id).id,
    ...{ to_pay: total - checkout.credit, frozen: JSON.stringify(frozen), expires_at: now },
    ...{ version: checkout.version + 1, updated_at: now },
  };
}

/** All problems at once; stock is decided by its reservation. */
function assertCompletable(cart: CartRow, checkout: CheckoutRow, priced: Priced): void {
  assertStartable(cart, priced);
  const problems = problemsOf(checkout, priced).filter(({ code }) => code !== 'out_of_stock');
  if (problems.length === 0) return;
  if (problems.every(({ code }) => code === 'code_not_usable')) throw codeNotUsable();
  throw invalid(problems.map(({ code, message }) => ({ path: PATH_OF[code] ?? 'checkout', code, message })));
}

const PATH_OF: Record<string, string> = {
  email_missing: 'contact.email',
  address_missing: 'shippingAddress',
  shipping_option_missing: 'shippingOptionId',
  code_not_usable: 'codes',
};

function assertExpected({ exponent, reckoned: { total } }: Priced, expectedTotal: number | null): void {
  if (expectedTotal === null) return;
  const expected = toMinor(expectedTotal, exponent);
  if (expected === null) {
    const message = decimalsMessage(exponent);
    throw invalid([{ path: 'expectedTotal', code: 'too_many_decimals', message }]);
  }
  if (expected === total) return;
  throw new AppError('checkout_changed', 'The total is another one by now. Show it to the shopper again.', {
    expectedTotal,
    total: fromMinor(total, exponent),
  });
}

/** Codes in the order of their ids, as all transactions lock them. */
async function takeUses(tx: Tx, now: Date, checkoutId: string, customerId: string, { codes }: Priced) {
  const applied = codes.filter(({ applies }) => applies).map(({ row }) => row);
  for (const { id, max_uses_per_customer: most } of applied.toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )) {
    if (most !== null && (await countUsesBy(tx, id, customerId)) >= most) throw codeNotUsable();
    if (!(await takeUse(tx, { discountId: id, checkoutId, customerId, now }))) throw codeNotUsable();
  }
}

function bodyOf(cart: CartRow, checkout: CheckoutRow, priced: Priced, customerId: string): OrderBody {
  const { items, ...totals } = orderAmounts(priced.input, priced.reckoned);
  const address = (text: string | null) => (text === null ? undefined : JSON.parse(text));
  const shipping = priced.needsShipping ? address(checkout.shipping_address) : undefined;
  const billing = address(checkout.billing_address) ?? address(checkout.shipping_address);
  return {
    ...{ customerId, currency: cart.currency, channel: 'storefront' },
    ...(cart.property_id !== null && { propertyId: cart.property_id }),
    items: priced.sold.flatMap(({ item }, index) =>
      items[index]!.map((part) => ({
        ...{ sku: item.sku, name: nameOf(item), ...part, productId: item.product_id, variantId: item.id },
      })),
    ),
    ...totals,
    ...(shipping && { shippingAddress: shipping }),
    ...(billing && { billingAddress: billing }),
    ...(cart.note !== null && cart.note !== '' && { customerNote: cart.note }),
  };
}

const metadataOf = (checkout: CheckoutRow, cart: CartRow, { sold }: Priced) => {
  const lines = sold.flatMap(({ row, item }) =>
    row.attributes === null ? [] : [{ sku: item.sku, attributes: JSON.parse(row.attributes) }],
  );
  return {
    checkoutId: checkout.id,
    ...(cart.attributes !== null && { attributes: JSON.parse(cart.attributes) }),
    ...(lines.length > 0 && { lines }),
  };
};
