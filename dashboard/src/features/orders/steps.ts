/** The steps of an order, and the expected order after each one. Pure. */
import { decimalsOf } from '../../ui/currency.ts';
import type { Line, Order } from './order.ts';

export type Units = { line: number; quantity: number }[];
export type Tracking = { carrier?: string; number?: string; url?: string };

export type Step =
  | { kind: 'fulfill'; body: { items: Units; tracking?: Tracking } }
  | { kind: 'deliver'; body: { items: Units } }
  | { kind: 'cancel'; body: { reason?: string; refund: boolean } }
  | { kind: 'refund'; body: { amount: number; reason?: string } }
  | { kind: 'payments'; body: Payment };

export type Payment = {
  amount: number;
  outcome: 'succeeded' | 'failed';
  method?: string;
  reference?: string;
};

/** Amounts have at most 15 digits, so rounding after the multiplication is exact. */
const minorOf = (amount: number, currency: string) => Math.round(amount * 10 ** decimalsOf(currency));
const amountOf = (minor: number, currency: string) => Number(`${minor}e-${decimalsOf(currency)}`);

export const plus = (a: number, b: number, currency: string) =>
  amountOf(minorOf(a, currency) + minorOf(b, currency), currency);

export const refundable = ({ paidTotal, refundedTotal, currency }: Order) =>
  plus(paidTotal, -refundedTotal, currency);

/** Returns the order to show until the server answers. It allows no further action, because only the server knows those. */
export function applyOptimistically(order: Order, step: Step): Order {
  const after = { ...apply(order, step), allowedActions: [] };
  const { status, paymentStatus } = stateOf(after);
  const isOver = status === 'cancelled' || status === 'refunded';
  const balance = isOver ? 0 : plus(after.total, -after.paidTotal, order.currency);
  return { ...after, status, paymentStatus, balance };
}

function apply(order: Order, { kind, body }: Step): Order {
  switch (kind) {
    case 'fulfill':
      return { ...order, items: moved(order.items, body.items, 'fulfilledQuantity') };
    case 'deliver':
      return { ...order, items: moved(order.items, body.items, 'deliveredQuantity') };
    case 'cancel':
      return {
        ...order,
        status: 'cancelled',
        refundedTotal: body.refund ? order.paidTotal : order.refundedTotal,
      };
    case 'refund':
      return { ...order, refundedTotal: plus(order.refundedTotal, body.amount, order.currency) };
    case 'payments':
      if (body.outcome === 'failed')
        return { ...order, paymentStatus: order.paidTotal === 0 ? 'failed' : order.paymentStatus };
      return { ...order, paidTotal: plus(order.paidTotal, body.amount, order.currency) };
  }
}

const moved = (lines: Line[], units: Units, what: 'fulfilledQuantity' | 'deliveredQuantity'): Line[] =>
  lines.map((line) => ({
    ...line,
    [what]: line[what] + (units.find((unit) => unit.line === line.line)?.quantity ?? 0),
  }));

function stateOf(order: Order): Pick<Order, 'status' | 'paymentStatus'> {
  return { status: statusOf(order), paymentStatus: paymentStatusOf(order) };
}

function statusOf({ status, items, total, refundedTotal }: Order): Order['status'] {
  if (status === 'cancelled') return 'cancelled';
  if (total > 0 && refundedTotal === total) return 'refunded';
  if (items.every((line) => line.deliveredQuantity === line.quantity)) return 'delivered';
  if (items.every((line) => line.fulfilledQuantity === line.quantity)) return 'fulfilled';
  return items.some((line) => line.fulfilledQuantity > 0) ? 'partially_fulfilled' : 'placed';
}

function paymentStatusOf({ status, paymentStatus, total, paidTotal, refundedTotal }: Order) {
  if (paidTotal === 0) {
    if (status === 'cancelled') return 'voided';
    return paymentStatus === 'failed' ? 'failed' : 'unpaid';
  }
  if (refundedTotal > 0) return refundedTotal === paidTotal ? 'refunded' : 'partially_refunded';
  return paidTotal === total ? 'paid' : 'partially_paid';
}

/** Returns the lines with units still to fulfil, or fulfilled and not delivered yet. */
export const openUnits = (lines: Line[], kind: 'fulfill' | 'deliver'): (Line & { open: number })[] =>
  lines
    .map((line) => ({
      ...line,
      open:
        kind === 'fulfill'
          ? line.quantity - line.fulfilledQuantity
          : line.fulfilledQuantity - line.deliveredQuantity,
    }))
    .filter(({ open }) => open > 0);
