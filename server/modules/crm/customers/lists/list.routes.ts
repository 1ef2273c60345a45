import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, page, readCursor } from '#kernel/http/envelope.ts';
import { summariseOrders } from '../order-summaries.sql.ts';
import { presentCustomer } from '../record.ts';
import { listCustomers } from './list.sql.ts';
import { readFilter } from './list.ts';
import { CustomerQuery, ListedCustomer } from './list-fields.ts';
import { isUsual, listSorted, readPlace } from './sorted.ts';

const WITHOUT_REVENUE = {
  path: 'currency',
  code: 'not_allowed',
  message: 'belongs to sort=revenue. Leave it out, or sort by revenue.',
};

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
      const { limit, cursor, expand, sort: by, order, currency, ...query } = request.query;
      if (currency !== undefined && by !== 'revenue') throw invalid([WITHOUT_REVENUE]);
      const filter = readFilter(query);
      const sort = {
        by,
        descending: (order ?? (by === 'name' ? 'asc' : 'desc')) === 'desc',
        currency: currency ?? request.actor.tenant.currency,
      };
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
