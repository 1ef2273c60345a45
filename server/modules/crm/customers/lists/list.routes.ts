import type { App } from '#kernel/http/app.ts';
import { Page, page, readCursor } from '#kernel/http/envelope.ts';
import { summariseOrders } from '../order-summaries.sql.ts';
import { presentCustomer } from '../record.ts';
import { listCustomers } from './list.sql.ts';
import { readFilter } from './list.ts';
import { CustomerQuery, ListedCustomer } from './list-fields.ts';
import { isUsual, listSorted, readPlace } from './sorted.ts';

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
      const { limit, cursor, expand, sort: by, order, ...query } = request.query;
      const filter = readFilter(query);
      const sort = { by, descending: (order ?? (by === 'name' ? 'asc' : 'desc')) === 'desc' };
      const usual = isUsual(sort) ? { after: readCursor(cursor) } : null;
      const after = usual === null ? readPlace(cursor, sort) : null;
      const { rows, nextCursor, ordersOf } = await request.inTenant(async (tx) => {
        const found =
          usual === null
            ? await listSorted(tx, filter, sort, limit, after)
            : { rows: await listCustomers(tx, filter, limit, usual.after), nextCursor: null };
        const ids = found.rows.slice(0, limit).map(({ id }) => id);
        return { ...found, ordersOf: expand === 'orders' ? await summariseOrders(tx, ids) : undefined };
      });
      const present = (row: (typeof rows)[number]) => ({
        ...presentCustomer(row),
        ...(ordersOf && { orders: ordersOf(row.id) }),
      });
      if (usual !== null) return page(rows, limit, present);
      const pagination = { limit, hasMore: nextCursor !== null, nextCursor };
      return { success: true as const, data: rows.map(present), pagination };
    },
  );
}
