import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success } from '#kernel/http/envelope.ts';
import { withEtag } from '#kernel/http/etag.ts';
import { IdParams, OneOf, Text, Uuid } from '#kernel/http/fields.ts';
import { currencyExponent } from '#shared/money.ts';
import { READ } from '../access.ts';
import type { Others } from '../others.ts';
import { CART_STATES, listCarts } from './carts.sql.ts';
import { Cart, ListedCart } from './fields.ts';
import { readCart } from './saving.ts';
import { MOST_CUSTOMERS, searchCarts } from './searching.ts';
import { presentListed } from './shown.ts';

/** Carts in the back office: staff read them, shoppers change them. */
export function cartListRoutes(app: App, clock: () => Date, others: Others): void {
  app.get(
    '/v1/checkout/carts',
    {
      config: READ,
      schema: {
        operationId: 'listCarts',
        summary: 'List carts',
        querystring: Type.Object({
          ...PageQuery.properties,
          state: Type.Optional(OneOf(CART_STATES)),
          customerId: Type.Optional(Uuid()),
          q: Type.Optional(
            Text(
              254,
              `The beginning of an e-mail address, or the id of a cart or customer; for keys with read:crm also words of the name of a customer, of whom ${MOST_CUSTOMERS} are considered.`,
            ),
          ),
          contactable: Type.Optional({
            ...OneOf(['true'] as const),
            description: 'Only carts with an e-mail address or a customer.',
          }),
        }),
        response: { 200: Page(ListedCart) },
      },
    },
    async (request) => {
      const { limit, cursor, q, ...filter } = request.query;
      const rows = await request.inTenant(async (tx, actor) => {
        const found = q === undefined ? undefined : await searchCarts(tx, actor, q, others);
        return listCarts(tx, { ...filter, found }, limit, readCursor(cursor));
      });
      return page(rows, limit, (row) => presentListed(row, currencyExponent(row.currency)!));
    },
  );

  app.get(
    '/v1/checkout/carts/:id',
    {
      config: READ,
      schema: {
        operationId: 'getCart',
        summary: 'Get a cart with the prices of now',
        params: IdParams,
        response: { 200: Success(Cart) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      return withEtag(
        reply,
        await request.inTenant((tx, actor) => readCart(tx, { others, now: clock() }, actor, { id })),
      );
    },
  );
}
