import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Decimal, Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { PAYMENT_STATUSES, STATUSES } from '#shared/order-statuses.ts';
import { Tracking } from './life/fields.ts';

// `order.placed` is written in the statement that stores the order: the CTE in placing.sql.ts, which batch.sql.ts runs for many
// orders.

/**
 * The fields of every event of an order's life; `at` is the time of the change. Reasons and references are free text that may
 * name people, so only the timeline has them. Methods and tracking are included, and become null when the customer is erased.
 */
const Known = {
  orderNumber: Type.String(),
  id: Type.String(),
  customerId: Type.String(),
  channel: Nullable(Type.String()),
  propertyId: Nullable(Type.String()),
  status: OneOf(STATUSES),
  paymentStatus: OneOf(PAYMENT_STATUSES),
  currency: Type.String(),
  total: Decimal(),
  paidTotal: Decimal(),
  refundedTotal: Decimal(),
  version: Type.Integer(),
  createdAt: Time(),
  at: Time(),
};

const known = {
  orderNumber: '1001',
  id: '01920000-0000-7000-8000-000000000002',
  customerId: '01920000-0000-7000-8000-000000000003',
  channel: 'storefront',
  propertyId: null,
  status: 'placed',
  paymentStatus: 'paid',
  currency: 'USD',
  total: 69.77,
  paidTotal: 69.77,
  refundedTotal: 0,
  version: 2,
  createdAt: '2030-01-31T12:00:00.000Z',
  at: '2030-01-31T12:05:00.000Z',
};

const Payment = Type.Object({
  ...Known,
  amount: Decimal(),
  method: Nullable(Type.String()),
});

export const orderEvents: EventDefinitions = {
  'order.placed': {
    description: 'An order was placed.',
    schema: Type.Object({
      orderNumber: Type.String(),
      id: Type.String(),
      customerId: Type.String(),
      channel: Nullable(Type.String()),
      propertyId: Nullable(Type.String()),
      currency: Type.String(),
      subtotal: Decimal(),
      shippingTotal: Decimal(),
      discountTotal: Decimal(),
      taxTotal: Decimal(),
      total: Decimal(),
      lineCount: Type.Integer(),
      createdAt: Time(),
    }),
    example: {
      orderNumber: '1001',
      id: '01920000-0000-7000-8000-000000000002',
      customerId: '01920000-0000-7000-8000-000000000003',
      channel: 'storefront',
      propertyId: null,
      currency: 'USD',
      subtotal: 59.97,
      shippingTotal: 5,
      discountTotal: 0,
      taxTotal: 4.8,
      total: 69.77,
      lineCount: 1,
      createdAt: '2030-01-31T12:00:00.000Z',
    },
  },
  'order.paid': {
    description: 'The order is fully paid.',
    schema: Payment,
    example: { ...known, amount: 69.77, method: 'card' },
    erasable: ['method'],
  },
  'order.payment_failed': {
    description: 'A payment was tried and failed.',
    schema: Payment,
    example: {
      ...known,
      paymentStatus: 'failed',
      paidTotal: 0,
      amount: 69.77,
      method: 'card',
    },
    erasable: ['method'],
  },
  'order.fulfilled': {
    description: 'Every unit of every line is fulfilled. The tracking is that of the last part.',
    schema: Type.Object({ ...Known, tracking: Nullable(Tracking) }),
    example: { ...known, status: 'fulfilled', version: 3, tracking: { carrier: 'DHL', number: '00340434' } },
    erasable: ['tracking'],
  },
  'order.delivered': {
    description: 'Every unit of every line is delivered.',
    schema: Type.Object(Known),
    example: { ...known, status: 'delivered', version: 4 },
  },
  'order.cancelled': {
    description: 'An order was cancelled before any of it was fulfilled.',
    schema: Type.Object(Known),
    example: { ...known, status: 'cancelled', paymentStatus: 'voided', paidTotal: 0 },
  },
  'order.refunded': {
    description: 'Some or all of the paid amount was refunded.',
    schema: Type.Object({ ...Known, amount: Decimal() }),
    example: {
      ...known,
      paymentStatus: 'partially_refunded',
      refundedTotal: 10,
      version: 3,
      amount: 10,
    },
  },
};
