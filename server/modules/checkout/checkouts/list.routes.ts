import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, OneOf, Uuid } from '#kernel/http/fields.ts';
import { READ, WRITE } from '../access.ts';
import { findCart } from '../carts/carts.sql.ts';
import type { Others } from '../others.ts';
import { showCheckout } from './changing.ts';
import { CHECKOUT_STATES, type CheckoutRow, findCheckout, listCheckouts } from './checkouts.sql.ts';
import { completeCheckout } from './completing.ts';
import { endCheckout } from './ending.ts';
import { Checkout, CompleteByStaff, CompletedCheckout, ListedCheckout } from './fields.ts';
import { presentListed } from './shown.ts';

/** Checkouts in the back office. */
export function checkoutListRoutes(app: App, clock: () => Date, others: Others): void {
  const deps = () => ({ others, now: clock() });

  app.get(
    '/v1/checkout/checkouts',
    {
      config: READ,
      schema: {
        operationId: 'listCheckouts',
        summary: 'List checkouts',
        querystring: Type.Object({
          ...PageQuery.properties,
          state: Type.Optional(OneOf(CHECKOUT_STATES)),
          cartId: Type.Optional(Uuid()),
        }),
        response: { 200: Page(ListedCheckout) },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const rows = await request.inTenant((tx) => listCheckouts(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, presentListed);
    },
  );

  app.get(
    '/v1/checkout/checkouts/:id',
    {
      config: READ,
      schema: {
        operationId: 'getCheckout',
        summary: 'Get a checkout',
        params: IdParams,
        response: { 200: Success(Checkout) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, actor) => {
          const row = await found(tx, request.params.id);
          return showCheckout(tx, deps(), actor, (await findCart(tx, row.cart_id))!, row);
        }),
      ),
  );

  app.post(
    '/v1/checkout/checkouts/:id/complete',
    {
      config: WRITE,
      schema: {
        operationId: 'completeCheckout',
        fails: ['conflict', 'out_of_stock', 'checkout_changed', 'checkout_locked', 'code_not_usable'],
        summary: 'Place the order of an open checkout',
        description:
          'Completes it as its shopper would, for example while on the telephone. Repeated, the same order comes back. Refused with 409 after it ended ' +
          'without an order, and with 422 while something is missing: see `problems` of the checkout.',
        params: IdParams,
        body: CompleteByStaff,
        response: { 200: Success(CompletedCheckout) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, actor) => {
          const { cart_id: id, id: checkoutId } = await found(tx, request.params.id);
          const expected = request.body.expectedTotal ?? null;
          return completeCheckout(tx, deps(), actor, actor, { id, checkoutId }, expected);
        }),
      ),
  );

  app.post(
    '/v1/checkout/checkouts/:id/expire',
    {
      config: WRITE,
      schema: {
        operationId: 'expireCheckout',
        fails: ['conflict', 'checkout_locked'],
        withoutEtag: true,
        summary: 'End an open checkout now, and free its stock',
        params: IdParams,
        response: { 200: Success(Checkout) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx) => {
          const { cart_id: id, id: checkoutId } = await found(tx, request.params.id);
          return endCheckout(tx, deps(), { id, checkoutId }, 'expired');
        }),
      ),
  );
}

async function found(tx: Tx, id: string): Promise<CheckoutRow> {
  const row = await findCheckout(tx, id);
  if (row === undefined) throw notFound('checkout');
  return row;
}
