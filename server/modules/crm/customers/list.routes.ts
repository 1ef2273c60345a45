import type { App } from '#kernel/http/app.ts';
import { Page, page, readCursor } from '#kernel/http/envelope.ts';
import { listCustomers } from './list.sql.ts';
import { readFilter } from './list.ts';
import { CustomerQuery, ListedCustomer } from './list-fields.ts';
import { summariseOrders } from './order-summaries.sql.ts';
import { presentCustomer } from './record.ts';

export function customerListRoutes(app: App): void {
  app.get(
    '/v1/crm/customers',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'List and search customers, newest first',
        querystring: CustomerQuery,
        response: { 200: Page(ListedCustomer) },
      },
    },
    async (request) => {
      const { limit, cursor, expand, ...query } = request.query;
      const filter = readFilter(query);
      const { rows, ordersOf } = await request.inTenant(async (tx) => {
        const rows = await listCustomers(tx, filter, limit, readCursor(cursor));
        const ids = rows.slice(0, limit).map(({ id }) => id);
        return { rows, ordersOf: expand === 'orders' ? await summariseOrders(tx, ids) : undefined };
      });
      return page(rows, limit, (row) => ({
        ...presentCustomer(row),
        ...(ordersOf && { orders: ordersOf(row.id) }),
      }));
    },
  );
}
