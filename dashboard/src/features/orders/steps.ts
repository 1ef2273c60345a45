/** The steps of an order, and the expected order after each one. Pure. */
import { fromMinor, toMinor } from '#shared/money.ts';
import { stateOf } from '#shared/order-state.ts';
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

const minorOf = (amount: number, currency: string) => {
  const minor = toMinor(Math.abs(amount), decimalsOf(currency)) ?? 0n;
  return amount < 0 ? -minor : minor;
};
const amountOf = (minor: bigint, currency: string) => fromMinor(minor, decimalsOf(currency));

export const plus = (a: number, b: number, currency: string) =>
  amountOf(minorOf(a, currency) + minorOf(b, currency), currency);

export const refundable = ({ paidTotal, refundedTotal, currency }: Order) =>
  plus(paidTotal, -refundedTotal, currency);

/** Returns the order to show until the server answers. It allows no further action, because the server may know better. */
export function applyOptimistically(order: Order, step: Step): Order {
  const after = apply(order, step);
  const { status, paymentStatus, balance } = stateOf(factsOf(after));
  return { ...after, allowedActions: [], status, paymentStatus, balance: amountOf(balance, order.currency) };
}

function factsOf({ items, status, paymentStatus, currency, ...order }: Order) {
  const units = (what: 'quantity' | 'fulfilledQuantity' | 'deliveredQuantity') =>
    items.reduce((sum, line) => sum + line[what], 0);
  return {
    ordered: units('quantity'),
    fulfilled: units('fulfilledQuantity'),
    delivered: units('deliveredQuantity'),
    total: minorOf(order.total, currency),
    paid: minorOf(order.paidTotal, currency),
    refunded: minorOf(order.refundedTotal, currency),
    lastPaymentFailed: paymentStatus === 'failed',
    cancelled: status === 'cancelled',
  };
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
