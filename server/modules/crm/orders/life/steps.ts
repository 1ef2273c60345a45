/** The steps of an order's life. Pure: each takes an order and an input, and returns the outcome or throws a refusal. */
import { AppError, conflict, invalid } from '#kernel/errors.ts';
import { currencyExponent, fromMinor, toMinor } from '#shared/money.ts';
import { type OrderState, stateOf } from '#shared/order-state.ts';
import type { Action } from '#shared/order-statuses.ts';
import { decimalsMessage } from '#shared/order-totals.ts';
import { openLines, readItems } from '../lines.ts';
import type { FoundOrder } from '../orders.sql.ts';
import type { OrderRow } from '../record.ts';
import type { Cancel, Deliver, Fulfill, Payment, Refund } from './fields.ts';
import type { Outcome } from './life.ts';
import { factsOf } from './state.ts';

export function fulfill(held: FoundOrder, { items, tracking }: Fulfill): Outcome {
  const wanted = readItems(held.lines, items);
  assertMay('fulfill', held);
  const open = openLines(
    held.lines,
    wanted,
    'fulfill',
    (line) => Number(line.quantity) - line.fulfilled_quantity,
  );
  const lines = held.lines.map((line) => {
    const units = open.get(line.line);
    return units ? { ...line, fulfilled_quantity: line.fulfilled_quantity + units } : line;
  });
  const isComplete = lines.every((line) => line.fulfilled_quantity === Number(line.quantity));
  const details = { items: listed(open), ...(tracking && { tracking }) };
  return {
    lines,
    entry: { action: 'fulfilled', details },
    searchText: tracking?.number,
    events: isComplete ? [{ type: 'order.fulfilled', data: { tracking: tracking ?? null } }] : [],
  };
}

export function deliver(held: FoundOrder, { items }: Deliver): Outcome {
  const wanted = readItems(held.lines, items);
  assertMay('deliver', held);
  const open = openLines(
    held.lines,
    wanted,
    'deliver',
    (line) => line.fulfilled_quantity - line.delivered_quantity,
  );
  const lines = held.lines.map((line) => {
    const units = open.get(line.line);
    return units ? { ...line, delivered_quantity: line.delivered_quantity + units } : line;
  });
  const isComplete = lines.every((line) => line.delivered_quantity === Number(line.quantity));
  return {
    lines,
    entry: { action: 'delivered', details: { items: listed(open) } },
    events: isComplete ? [{ type: 'order.delivered', data: {} }] : [],
  };
}

/** Refunds the paid amount, unless `refund` is false; it can then be refunded later. */
export function cancel(held: FoundOrder, { reason, refund: givesBack = true }: Cancel, now: Date): Outcome {
  const { refundable } = assertMay('cancel', held);
  const { order } = held;
  const amount = givesBack ? refundable : 0n;
  const refunded = amount > 0n ? { amount: moneyOf(order)(amount) } : undefined;
  return {
    order: { cancelled_at: now, refunded_total: order.refunded_total + amount },
    entry: { action: 'cancelled', details: { ...(reason !== undefined && { reason }), ...refunded } },
    events: [
      { type: 'order.cancelled', data: {} },
      ...(refunded ? [{ type: 'order.refunded', data: refunded }] : []),
    ],
  };
}

export function refund(held: FoundOrder, { amount: wanted, reason }: Refund): Outcome {
  const { order } = held;
  const asked = wanted === undefined ? undefined : minorOf(order, wanted);
  const { refundable } = assertMay('refund', held);
  const amount = asked ?? refundable;
  const money = moneyOf(order);
  if (amount > refundable) {
    const most = money(refundable);
    throw conflict(`At most ${most} ${order.currency} can be refunded.`, { refundable: most });
  }
  const given = { amount: money(amount) };
  return {
    order: { refunded_total: order.refunded_total + amount },
    entry: { action: 'refunded', details: { ...given, ...(reason !== undefined && { reason }) } },
    events: [{ type: 'order.refunded', data: given }],
  };
}

/** Records a payment that succeeded or failed elsewhere. */
export function pay(held: FoundOrder, { amount: sent, outcome, method, reference }: Payment): Outcome {
  const { order } = held;
  const amount = minorOf(order, sent);
  const { balance } = assertMay('payments', held);
  if (amount > balance) {
    const open = moneyOf(order)(balance);
    throw conflict(`Only ${open} ${order.currency} are still to be paid.`, { balance: open });
  }
  const hasFailed = outcome === 'failed';
  const told = { amount: sent, method: method ?? null };
  const events = hasFailed
    ? [{ type: 'order.payment_failed', data: told }]
    : amount === balance
      ? [{ type: 'order.paid', data: told }]
      : [];
  return {
    order: {
      paid_total: hasFailed ? order.paid_total : order.paid_total + amount,
      last_payment_failed: hasFailed,
    },
    entry: {
      action: 'payment',
      details: { amount: sent, outcome, ...(method && { method }), ...(reference && { reference }) },
    },
    searchText: reference,
    events,
  };
}

function assertMay(action: Action, held: FoundOrder): OrderState {
  const state = stateOf(factsOf(held.order, held.lines));
  const { status, paymentStatus, allowed } = state;
  if (allowed.includes(action)) return state;
  const rest = allowed.length > 0 ? `It allows: ${allowed.join(', ')}.` : 'Nothing more can be done with it.';
  throw new AppError(
    'invalid_transition',
    `${action} is not possible with an order that is ${status} and ${paymentStatus}. ${rest}`,
    { status, paymentStatus, allowed },
  );
}

function minorOf({ currency }: OrderRow, amount: number): bigint {
  const exponent = currencyExponent(currency)!;
  const minor = toMinor(amount, exponent);
  if (minor !== null) return minor;
  throw invalid([{ path: 'amount', code: 'too_many_decimals', message: decimalsMessage(exponent) }]);
}

const moneyOf =
  ({ currency }: OrderRow) =>
  (minor: bigint) =>
    fromMinor(minor, currencyExponent(currency)!);

const listed = (units: Map<number, number>) => [...units].map(([line, quantity]) => ({ line, quantity }));
