import { Type } from 'typebox';
import { Page, PageQuery, page, readCursor } from '#kernel/http/envelope.ts';
import { ContactEmail, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { CUSTOMER_TYPES, Customer } from './customer-fields.ts';
import { listCustomers } from './customer-list.sql.ts';
import { readFilter } from './customer-list.ts';
import { presentCustomer } from './customer-record.ts';

export const CustomerQuery = Type.Object({
  ...PageQuery.properties,
  type: Type.Optional(OneOf(CUSTOMER_TYPES)),
  tag: Type.Optional(Text(50)),
  email: Type.Optional(ContactEmail()),
  phone: Type.Optional(Text(60, 'With its country; the + may be left out.')),
  externalId: Type.Optional(Text(200)),
  companyId: Type.Optional(Uuid('The people of this company.')),
  archived: {
    ...OneOf(['false', 'true', 'all'] as const),
    default: 'false',
    description: 'Whether to list those who are not archived, those who are, or both.',
  },
  createdFrom: Type.Optional({ ...Time(), description: 'Created at this time or later.' }),
  createdTo: Type.Optional({ ...Time(), description: 'Created before this time.' }),
  q: Type.Optional(
    Text(
      200,
      'Words, or beginnings of words, of name, e-mails, phones and externalId; all of them must be found.',
    ),
  ),
});

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
