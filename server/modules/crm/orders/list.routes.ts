import type { App } from '#kernel/http/app.ts';
import { Page } from '#kernel/http/envelope.ts';
import { findOrders, readFilter } from './list.ts';
import { ListedOrder, OrderQuery } from './list-fields.ts';

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
}
