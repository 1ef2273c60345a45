import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, Success, success } from '#kernel/http/envelope.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { READ } from '../access.ts';
import { MAX_CHECKED } from './list.sql.ts';
import { countProducts, findProducts, MAX_COUNTED, presentListed, readSearch } from './list.ts';
import { ListedProduct, ProductFilter, ProductQuery } from './list-fields.ts';
import { assertProperty, type Others } from './references.ts';
import { assertMayReadStock, type Stock, stockOfProducts } from './stock.ts';

const Count = NamedObject('ProductCount', {
  count: Type.Integer(),
  isExact: Type.Boolean({ description: 'False: more products match than were counted.' }),
});

export function productListRoutes(app: App, others: Others, stock: Stock): void {
  app.get(
    '/v1/catalog/products',
    {
      config: READ,
      schema: {
        summary: 'List, filter, sort and search products',
        description: `A page checks at most ${MAX_CHECKED} products: it may be short or empty while hasMore is true. Follow the cursor.`,
        querystring: ProductQuery,
        response: { 200: Page(ListedProduct) },
      },
    },
    async (request) => {
      const { limit, propertyId, expand, ...query } = request.query;
      if (expand !== undefined || query.stock !== undefined) assertMayReadStock(request.actor);
      const search = readSearch({ ...query, limit, propertyId }, limit, stock);
      const { shown, pagination, stocks } = await request.inTenant(async (tx) => {
        await assertProperty(tx, propertyId ?? null, others);
        const found = await findProducts(tx, search);
        return { ...found, stocks: expand && (await stockOfProducts(tx, found.shown, stock)) };
      });
      const data = shown.map((row) => ({
        ...presentListed(row),
        ...(stocks?.has(row.id) && { stock: stocks.get(row.id) }),
      }));
      return { success: true as const, data, pagination };
    },
  );

  app.get(
    '/v1/catalog/products/count',
    {
      config: READ,
      schema: {
        operationId: 'countProducts',
        summary: `Count the products that match, up to ${MAX_COUNTED}`,
        querystring: Type.Object(ProductFilter),
        response: { 200: Success(Count) },
      },
    },
    async (request) => {
      if (request.query.stock !== undefined) assertMayReadStock(request.actor);
      const search = readSearch({ ...request.query, limit: MAX_COUNTED }, MAX_COUNTED, stock);
      const count = await request.inTenant(async (tx) => {
        await assertProperty(tx, request.query.propertyId ?? null, others);
        return countProducts(tx, search);
      });
      return success(count);
    },
  );
}
