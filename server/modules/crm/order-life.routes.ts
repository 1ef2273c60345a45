import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Success } from '#kernel/http/envelope.ts';
import { etagged, IfMatch, readIfMatch } from '#kernel/http/etag.ts';
import { IdParams, Metadata, Note, Nullable, OneOf, Text } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { edit } from './order-edit.ts';
import { changeOrder, type Step } from './order-life.ts';
import { cancel, deliver, fulfill, pay, refund } from './order-steps.ts';
import { Address, Order } from './orders.routes.ts';

const Items = Type.Optional(
  Type.Array(
    Type.Object({
      line: Type.Integer({ minimum: 1, maximum: 500, description: 'The number of the line.' }),
      quantity: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    }),
    { minItems: 1, maxItems: 500, description: 'Which units of which lines. Without it: all that are open.' },
  ),
);

export const Tracking = Type.Object({
  carrier: Type.Optional(Text(100)),
  number: Type.Optional(Text(200)),
  url: Type.Optional(
    Type.String({ maxLength: 2000, pattern: '^https?://', description: 'An http(s) address.' }),
  ),
});

const Amount = Type.Number({
  exclusiveMinimum: 0,
  description: 'In currency units, with no more decimals than the currency has.',
});

const Fulfill = Type.Object({ items: Items, tracking: Type.Optional(Tracking) });
export type Fulfill = Static<typeof Fulfill>;

const Deliver = Type.Object({ items: Items });
export type Deliver = Static<typeof Deliver>;

const Cancel = Type.Object({
  reason: Type.Optional(Note(1000)),
  refund: Type.Optional(
    Type.Boolean({
      description: 'true, which is the default, gives back what was paid; false keeps it for now.',
    }),
  ),
});
export type Cancel = Static<typeof Cancel>;

const Refund = Type.Object({ amount: Type.Optional(Amount), reason: Type.Optional(Note(1000)) });
export type Refund = Static<typeof Refund>;

const Payment = Type.Object({
  amount: Amount,
  outcome: OneOf(['succeeded', 'failed'] as const),
  method: Type.Optional(Text(100, 'For example card or transfer.')),
  reference: Type.Optional(Text(200, 'What the payment is called where the money was taken.')),
});
export type Payment = Static<typeof Payment>;

const OrderEdit = Type.Object({
  customerNote: Type.Optional(Nullable(Note(5000))),
  internalNote: Type.Optional(Nullable(Note(5000))),
  shippingAddress: Type.Optional(Nullable(Address)),
  billingAddress: Type.Optional(Nullable(Address)),
  metadata: Type.Optional(Nullable(Metadata())),
});
export type OrderEdit = Static<typeof OrderEdit>;

const config = { role: 'editor', scope: 'write:crm', dryRun: true } as const;
const response = { 200: Success(Order) };
const params = IdParams;

export function orderLifeRoutes(app: App, clock: () => Date): void {
  type OrderRequest = Pick<FastifyRequest, 'inTenant' | 'headers'> & { params: { id: string } };
  const change = (request: OrderRequest, step: Step) => {
    const target = { id: request.params.id, seen: readIfMatch(request) };
    return request.inTenant((tx, actor) => changeOrder(tx, actor, clock(), target, step));
  };

  app.patch(
    '/v1/crm/orders/:id',
    {
      config,
      schema: {
        summary: 'Change notes, addresses or metadata',
        params,
        headers: IfMatch,
        body: OrderEdit,
        response,
      },
    },
    async (request, reply) => etagged(reply, await change(request, (held) => edit(held, request.body))),
  );

  // A step without wishes needs no body.
  app.post(
    '/v1/crm/orders/:id/fulfill',
    {
      config,
      schema: {
        summary: 'Fulfill an order or some of it',
        params,
        headers: IfMatch,
        body: Nullable(Fulfill),
        response,
      },
    },
    async (request, reply) =>
      etagged(reply, await change(request, (held) => fulfill(held, request.body ?? {}))),
  );

  app.post(
    '/v1/crm/orders/:id/deliver',
    {
      config,
      schema: {
        summary: 'Mark what was fulfilled as delivered',
        params,
        headers: IfMatch,
        body: Nullable(Deliver),
        response,
      },
    },
    async (request, reply) =>
      etagged(reply, await change(request, (held) => deliver(held, request.body ?? {}))),
  );

  app.post(
    '/v1/crm/orders/:id/cancel',
    {
      config,
      schema: { summary: 'Cancel an order', params, headers: IfMatch, body: Nullable(Cancel), response },
    },
    async (request, reply) =>
      etagged(reply, await change(request, (held, now) => cancel(held, request.body ?? {}, now))),
  );

  app.post(
    '/v1/crm/orders/:id/refund',
    {
      config,
      schema: {
        summary: 'Refund all or some of what was paid',
        params,
        headers: IfMatch,
        body: Nullable(Refund),
        response,
      },
    },
    async (request, reply) =>
      etagged(reply, await change(request, (held) => refund(held, request.body ?? {}))),
  );

  app.post(
    '/v1/crm/orders/:id/payments',
    {
      config,
      schema: {
        summary: 'Record a payment that was made elsewhere',
        params,
        headers: IfMatch,
        body: Payment,
        response: { 201: Success(Order) },
      },
    },
    async (request, reply) => {
      const order = await change(request, (held) => pay(held, request.body));
      return reply.code(201).send(etagged(reply, order));
    },
  );
}
