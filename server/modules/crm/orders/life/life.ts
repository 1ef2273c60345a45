/** The life of an order after it was placed: each change makes its next version, its history and its events. */
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import { publish } from '#kernel/events/publish.ts';
import { assertVersion, changedMeanwhile } from '#kernel/http/etag.ts';
import { stateOf } from '#shared/order-state.ts';
import { settleOrder } from '../../customers/life/work.ts';
import type { Order } from '../fields.ts';
import { addSearchText } from '../lists/search.sql.ts';
import { type FoundOrder, findOrder } from '../orders.sql.ts';
import { presentOrder } from '../orders.ts';
import type { LineRow, OrderRow } from '../record.ts';
import { type HistoryEntry, saveOrder } from './life.sql.ts';
import { factsOf } from './state.ts';

/** The changes that a step makes to an order; null when nothing changes. */
export type Outcome = {
  order?: Partial<OrderRow>;
  lines?: LineRow[];
  entry: HistoryEntry;
  /** Text that finds the order from now on. */
  searchText?: string;
  events: { type: string; data: Record<string, unknown> }[];
} | null;

/** Pure: returns the outcome, or throws the refusal. Statuses are derived from the outcome later. */
export type Step = (held: FoundOrder, now: Date) => Outcome;

/** An order, and the version that the caller has seen; null matches any version. */
export type Target = { id: string; seen: number | null };

/** Called in the transaction of the change: stock leaves with a fulfilment, and is released when nothing more will be fulfilled. */
export type OrderHooks = {
  fulfilled?(tx: Tx, now: Date, by: Author, order: ReturnType<typeof unitsOf>): Promise<void>;
  cancelled?(tx: Tx, now: Date, orderId: string): Promise<void>;
};

const unitsOf = ({ id, version, created_at }: OrderRow, lines: LineRow[]) => ({
  id,
  version,
  placedAt: created_at,
  lines: lines.map(({ sku, quantity, fulfilled_quantity }) => ({
    ...{ sku, quantity: Number(quantity), fulfilled: fulfilled_quantity },
  })),
});

const isOver = ({ status }: OrderRow) => status === 'cancelled' || status === 'refunded';

export async function changeOrder(
  tx: Tx,
  by: Author,
  now: Date,
  { id, seen }: Target,
  step: Step,
  hooks: OrderHooks = {},
): Promise<Order> {
  // Locks the order: a concurrent step waits, and then decides by the state that this change leaves.
  let held = await findOrder(tx, id, 'for update');
  if (held === undefined) throw notFound('order');
  assertVersion(seen, held.order.version);
  if (held.isUnsettled) {
    await settleOrder(tx, now, id);
    held = (await findOrder(tx, id))!;
  }
  const { version } = held.order;
  const outcome = step(held, now);
  if (outcome === null) return presentOrder(held.order, held.lines);

  const lines = outcome.lines ?? held.lines;
  const changed: OrderRow = { ...held.order, ...outcome.order, version: version + 1, updated_at: now };
  const { status, paymentStatus } = stateOf(factsOf(changed, lines));
  const order = { ...changed, status, payment_status: paymentStatus };
  const moved = lines.filter((line, index) => line !== held.lines[index]);
  if (!(await saveOrder(tx, by, order, moved, outcome.entry))) throw changedMeanwhile(version);
  if (outcome.entry.action === 'fulfilled') await hooks.fulfilled?.(tx, now, by, unitsOf(order, lines));
  if (isOver(order) && !isOver(held.order)) await hooks.cancelled?.(tx, now, id);

  if (outcome.searchText) await addSearchText(tx, order, outcome.searchText);
  const shown = presentOrder(order, lines);
  for (const { type, data } of outcome.events) {
    await publish(tx, now, { type, data: { ...aboutOrder(shown), at: shown.updatedAt, ...data } });
  }
  return shown;
}

/** The fields of every event of an order's life: no notes, no addresses. */
const aboutOrder = (order: Order) => ({
  orderNumber: order.orderNumber,
  id: order.id,
  customerId: order.customerId,
  channel: order.channel,
  propertyId: order.propertyId,
  status: order.status,
  paymentStatus: order.paymentStatus,
  currency: order.currency,
  total: order.total,
  paidTotal: order.paidTotal,
  refundedTotal: order.refundedTotal,
  version: order.version,
  createdAt: order.createdAt,
});
