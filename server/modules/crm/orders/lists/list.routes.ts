import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, Success, success } from '#kernel/http/envelope.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { countOrders, findOrders, MAX_COUNTED, readFilter } from './list.ts';
import { ListedOrder, OrderQuery } from './list-fields.ts';

const OrderCount = NamedObject('OrderCount', {
  count: Type.Integer(),
  isExact: Type.Boolean({ description: 'False: more orders match than were counted.' }),
});

export function orderListRoutes(app: App): void {
  app.get(
    '/v1/crm/orders',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'List and search orders',
        description:
          'Orders match all filters. A request scans a few thousand orders at most: if few of them match, a page may be short or empty while hasMore is true. Follow the cursor.',
        querystring: OrderQuery,
        response: { 200: Page(ListedOrder) },
      },
    },
    async (request) => {
      const filter = readFilter(request.query);
      return request.inTenant((tx) => findOrders(tx, filter));
    },
  );

  app.get(
    '/v1/crm/orders/count',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        operationId: 'countOrders',
        summary: 'Count orders',
        description: `Counts the orders that match all filters, ${MAX_COUNTED} at most.`,
        querystring: Type.Omit(OrderQuery, ['limit', 'cursor', 'sort', 'order']),
        response: { 200: Success(OrderCount) },
      },
    },
    async (request) => {
      const search = readFilter({ ...request.query, sort: 'createdAt', order: 'desc', limit: MAX_COUNTED });
      return success(await request.inTenant((tx) => countOrders(tx, search)));
    },
  );
}
