import type { FastifyReply } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { etagOf, IfMatch, readIfMatch } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { CUSTOMERS } from '../settings.ts';
import { findCustomer } from './customers.sql.ts';
import { changeCustomer, createCustomer } from './customers.ts';
import { Customer, CustomerChange, CustomerInFull, NewCustomer } from './fields.ts';
import { describeWork } from './life/work.ts';
import { presentCustomer } from './record.ts';

export function customerRoutes(app: App, clock: () => Date, assertRoom: AssertRoom): void {
  app.post(
    '/v1/crm/customers',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        fails: ['quota_exceeded', 'not_found', 'conflict'],
        summary: 'Create a customer',
        body: NewCustomer,
        response: { 201: Success(Customer) },
      },
    },
    async (request, reply) => {
      const customer = await request.inTenant(async (tx, actor) => {
        await assertRoom(tx, CUSTOMERS, 1);
        return createCustomer(tx, actor, clock(), request.body);
      });
      return answer(reply.code(201), customer);
    },
  );

  app.get(
    '/v1/crm/customers/:id',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        sends: ['Content-Location'],
        summary: 'Get a customer',
        description: 'The id of a merged customer answers the survivor, whose path is in Content-Location.',
        params: IdParams,
        response: { 200: Success(CustomerInFull) },
      },
    },
    async (request, reply) => {
      const { row, work } = await request.inTenant(async (tx) => {
        const row = await findCustomer(tx, request.params.id);
        if (row === undefined) throw notFound('customer');
        return { row, work: await describeWork(tx, row.id) };
      });
      const isAnother = row.id !== request.params.id.toLowerCase();
      if (isAnother) reply.header('content-location', `/v1/crm/customers/${row.id}`);
      // The id may have shown another customer with the same version before, so the ETag includes the survivor's id.
      const beside = isAnother ? { id: row.id, ...work } : work.inProgress;
      return answer(reply, { ...presentCustomer(row), ...work }, beside);
    },
  );

  app.patch(
    '/v1/crm/customers/:id',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Change a customer',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: CustomerChange,
        response: { 200: Success(Customer) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const customer = await request.inTenant((tx, actor) =>
        changeCustomer(tx, actor, clock(), request.params.id, request.body, seen),
      );
      return answer(reply, customer);
    },
  );
}

/** A replayed answer is stored text, whose version may be outdated, so it gets no ETag. */
function answer(reply: FastifyReply, customer: Customer, beside?: unknown) {
  if (!reply.request.replayed) reply.header('etag', etagOf(customer.version, beside));
  return reply.send(success(customer));
}
