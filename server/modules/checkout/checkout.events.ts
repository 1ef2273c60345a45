import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Decimal, Nullable, OneOf, Time } from '#kernel/http/fields.ts';

// No names, addresses or e-mail addresses: events cannot be erased.
const AboutCart = {
  id: Type.String(),
  propertyId: Nullable(Type.String()),
  currency: Type.String(),
  lineCount: Type.Integer(),
  quantity: Type.Integer(),
  subtotal: Decimal(),
  customerId: Nullable(Type.String()),
  version: Type.Integer(),
  at: Time(),
};
const at = '2030-01-31T12:00:00.000Z';
const aboutCart = {
  id: '01920000-0000-7000-8000-000000000011',
  propertyId: '01920000-0000-7000-8000-000000000012',
  currency: 'EUR',
  lineCount: 1,
  quantity: 2,
  subtotal: 9,
  customerId: null,
  version: 1,
  at,
};
const aboutCheckout = {
  id: '01920000-0000-7000-8000-000000000013',
  cartId: aboutCart.id,
  currency: 'EUR',
  total: 13.9,
  at,
};
const AboutCheckout = {
  id: Type.String(),
  cartId: Type.String(),
  currency: Type.String(),
  total: Decimal(),
  at: Time(),
};
const orderId = '01920000-0000-7000-8000-000000000002';

export const checkoutEvents: EventDefinitions = {
  'cart.created': {
    description: 'A cart got its first line.',
    schema: Type.Object(AboutCart),
    example: aboutCart,
  },
  'cart.updated': {
    description: 'Lines, codes, currency, customer or contact of a cart changed.',
    schema: Type.Object({ ...AboutCart, changed: Type.Array(Type.String()) }),
    example: { ...aboutCart, version: 2, changed: ['lines'] },
  },
  'cart.abandoned': {
    description: 'A cart with lines and without a checkout has not changed for the set time.',
    schema: Type.Object({
      ...AboutCart,
      contactable: Type.Boolean({ description: 'It has an e-mail address or a customer.' }),
      times: Type.Integer({ description: 'How often it was abandoned, this time included: three at most.' }),
      lastChangedAt: Time(),
    }),
    example: { ...aboutCart, contactable: true, times: 1, lastChangedAt: '2030-01-31T11:00:00.000Z' },
  },
  'cart.recovered': {
    description: 'The shopper changed an abandoned cart, or began its checkout.',
    schema: Type.Object({ ...AboutCart, abandonedAt: Time(), via: OneOf(['link', 'direct'] as const) }),
    example: { ...aboutCart, version: 3, abandonedAt: '2030-01-31T11:00:00.000Z', via: 'direct' },
  },
  'checkout.started': {
    description: 'A checkout holds the stock of its cart.',
    schema: Type.Object({
      ...AboutCheckout,
      orderId: Type.String({ description: 'The id that its order will have.' }),
      lineCount: Type.Integer(),
      expiresAt: Time(),
    }),
    example: { ...aboutCheckout, orderId, lineCount: 1, expiresAt: '2030-01-31T12:15:00.000Z' },
  },
  'checkout.completed': {
    description: 'A checkout became an order.',
    schema: Type.Object({ ...AboutCheckout, orderId: Type.String(), orderNumber: Type.String() }),
    example: { ...aboutCheckout, orderId, orderNumber: '1001' },
  },
  'checkout.expired': {
    description: 'A checkout ended without an order, and its stock is free again.',
    schema: Type.Object(AboutCheckout),
    example: aboutCheckout,
  },
};
