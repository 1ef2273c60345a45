import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { idempotentRequest } from '#kernel/http/idempotency.ts';
import { noteDefaults } from './defaults.ts';
import { Order, PlaceOrder } from './fields.ts';
import { findOrder } from './orders.sql.ts';
import { findAmountProblems, presentOrder } from './orders.ts';
import { type PlaceOrders, placeOrder } from './placing/placing.ts';

export function orderRoutes(app: App, clock: () => Date, placeTogether: PlaceOrders): void {
  app.post(
    '/v1/crm/orders',
    {
      config: { role: 'editor', scope: 'write:crm', dryRun: true, extraValidation: findAmountProblems },
      schema: {
        fails: ['quota_exceeded', 'not_found', 'conflict', 'order_number_taken', 'out_of_stock'],
        sends: ['X-Defaulted-Fields'],
        withoutEtag: true,
        summary: 'Place an order',
        body: PlaceOrder,
        response: { 201: Success(Order) },
      },
      preValidation: noteDefaults,
    },
    async (request, reply) => {
      const { actor, body } = request;
      if (isDryRun(request)) {
        const order = await request.inTenant((tx) => placeOrder(tx, actor, clock(), body));
        return reply.code(201).send(success(order));
      }
      const key = request.idempotencyKey;
      const keyed = key === null ? null : idempotentRequest(request, key);
      const { order, replayed } = await placeTogether(actor, clock(), body, keyed, request.rawBody.length);
      request.replayed = replayed;
      return reply.code(201).send(success(order as Order));
    },
  );

  app.get(
    '/v1/crm/orders/:id',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: { summary: 'Get an order with its lines', params: IdParams, response: { 200: Success(Order) } },
    },
    async (request, reply) => {
      const found = await request.inTenant((tx) => findOrder(tx, request.params.id));
      if (found === undefined) throw notFound('order');
      return withEtag(reply, presentOrder(found.order, found.lines));
    },
  );
}
