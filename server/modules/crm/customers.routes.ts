import type { FastifyReply } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { etagOf, readIfMatch } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { Customer, CustomerChange, NewCustomer } from './customer-fields.ts';
import { presentCustomer } from './customer-record.ts';
import { findCustomer } from './customers.sql.ts';
import { changeCustomer, createCustomer } from './customers.ts';

export function customerRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/crm/customers',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: { summary: 'Create a customer', body: NewCustomer, response: { 201: Success(Customer) } },
    },
    async (request, reply) => {
      const customer = await request.inTenant((tx) => createCustomer(tx, clock(), request.body));
      return answer(reply.code(201), customer);
    },
  );

  app.get(
    '/v1/crm/customers/:id',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'Get a customer',
        description: 'The id of someone who was merged answers the survivor, named in Content-Location.',
        params: IdParams,
        response: { 200: Success(Customer) },
      },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findCustomer(tx, request.params.id));
      if (row === undefined) throw notFound('customer');
      if (row.id !== request.params.id.toLowerCase()) {
        reply.header('content-location', `/v1/crm/customers/${row.id}`);
      }
      return answer(reply, presentCustomer(row));
    },
  );

  app.patch(
    '/v1/crm/customers/:id',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        summary: 'Change a customer',
        description: 'With If-Match only if nobody else saved a change meanwhile.',
        params: IdParams,
        body: CustomerChange,
        response: { 200: Success(Customer) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const customer = await request.inTenant((tx) =>
        changeCustomer(tx, clock(), request.params.id, request.body, seen),
      );
      return answer(reply, customer);
    },
  );
}

/** A replayed answer is a text, and its version may be an old one. */
function answer(reply: FastifyReply, customer: Customer) {
  if (!reply.request.replayed) reply.header('etag', etagOf(customer.version));
  return reply.send(success(customer));
}
