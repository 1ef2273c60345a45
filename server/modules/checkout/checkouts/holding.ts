/** The stock that a checkout holds: exactly the units of its lines, for as long as it lasts. */
import type { Tenant } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { assertAlone, isShared, RUN_ALONE } from '#kernel/db/sharing.ts';
import type { Deps } from '../carts/saving.ts';
import { type Priced, unitsIn } from '../pricing.ts';
import type { CheckoutRow } from './checkouts.sql.ts';

/**
 * Holds outlast their checkout a little, so that the sweep of checkouts releases them together with the event. Without that sweep,
 * the inventory releases them at the end of this time.
 */
const GRACE_MS = 60_000;
export const endOfHolds = (expiresAt: Date) => new Date(expiresAt.getTime() + GRACE_MS);

/** The units of each SKU, in a fixed order. */
export function unitsOf({ sold }: Pick<Priced, 'sold'>): Record<string, number> {
  const units = new Map<string, number>();
  for (const { row, item } of sold) units.set(item.sku, (units.get(item.sku) ?? 0) + row.quantity);
  return Object.fromEntries([...units].sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const linesOf = (units: Record<string, number>) =>
  Object.entries(units).map(([sku, quantity]) => ({ sku, quantity }));

/** `until`: a time; null: until the money is there; `confirmed`: the units belong to the order from now on. */
type Until = Date | null | 'confirmed';

/**
 * Makes the holds those of the lines. As a rule they are already, and only their end moves, which touches no stock level. Throws
 * `out_of_stock` with all lines that lack units; the transaction then leaves the holds as they were.
 */
export async function holdLines(
  tx: Tx,
  { others: { stock }, now }: Deps,
  tenant: Tenant,
  checkout: Pick<CheckoutRow, 'order_id' | 'held'>,
  priced: Priced,
  until: Until,
): Promise<string> {
  const units = unitsOf(priced);
  const held = JSON.stringify(units);
  const { order_id: orderId } = checkout;
  if (!tenant.modules.includes('inventory')) {
    // Units from before the module was switched off stay the checkout's, and become the order's.
    if (!isPart(checkout.held, units)) await stock.releaseHolds(tx, [orderId]);
    else if (until === 'confirmed') await stock.confirm(tx, orderId);
    else await stock.postpone(tx, orderId, until);
    return held;
  }
  const expiresAt = until === 'confirmed' ? null : (until ?? FOREVER);
  const reserve = () =>
    stock.reserve(tx, now, { tenantId: tenant.id, orderId, lines: linesOf(units), expiresAt });
  if (held !== checkout.held) {
    assertAlone(tx);
    await stock.releaseHolds(tx, [orderId]);
    await reserve();
    return held;
  }
  const kept =
    until === 'confirmed' ? await stock.confirm(tx, orderId) : await stock.postpone(tx, orderId, until);
  if (isLacking(priced, units, kept)) {
    assertAlone(tx);
    await reserve();
  }
  return held;
}

/**
 * In a shared transaction, a checkout that does not hold all its units runs alone, before anything is written: its lines changed, a
 * hold is gone, or the stock of a SKU is kept only since. Otherwise one refusal for want of stock would roll all others back.
 */
export async function assertHeld(
  tx: Tx,
  { others: { stock } }: Deps,
  tenant: Tenant,
  checkout: Pick<CheckoutRow, 'order_id' | 'held'>,
  priced: Priced,
): Promise<void> {
  if (!isShared(tx)) return;
  const units = unitsOf(priced);
  if (JSON.stringify(units) !== checkout.held) throw RUN_ALONE;
  if (!tenant.modules.includes('inventory')) return;
  if (isLacking(priced, units, await stock.held(tx, checkout.order_id))) throw RUN_ALONE;
}

const isLacking = ({ tracked }: Priced, units: Record<string, number>, kept: Map<string, number>): boolean =>
  tracked.some((sku) => (kept.get(sku) ?? 0) < unitsIn(units, sku));

/** True if no SKU has more units in `held` than in `units`. */
const isPart = (held: string, units: Record<string, number>): boolean =>
  Object.entries<number>(JSON.parse(held)).every(([sku, quantity]) => quantity <= unitsIn(units, sku));

/** No hold is due then; `postpone` writes infinity instead. */
const FOREVER = new Date(Date.UTC(9999, 0));
