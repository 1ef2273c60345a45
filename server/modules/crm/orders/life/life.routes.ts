import type { FastifyRequest } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import { Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable } from '#kernel/http/fields.ts';
import { Order } from '../fields.ts';
import { comment, edit } from './edit.ts';
import { Cancel, Comment, Deliver, Fulfill, OrderEdit, Payment, Refund } from './fields.ts';
import { changeOrder, type OrderHooks, type Step } from './life.ts';
import { cancel, deliver, fulfill, pay, refund } from './steps.ts';

const config = { role: 'editor', scope: 'write:crm', dryRun: true } as const;
const response = { 200: Success(Order) };
const params = IdParams;

export function orderLifeRoutes(app: App, clock: () => Date, hooks: OrderHooks): void {
  type OrderRequest = Pick<FastifyRequest, 'inTenant' | 'headers'> & { params: { id: string } };
  const change = (request: OrderRequest, step: Step) => {
    const target = { id: request.params.id, seen: readIfMatch(request) };
    return request.inTenant((tx, actor) => changeOrder(tx, actor, clock(), target, step, hooks));
  };

  app.patch(
    '/v1/crm/orders/:id',
    {
      config,
      schema: {
        fails: ['conflict'],
        summary: 'Change notes, addresses or metadata',
        params,
        headers: IfMatch,
        body: OrderEdit,
        response,
      },
    },
    async (request, reply) => withEtag(reply, await change(request, (held) => edit(held, request.body))),
  );

  // A step without options needs no body.
  app.post(
    '/v1/crm/orders/:id/fulfill',
    {
      config,
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Fulfill an order or some of it',
        params,
        headers: IfMatch,
        body: Nullable(Fulfill),
        response,
      },
    },
    async (request, reply) =>
      withEtag(reply, await change(request, (held) => fulfill(held, request.body ?? {}))),
  );

  app.post(
    '/v1/crm/orders/:id/deliver',
    {
      config,
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Mark what was fulfilled as delivered',
        params,
        headers: IfMatch,
        body: Nullable(Deliver),
        response,
      },
    },
    async (request, reply) =>
      withEtag(reply, await change(request, (held) => deliver(held, request.body ?? {}))),
  );

  app.post(
    '/v1/crm/orders/:id/cancel',
    {
      config,
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Cancel an order',
        params,
        headers: IfMatch,
        body: Nullable(Cancel),
        response,
      },
    },
    async (request, reply) =>
      withEtag(reply, await change(request, (held, now) => cancel(held, request.body ?? {}, now))),
  );

  app.post(
    '/v1/crm/orders/:id/refund',
    {
      config,
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Refund all or some of what was paid',
        params,
        headers: IfMatch,
        body: Nullable(Refund),
        response,
      },
    },
    async (request, reply) =>
      withEtag(reply, await change(request, (held) => refund(held, request.body ?? {}))),
  );

  app.post(
    '/v1/crm/orders/:id/payments',
    {
      config,
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Record a payment that was made elsewhere',
        params,
        headers: IfMatch,
        body: Payment,
        response: { 201: Success(Order) },
      },
    },
    async (request, reply) => {
      const order = await change(request, (held) => pay(held, request.body));
      return reply.code(201).send(withEtag(reply, order));
    },
  );

  app.post(
    '/v1/crm/orders/:id/comments',
    {
      config,
      schema: {
        operationId: 'createOrderComment',
        summary: 'Comment on an order, in its timeline',
        params,
        headers: IfMatch,
        body: Comment,
        response: { 201: Success(Order) },
      },
    },
    async (request, reply) => {
      const order = await change(request, () => comment(request.body));
      return reply.code(201).send(withEtag(reply, order));
    },
  );
}
