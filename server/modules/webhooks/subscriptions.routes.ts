import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { secretPreview } from './sending/signature.ts';
import { findSubscription, listSubscriptions } from './subscriptions.sql.ts';
import {
  changeSubscription,
  findProblems,
  MAX_EVENT_TYPE,
  MAX_EVENTS,
  MAX_URL,
  presentSubscription,
  type Rules,
  subscribe,
  unsubscribe,
} from './subscriptions.ts';

const EventTypes = Type.Array(Text(MAX_EVENT_TYPE), { minItems: 1, maxItems: MAX_EVENTS, uniqueItems: true });

const NewSubscription = Type.Object({
  name: Text(200),
  url: Text(MAX_URL, 'An https address that is reachable from the internet.'),
  events: EventTypes,
  rateLimit: Type.Optional({
    ...Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
    description: 'Deliveries a second at most; null for no limit.',
  }),
});

const SubscriptionChange = Type.Object({
  ...Type.Partial(NewSubscription).properties,
  active: Type.Optional(
    Type.Boolean({ description: 'false pauses the subscription; deliveries of matching events are held.' }),
  ),
  backlog: Type.Optional({
    ...OneOf(['send', 'discard'] as const),
    description: 'The treatment of waiting deliveries: "discard" cancels them.',
  }),
});

export const Subscription = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  active: Type.Boolean(),
  rateLimit: Nullable(Type.Integer()),
  signingSecret: Type.String({
    description: 'In full only in the answer to its creation or rotation, then its first 8 characters.',
  }),
  previousSecretUntil: {
    ...Nullable(Time()),
    description: 'After a rotation: until when the secret before signs as well.',
  },
  createdAt: Time(),
  updatedAt: Time(),
});

export function subscriptionRoutes(app: App, clock: () => Date, rules: Rules): void {
  const noteProblems = async (request: FastifyRequest) => {
    request.bodyProblems = [...(request.bodyProblems ?? []), ...findProblems(rules, request.body)];
  };

  app.post(
    '/v1/webhooks/subscriptions',
    {
      preValidation: noteProblems,
      config: { role: 'admin', dryRun: true, shownOnce: { signingSecret: secretPreview } },
      schema: {
        summary: 'Subscribe an address to events',
        body: NewSubscription,
        response: { 201: Success(Subscription) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx, actor) =>
        subscribe(tx, actor, clock(), rules, request.body),
      );
      return reply.code(201).send(success(created));
    },
  );

  app.get(
    '/v1/webhooks/subscriptions',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'List subscriptions',
        querystring: PageQuery,
        response: { 200: Page(Subscription) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listSubscriptions(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentSubscription);
    },
  );

  app.get(
    '/v1/webhooks/subscriptions/:id',
    {
      config: { role: 'viewer' },
      schema: { summary: 'Get a subscription', params: IdParams, response: { 200: Success(Subscription) } },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findSubscription(tx, request.params.id));
      if (row === undefined) throw notFound('webhook subscription');
      return success(presentSubscription(row));
    },
  );

  app.patch(
    '/v1/webhooks/subscriptions/:id',
    {
      preValidation: noteProblems,
      config: { role: 'admin', dryRun: true },
      schema: {
        summary: 'Change, pause or resume a subscription',
        params: IdParams,
        body: SubscriptionChange,
        response: { 200: Success(Subscription) },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          changeSubscription(tx, actor, clock(), rules, request.params.id, request.body),
        ),
      ),
  );

  app.delete(
    '/v1/webhooks/subscriptions/:id',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        summary: 'Delete a subscription permanently',
        params: IdParams,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => unsubscribe(tx, actor, clock(), request.params.id))),
  );
}
