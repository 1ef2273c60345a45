import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Decimal, Nullable, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { READ } from '../access.ts';
import { Currency } from '../products/fields.ts';
import { assertProperty, type Others } from '../products/references.ts';
import { quoteLines } from './quotes.ts';

const Asked = NamedObject('PriceQuery', {
  currency: Currency(),
  propertyId: Type.Optional(Uuid('The site of the sale, for price lists of sites.')),
  customerTags: Type.Optional(Type.Array(Text(100), { maxItems: 50 })),
  at: Type.Optional({ ...Time(), description: 'The time of the sale; now, if it is left out.' }),
  lines: Type.Array(
    Type.Object({
      variantId: Type.Optional(Uuid()),
      sku: Type.Optional(Text(200)),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
    }),
    { minItems: 1, maxItems: 500 },
  ),
});

const Quote = NamedObject('PriceQuote', {
  currency: Type.String(),
  lines: Type.Array(
    Type.Object({
      variantId: Type.String(),
      quantity: Type.Integer(),
      unitPrice: Decimal(),
      compareAt: Nullable(Decimal()),
      priceListId: Nullable(Type.String({ description: 'Null: the own price of the variant.' })),
      minQuantity: Type.Integer({ description: 'The quantity from which this price counts.' }),
      amount: Decimal({ description: 'quantity × unitPrice, rounded once as in an order.' }),
    }),
  ),
  subtotal: Decimal(),
});

export function quoteRoutes(app: App, clock: () => Date, others: Others): void {
  app.post(
    '/v1/catalog/prices',
    {
      config: { ...READ, dryRun: true },
      schema: {
        operationId: 'quotePrices',
        fails: ['not_found', 'no_price'],
        summary: 'The prices of up to 500 lines; nothing is stored',
        description: 'Refused with 409 no_price if a variant has none in this currency; details name them.',
        body: Asked,
        response: { 200: Success(Quote) },
      },
    },
    async (request) => {
      const { currency, propertyId = null, customerTags = [], at, lines } = request.body;
      const now = at === undefined ? clock() : new Date(at);
      const context = { currency, propertyId, customerTags, now };
      const quote = await request.inTenant(async (tx) => {
        await assertProperty(tx, propertyId, others);
        return quoteLines(tx, context, lines);
      });
      return success(quote);
    },
  );
}
