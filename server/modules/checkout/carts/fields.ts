/** A cart as it is sent and as it is answered. */

import { type Static, Type } from 'typebox';
import {
  ByName,
  ContactEmail,
  Decimal,
  Note,
  Nullable,
  OneOf,
  Text,
  Time,
  Uuid,
} from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { CheckoutProblem, Currency } from '../fields.ts';
import { CART_STATES } from './carts.sql.ts';

export const MAX_LINES = 200;
export const MAX_UNITS = 9_999;
export const MAX_CODES = 5;
/** The attributes of a cart and all its lines have so many together, as JSON: every answer about the cart has them. */
export const MAX_ATTRIBUTE_BYTES = 64 * 1024;

export const Attributes = ByName(100, Type.String({ maxLength: 500 }), {
  maxProperties: 30,
  description: 'Texts of the storefront.',
});

const Quantity = (minimum: number) => Type.Integer({ minimum, maximum: MAX_UNITS });

export const NewLine = NamedObject('NewCartLine', {
  sku: Type.Optional(Text(200, 'Or variantId.')),
  variantId: Type.Optional(Uuid()),
  quantity: { ...Quantity(1), default: 1 },
  attributes: Type.Optional(Attributes),
});
export type NewLine = Static<typeof NewLine>;

const NewLines = Type.Array(NewLine, { minItems: 1, maxItems: MAX_LINES });
const Locale = () => Text(35);

export const NewCart = NamedObject('NewCart', {
  lines: NewLines,
  currency: Type.Optional(Currency()),
  locale: Type.Optional(Locale()),
  email: Type.Optional(ContactEmail()),
});
export type NewCart = Static<typeof NewCart>;

export const AddLines = NamedObject('NewCartLines', { lines: NewLines });
export const SetQuantity = NamedObject('CartLineChange', {
  quantity: { ...Quantity(0), description: '0 removes the line.' },
});

export const CartChange = NamedObject('CartChange', {
  email: Type.Optional(Nullable(ContactEmail())),
  note: Type.Optional(Nullable(Note(5000))),
  currency: Type.Optional(Currency()),
  locale: Type.Optional(Nullable(Locale())),
  attributes: Type.Optional(Nullable(Attributes)),
});
export type CartChange = Static<typeof CartChange>;

export const NewCode = NamedObject('NewCartCode', { code: Text(100) });

const CartLine = NamedObject('CartLine', {
  key: Type.String(),
  variantId: Type.String(),
  productId: Nullable(Type.String()),
  sku: Nullable(Type.String()),
  name: Nullable(Type.String()),
  quantity: Type.Integer(),
  unitPrice: Nullable(Decimal()),
  amount: { ...Nullable(Decimal()), description: 'Before discounts.' },
  image: { ...Nullable(Type.String()), description: 'The asset of its first picture.' },
  imageUrl: {
    ...Nullable(Type.String()),
    description: 'The original of that picture, as in `media` of a product; 404 if it is private.',
  },
  available: Type.Boolean({ description: 'This quantity could be reserved now.' }),
  attributes: Nullable(Attributes),
});

export const DiscountCode = NamedObject('AppliedDiscount', {
  id: Type.String(),
  code: Type.String(),
  amount: Decimal({ description: 'The amount that it takes off; for free shipping, that of shipping.' }),
  applies: Type.Boolean({
    description:
      'False: it takes nothing off, because the subtotal is too small, it covers no line, or nothing is left to take.',
  }),
});

export const Cart = NamedObject('Cart', {
  id: Type.String(),
  propertyId: Nullable(Type.String()),
  currency: Type.String(),
  locale: Nullable(Type.String()),
  customerId: Nullable(Type.String()),
  email: Nullable(Type.String()),
  lines: Type.Array(CartLine),
  discountCodes: Type.Array(DiscountCode),
  note: Nullable(Type.String()),
  attributes: Nullable(Attributes),
  totals: Type.Object({
    subtotal: Decimal(),
    discount: Decimal(),
    estimatedTax: { ...Nullable(Decimal()), description: 'Null until its checkout has an address.' },
    total: Decimal({ description: 'Without shipping.' }),
  }),
  problems: Type.Array(CheckoutProblem, { description: 'The problems that would stop a checkout.' }),
  state: OneOf(CART_STATES),
  version: Type.Integer(),
  abandonedAt: Nullable(Time()),
  createdAt: Time(),
  updatedAt: Time(),
});
export type Cart = Static<typeof Cart>;

export const CartWithToken = NamedObject('CartWithToken', {
  ...Cart.properties,
  token: Type.String({ description: 'The bearer of all other calls about this cart.' }),
});

/** A cart in a list of the back office. */
export const ListedCart = NamedObject('CartSummary', {
  id: Type.String(),
  propertyId: Nullable(Type.String()),
  currency: Type.String(),
  customerId: Nullable(Type.String()),
  email: Nullable(Type.String()),
  lineCount: Type.Integer(),
  quantity: Type.Integer(),
  subtotal: Decimal({ description: 'The subtotal that was shown after the last change.' }),
  state: OneOf(CART_STATES),
  version: Type.Integer(),
  abandonedAt: Nullable(Time()),
  createdAt: Time(),
  updatedAt: Time(),
});
