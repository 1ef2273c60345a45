import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { DeliveryWithAttempts } from './delivery-log.routes.ts';
import { expunge } from './expunge.ts';

const Body = NamedObject('Expunction', {
  payload: Type.Boolean({
    default: false,
    description: "Also removes the event's data, for all its deliveries and from GET /v1/events.",
  }),
});

export function expungeRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/webhooks/deliveries/:id/expunge',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        operationId: 'expungeWebhookDelivery',
        fails: ['conflict'],
        summary:
          'Remove the answers that a delivery has stored, and on request the data of its event, for good',
        description:
          'The headers and bodies of the answers to all attempts so far are replaced by a mark; status codes and timings stay. An ' +
          'event without its data cannot be sent again, and replays leave it out. While a delivery of the event is on its way, ' +
          'payload=true gets 409.',
        params: IdParams,
        body: Body,
        response: { 200: Success(DeliveryWithAttempts) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) => expunge(tx, actor, clock(), request.params.id, request.body)),
      ),
  );
}
