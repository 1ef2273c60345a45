import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, forbidden, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery } from '#kernel/http/envelope.ts';
import { Decimal, IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { readSortedCursor, SortedCursor, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { READ } from '../access.ts';
import { findProduct, findVariantsOf } from './products.sql.ts';

const SoldOrder = NamedObject('OrderOfProduct', {
  id: Type.String(),
  orderNumber: Type.String(),
  status: Type.String(),
  currency: Type.String(),
  createdAt: Time(),
  lines: Type.Array(
    Type.Object({
      variantId: Nullable(Type.String()),
      sku: Type.String(),
      name: Type.String(),
      quantity: Type.Integer(),
      unitPrice: Decimal(),
    }),
  ),
});

/** A function of the module that has the orders; modules.ts passes it in. Newest first, and one more than asked for if there is. */
export type OrdersOf = (
  tx: Tx,
  product: { productId: string; variantIds: string[]; skus: string[] },
  limit: number,
  after: string | null,
) => Promise<Static<typeof SoldOrder>[]>;

const ORDER = { by: 'order', descending: true };

export function soldRoutes(app: App, ordersOf: OrdersOf): void {
  app.get(
    '/v1/catalog/products/:id/orders',
    {
      config: READ,
      schema: {
        operationId: 'listOrdersOfProduct',
        summary:
          'The orders whose lines name the product, a variant of it, or only its SKU, those entered last first',
        description:
          'Keys need read:crm too. A line that names another product by id is not found by its SKU.',
        params: IdParams,
        querystring: Type.Object({
          limit: PageQuery.properties.limit,
          cursor: Type.Optional(SortedCursor(1, 'The nextCursor of the page before.')),
        }),
        response: { 200: Page(SoldOrder) },
      },
    },
    async (request) => {
      const { scopes, tenant } = request.actor;
      if (scopes?.includes('read:crm') === false) {
        throw forbidden('This key lacks the scope read:crm.', { scope: 'read:crm' });
      }
      if (!tenant.modules.includes('crm')) {
        const details = { module: 'crm' };
        throw new AppError('module_disabled', 'The module crm is not active for this tenant.', details);
      }
      const { limit, cursor } = request.query;
      const after = readSortedCursor(cursor, ORDER, /^$/)?.id ?? null;
      const orders = await request.inTenant(async (tx) => {
        const product = await findProduct(tx, request.params.id);
        if (product === undefined) throw notFound('product');
        const variants = await findVariantsOf(tx, [product.id]);
        const named = {
          productId: product.id,
          variantIds: variants.map(({ id }) => id),
          skus: variants.map(({ sku }) => sku),
        };
        return ordersOf(tx, named, limit, after);
      });
      const shown = orders.slice(0, limit);
      const last = orders.length > limit ? shown.at(-1)! : null;
      const nextCursor = last && writeSortedCursor(ORDER, { key: '', id: last.id });
      const pagination = { limit, hasMore: last !== null, nextCursor };
      return { success: true as const, data: shown, pagination };
    },
  );
}
