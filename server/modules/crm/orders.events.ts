import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Nullable, Time } from '#kernel/http/fields.ts';

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
      subtotal: Type.Number(),
      shippingTotal: Type.Number(),
      discountTotal: Type.Number(),
      taxTotal: Type.Number(),
      total: Type.Number(),
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
};
