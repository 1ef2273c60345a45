import type { App } from '#kernel/http/app.ts';
import { Page, page, readCursor } from '#kernel/http/envelope.ts';
import { Customer } from './fields.ts';
import { listCustomers } from './list.sql.ts';
import { readFilter } from './list.ts';
import { CustomerQuery } from './list-fields.ts';
import { presentCustomer } from './record.ts';

export function customerListRoutes(app: App): void {
  app.get(
    '/v1/crm/customers',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'List and search customers, newest first',
        querystring: CustomerQuery,
        response: { 200: Page(Customer) },
      },
    },
    async (request) => {
      const { limit, cursor, ...query } = request.query;
      const filter = readFilter(query);
      const rows = await request.inTenant((tx) => listCustomers(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, presentCustomer);
    },
  );
}
