import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { Decimal, IdParams, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { cartOf } from '../carts/carts.routes.ts';
import { type Deps, readCart } from '../carts/saving.ts';
import type { Others } from '../others.ts';
import { findLatestCheckout } from './checkouts.sql.ts';
import { BuyersOrder } from './fields.ts';
import { presentToBuyer } from './shown.ts';

const ListedOrder = NamedObject('StorefrontOrderSummary', {
  id: Type.String(),
  orderNumber: Type.String(),
  status: Type.String(),
  paymentStatus: Type.String(),
  currency: Type.String(),
  total: Decimal(),
  createdAt: Time(),
});

/** Orders as their buyers see them. */
export function buyersOrderRoutes(app: App, clock: () => Date, others: Others): void {
  const deps = (): Deps => ({ others, now: clock() });

  app.get(
    '/v1/storefront/orders/current',
    {
      config: { storefront: 'checkout' },
      schema: {
        operationId: 'getStorefrontOrderOfCart',
        fails: ['not_found'],
        summary: 'Get the order that the cart became',
        response: { 200: Success(BuyersOrder) },
      },
    },
    async (request) =>
      success(
        await request.inShop(async (tx, shopper) => {
          // Refuses a token of a former generation.
          const { id } = await readCart(tx, deps(), shopper, cartOf(shopper));
          const checkout = await findLatestCheckout(tx, id);
          const isPlaced = checkout?.state === 'completed';
          const order = isPlaced ? await others.showOrder(tx, checkout.order_id) : undefined;
          if (order === undefined) throw notFound('order');
          return presentToBuyer(order);
        }),
      ),
  );

  app.get(
    '/v1/storefront/orders/:id',
    {
      config: { storefront: 'customer', bearers: ['customer', 'order'] },
      schema: {
        operationId: 'getStorefrontOrder',
        summary: 'Get an order of the customer, or that of an order link',
        params: IdParams,
        response: { 200: Success(BuyersOrder) },
      },
    },
    async (request) =>
      success(
        await request.inShop(async (tx, shopper) => {
          const order = await others.showOrder(tx, request.params.id);
          const isLinked = shopper.kind === 'order' && shopper.orderId === order?.id;
          const isOwn = shopper.kind === 'customer' && shopper.customerId === order?.customerId;
          // The order of another buyer gets the answer of one that does not exist.
          if (order === undefined || !(isLinked || isOwn)) throw notFound('order');
          return presentToBuyer(order);
        }),
      ),
  );

  app.get(
    '/v1/storefront/orders',
    {
      config: { storefront: 'customer' },
      schema: {
        operationId: 'listStorefrontOrders',
        summary: 'List the orders of the customer, newest first',
        querystring: PageQuery,
        response: { 200: Page(ListedOrder) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inShop((tx, { customerId }) =>
        others.ordersOfCustomer(tx, customerId!, limit, readCursor(cursor)),
      );
      return page(rows, limit, (row) => ({
        ...{
          id: row.id,
          orderNumber: row.order_number,
          status: row.status,
          paymentStatus: row.payment_status,
        },
        ...{ currency: row.currency, total: fromMinor(row.total, currencyExponent(row.currency)!) },
        createdAt: row.created_at.toISOString(),
      }));
    },
  );
}
