import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Delivery } from '../log/delivery-log.routes.ts';
import { sendExample } from '../on-request/resend.ts';
import { rotateSecret } from '../options/rotation.ts';
import { secretPreview } from '../sending/signature.ts';
import { OwnSecret, Subscription } from './subscriptions.routes.ts';
import type { Rules } from './subscriptions.ts';

const TestRequest = NamedObject('TestDelivery', {
  event: Text(100, 'The event type whose example is sent.'),
});

const Rotation = NamedObject('SecretRotation', {
  overlapHours: Type.Integer({
    minimum: 0,
    maximum: 168,
    default: 24,
    description:
      'The time for which the secret so far signs as well, in X-service-Signature-Previous. Those before it keep the time that they have.',
  }),
  revokeFormer: Type.Optional(
    Type.Boolean({
      description: 'true ends all former secrets at once, for example because one has leaked.',
    }),
  ),
  signingSecret: Type.Optional(OwnSecret),
});

export function subscriptionToolRoutes(app: App, clock: () => Date, rules: Rules): void {
  app.post(
    '/v1/webhooks/subscriptions/:id/test',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Send the example of an event type',
        params: IdParams,
        body: TestRequest,
        response: { 202: Success(Delivery) },
      },
    },
    async (request, reply) => {
      const sent = await request.inTenant((tx, actor) =>
        sendExample(tx, actor, clock(), rules.catalogue, request.params.id, request.body.event),
      );
      return reply.code(202).send(success(sent));
    },
  );

  app.post(
    '/v1/webhooks/subscriptions/:id/rotate-secret',
    {
      config: { role: 'admin', dryRun: true, shownOnce: { signingSecret: secretPreview } },
      schema: {
        fails: ['conflict'],
        summary: 'Replace the signing secret',
        params: IdParams,
        body: Rotation,
        response: { 200: Success(Subscription) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          rotateSecret(tx, actor, clock(), rules.secrets, request.params.id, request.body),
        ),
      ),
  );
}
