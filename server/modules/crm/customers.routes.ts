import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { Email, IdParams, Nullable, Text, Time } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { newId } from '#kernel/id.ts';
import {
  type CustomerRow,
  findCustomer,
  insertCustomer,
  listCustomers,
  updateCustomer,
} from './customers.sql.ts';

const NewCustomer = Type.Object({ name: Text(200), email: Type.Optional(Email()) });
const CustomerChange = Type.Object({
  name: Type.Optional(Text(200)),
  email: Type.Optional(Nullable(Email())),
});

const Customer = Type.Object({
  id: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  createdAt: Time(),
  updatedAt: Time(),
});

export function customerRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/crm/customers',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: { summary: 'Create a customer', body: NewCustomer, response: { 201: Success(Customer) } },
    },
    async (request, reply) => {
      const { name, email = null } = request.body;
      const customer = await request.inTenant(async (tx) =>
        presentCustomer(await insertCustomer(tx, { id: newId(), name, email, now: clock() })),
      );
      return reply.code(201).send(success(customer));
    },
  );

  app.get(
    '/v1/crm/customers',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: { summary: 'List customers', querystring: PageQuery, response: { 200: Page(Customer) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listCustomers(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentCustomer);
    },
  );

  app.get(
    '/v1/crm/customers/:id',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: { summary: 'Get a customer', params: IdParams, response: { 200: Success(Customer) } },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findCustomer(tx, request.params.id));
      if (row === undefined) throw notFound('customer');
      return success(presentCustomer(row));
    },
  );

  app.patch(
    '/v1/crm/customers/:id',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        summary: 'Change a customer',
        params: IdParams,
        body: CustomerChange,
        response: { 200: Success(Customer) },
      },
    },
    async (request) => {
      const row = await request.inTenant((tx) =>
        updateCustomer(tx, request.params.id, request.body, clock()),
      );
      if (row === undefined) throw notFound('customer');
      return success(presentCustomer(row));
    },
  );
}

export const presentCustomer = (row: CustomerRow) => ({
  id: row.id,
  name: row.name,
  email: row.email,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
