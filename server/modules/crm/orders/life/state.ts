import type { OrderFacts } from '#shared/order-state.ts';
import type { LineRow, OrderRow } from '../record.ts';

/** Returns the quantities and sums from which the state of an order follows. */
export function factsOf(order: OrderRow, lines: LineRow[]): OrderFacts {
  let [ordered, fulfilled, delivered] = [0, 0, 0];
  for (const line of lines) {
    ordered += Number(line.quantity);
    fulfilled += line.fulfilled_quantity;
    delivered += line.delivered_quantity;
  }
  return {
    ordered,
    fulfilled,
    delivered,
    total: order.total,
    paid: order.paid_total,
    refunded: order.refunded_total,
    lastPaymentFailed: order.last_payment_failed,
    cancelled: order.cancelled_at !== null,
  };
}
