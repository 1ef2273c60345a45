import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, OneOf, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Delivery } from '../log/delivery-log.routes.ts';
import { resend, resendMany, retryNow } from './resend.ts';

const MOST_AT_ONCE = 100;

const Many = NamedObject('Resending', {
  ids: Type.Array(Uuid(), { minItems: 1, maxItems: MOST_AT_ONCE, uniqueItems: true }),
});

const ManyResult = NamedObject('ResendingResult', {
  resent: Type.Integer(),
  refused: Type.Integer(),
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      status: OneOf(['resent', 'refused'] as const),
      deliveryId: Type.Optional(Type.String({ description: 'The new delivery.' })),
      error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
    }),
    { description: 'In the order of ids.' },
  ),
});

export function resendRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/webhooks/deliveries/:id/resend',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Send a delivery that is over once more, as a new one',
        params: IdParams,
        response: { 202: Success(Delivery) },
      },
    },
    async (request, reply) => {
      const made = await request.inTenant((tx, actor) => resend(tx, actor, clock(), request.params.id));
      return reply.code(202).send(success(made));
    },
  );

  app.post(
    '/v1/webhooks/deliveries/resend',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        operationId: 'resendWebhookDeliveries',
        summary: 'Send up to 100 deliveries that are over once more, with a result for each',
        body: Many,
        response: { 202: Success(ManyResult) },
      },
    },
    async (request, reply) => {
      const made = await request.inTenant((tx, actor) => resendMany(tx, actor, clock(), request.body.ids));
      return reply.code(202).send(success(made));
    },
  );

  app.post(
    '/v1/webhooks/deliveries/:id/retry',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict', 'invalid_transition'],
        summary: 'Make the next attempt of a delivery now, instead of at its time',
        description:
          'It is one of the eight attempts. A delivery whose attempt is due or under way stays as it is.',
        params: IdParams,
        response: { 202: Success(Delivery) },
      },
    },
    async (request, reply) => {
      const hurried = await request.inTenant((tx, actor) => retryNow(tx, actor, clock(), request.params.id));
      return reply.code(202).send(success(hurried));
    },
  );
}
