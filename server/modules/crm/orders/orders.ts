/** Converts an order to its stored and its shown form, and computes its totals. */
import { invalid, type Problem } from '#kernel/errors.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { newId } from '#kernel/id.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { stateOf } from '#shared/order-state.ts';
import { orderTotals } from '#shared/order-totals.ts';
import type { Order, PlaceOrder } from './fields.ts';
import { factsOf } from './life/state.ts';
import type { LineRow, OrderRow } from './record.ts';

/** Pure: returns the order to store, or all its problems. */
export function prepareOrder(
  input: PlaceOrder,
  now: Date,
  id = newId(),
): { order: Omit<OrderRow, 'order_number'>; lines: LineRow[] } {
  const totals = orderTotals({
    exponent: currencyExponent(input.currency)!,
    lines: input.items,
    shippingTotal: input.shippingTotal,
    discountTotal: input.discountTotal,
    taxTotal: input.taxTotal,
  });
  if (!totals.ok) throw invalid(totals.problems);
  const lines = input.items.map((item, index) => ({
    line: index + 1,
    sku: item.sku,
    name: item.name,
    quantity: BigInt(item.quantity),
    unit_price: String(item.unitPrice),
    amount: totals.lines[index]!.amount,
    tax_amount: item.taxAmount === undefined ? null : totals.lines[index]!.tax,
    product_id: item.productId?.toLowerCase() ?? null,
    variant_id: item.variantId?.toLowerCase() ?? null,
    description: item.description ?? null,
    fulfilled_quantity: 0,
    delivered_quantity: 0,
  }));
  const order = {
    id,
    status: 'placed' as const,
    payment_status: 'unpaid' as const,
    customer_id: input.customerId.toLowerCase(),
    channel: input.channel ?? null,
    property_id: input.propertyId ?? null,
    currency: input.currency,
    subtotal: totals.subtotal,
    shipping_total: totals.shipping,
    discount_total: totals.discount,
    tax_total: totals.tax,
    total: totals.total,
    shipping_address: input.shippingAddress ? JSON.stringify(input.shippingAddress) : null,
    billing_address: input.billingAddress ? JSON.stringify(input.billingAddress) : null,
    customer_note: input.customerNote ?? null,
    internal_note: input.internalNote ?? null,
    metadata: input.metadata?.text ?? null,
    created_at: now,
    paid_total: 0n,
    refunded_total: 0n,
    last_payment_failed: false,
    cancelled_at: null,
    version: 1,
    updated_at: null,
  };
  return { order, lines };
}

/** For a body with other errors: reports amounts that can be read but not stored. Sums of such a body would be meaningless. */
export function findAmountProblems(body: unknown): Problem[] {
  const {
    currency = 'USD',
    items,
    shippingTotal,
    discountTotal,
    taxTotal,
  } = (body ?? {}) as Record<string, unknown>;
  const exponent = typeof currency === 'string' ? currencyExponent(currency) : undefined;
  if (exponent === undefined) return [];
  const readable = (amount: unknown) => (typeof amount === 'number' && amount >= 0 ? amount : 0);
  const totals = orderTotals({
    exponent,
    lines: (Array.isArray(items) ? items : []).map((item) => ({
      quantity: 1,
      unitPrice: readable(item?.unitPrice),
      taxAmount: readable(item?.taxAmount),
    })),
    shippingTotal: readable(shippingTotal),
    discountTotal: readable(discountTotal),
    taxTotal: readable(taxTotal),
  });
  return totals.ok ? [] : totals.problems.filter(({ code }) => code === 'too_many_decimals');
}

export function presentOrder(order: OrderRow, lines: LineRow[]): Order {
  const exponent = currencyExponent(order.currency)!;
  const money = (minor: bigint) => fromMinor(minor, exponent);
  const { balance, allowed } = stateOf(factsOf(order, lines));
  return {
    id: order.id,
    orderNumber: order.order_number,
    status: order.status,
    paymentStatus: order.payment_status,
    customerId: order.customer_id,
    channel: order.channel,
    propertyId: order.property_id,
    currency: order.currency,
    subtotal: money(order.subtotal),
    shippingTotal: money(order.shipping_total),
    discountTotal: money(order.discount_total),
    taxTotal: money(order.tax_total),
    total: money(order.total),
    paidTotal: money(order.paid_total),
    refundedTotal: money(order.refunded_total),
    balance: money(balance),
    allowedActions: allowed,
    items: lines.map((line) => ({
      line: line.line,
      sku: line.sku,
      name: line.name,
      quantity: Number(line.quantity),
      unitPrice: Number(line.unit_price),
      amount: money(line.amount),
      taxAmount: line.tax_amount === null ? null : money(line.tax_amount),
      productId: line.product_id,
      variantId: line.variant_id,
      description: line.description,
      fulfilledQuantity: line.fulfilled_quantity,
      deliveredQuantity: line.delivered_quantity,
    })),
    shippingAddress: order.shipping_address === null ? null : JSON.parse(order.shipping_address),
    billingAddress: order.billing_address === null ? null : JSON.parse(order.billing_address),
    customerNote: order.customer_note,
    internalNote: order.internal_note,
    version: order.version,
    updatedAt: (order.updated_at ?? order.created_at).toISOString(),
    cancelledAt: order.cancelled_at?.toISOString() ?? null,
    metadata: new Verbatim(order.metadata ?? '{}'),
    createdAt: order.created_at.toISOString(),
  };
}
