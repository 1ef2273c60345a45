/** The state of an order. Pure: both statuses, and what may be done next, follow from quantities and sums alone. */
import { ACTIONS, type Action, type PaymentStatus, type Status } from './order-statuses.ts';

export type OrderFacts = {
  /** Units over all lines. Each line keeps delivered ≤ fulfilled ≤ ordered, so equal sums mean equal lines. */
  ordered: number;
  fulfilled: number;
  delivered: number;
  /** Minor units; refunded ≤ paid ≤ total. */
  total: bigint;
  paid: bigint;
  refunded: bigint;
  lastPaymentFailed: boolean;
  cancelled: boolean;
};

export type OrderState = {
  status: Status;
  paymentStatus: PaymentStatus;
  /** The amount still to be paid. A refund does not increase it. */
  balance: bigint;
  refundable: bigint;
  allowed: Action[];
};

export function stateOf(facts: OrderFacts): OrderState {
  const status = statusOf(facts);
  const isOver = status === 'cancelled' || status === 'refunded';
  const balance = balanceOf(facts);
  const refundable = facts.paid - facts.refunded;
  const may: Record<Action, boolean> = {
    fulfill: !isOver && facts.fulfilled < facts.ordered,
    deliver: !isOver && facts.delivered < facts.fulfilled,
    cancel: !isOver && facts.fulfilled === 0,
    refund: refundable > 0n,
    payments: balance > 0n,
  };
  const allowed = ACTIONS.filter((action) => may[action]);
  return { status, paymentStatus: paymentStatusOf(facts), balance, refundable, allowed };
}

/** The amount that is owed. An order that was refunded whole was paid whole, so it owes nothing. */
export const balanceOf = ({
  total,
  paid,
  cancelled,
}: Pick<OrderFacts, 'total' | 'paid' | 'cancelled'>): bigint => (cancelled ? 0n : total - paid);

function statusOf(facts: OrderFacts): Status {
  const { ordered, fulfilled, delivered, total, refunded } = facts;
  if (facts.cancelled) return 'cancelled';
  if (total > 0n && refunded === total) return 'refunded';
  if (delivered === ordered) return 'delivered';
  if (fulfilled === ordered) return 'fulfilled';
  return fulfilled > 0 ? 'partially_fulfilled' : 'placed';
}

function paymentStatusOf(facts: OrderFacts): PaymentStatus {
  const { total, paid, refunded } = facts;
  if (paid === 0n) return facts.cancelled ? 'voided' : facts.lastPaymentFailed ? 'failed' : 'unpaid';
  if (refunded > 0n) return refunded === paid ? 'refunded' : 'partially_refunded';
  return paid === total ? 'paid' : 'partially_paid';
}
