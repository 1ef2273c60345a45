/** Schemas that carts, checkouts, shipping and tax share. */

import { type Static, Type } from 'typebox';
import { Decimal, Nullable, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';

export const Country = () =>
  Type.String({ pattern: '^[A-Z]{2}$', description: 'Two capital letters, ISO 3166-1.' });
export const Money = (description?: string) =>
  Decimal({ minimum: 0, maximum: 1e12, ...(description && { description }) });
export const Currency = () => Type.String({ format: 'currency', description: 'ISO 4217, upper case.' });

export const Address = NamedObject(
  'CheckoutAddress',
  {
    name: Type.Optional(Nullable(Text(200))),
    company: Type.Optional(Nullable(Text(200))),
    line1: Text(500),
    line2: Type.Optional(Nullable(Text(500))),
    city: Text(500),
    region: Type.Optional(Nullable(Text(100, 'State or province; chooses the tax rate.'))),
    postalCode: Type.Optional(Nullable(Text(30))),
    country: Country(),
    phone: Type.Optional(Nullable(Text(60))),
  },
  { additionalProperties: false },
);
export type Address = Static<typeof Address>;

/** A reason why the checkout cannot be completed yet. */
export const CheckoutProblem = NamedObject('CheckoutProblem', {
  code: Type.String({
    description:
      'empty, not_for_sale, no_price, out_of_stock, code_not_usable, email_missing, address_missing, shipping_option_missing, too_large',
  }),
  message: Type.String(),
  lineKey: Type.Optional(Type.String()),
});
export type CheckoutProblem = Static<typeof CheckoutProblem>;
