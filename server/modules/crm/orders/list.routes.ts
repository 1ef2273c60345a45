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
          'Filters narrow each other. Where orders that match are few among very many, a page may hold fewer than the limit, or none, while hasMore is true: it ends after looking at a few thousand.',
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
