import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { Documented, NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { FilterField } from '../options/filter.ts';
import { HeaderChangeField, HeadersField } from '../options/headers.ts';
import { secretPreview } from '../sending/signature.ts';
import { findInTroubleFirst } from './subscription-list.ts';
import { presentSubscription } from './subscription-record.ts';
import { findSubscription, listSubscriptions } from './subscriptions.sql.ts';
import {
  changeSubscription,
  findProblems,
  MAX_EVENT_TYPE,
  MAX_EVENTS,
  MAX_URL,
  newProblems,
  type Rules,
  subscribe,
  unsubscribe,
} from './subscriptions.ts';

const EventTypes = Type.Array(Text(MAX_EVENT_TYPE), {
  minItems: 1,
  maxItems: MAX_EVENTS,
  uniqueItems: true,
  description:
    'Event types. A * as the last part stands for all types that begin so, also future ones: content.*, or * alone.',
});

export const OwnSecret = Type.String({
  maxLength: 200,
  description:
    'A secret that the receiver has already: whsec_ and the base64 of 24 to 64 bytes. Without it, one is made.',
});

const Settable = {
  name: Text(200),
  url: Documented(Text(MAX_URL, 'An https address that is reachable from the internet.'), { format: 'uri' }),
  events: EventTypes,
  filter: Type.Optional(FilterField),
  asymmetric: Type.Optional(
    Type.Boolean({
      description:
        'true adds an ed25519 signature (v1a of Standard Webhooks), which publicKey verifies: for receivers that must not know a secret.',
    }),
  ),
  ordered: Type.Optional(
    Type.Boolean({
      description:
        'true: of one object (the id in data), a delivery waits until the one before it is delivered or has failed for good. One that fails holds up the others of its object for up to 7.5 hours.',
    }),
  ),
  coalesceSeconds: Type.Optional({
    ...Nullable(Type.Integer({ minimum: 1, maximum: 300 })),
    description:
      'Gathers the events of so many seconds, and delivers them as one of type webhook.batch, whose data has the list; null delivers each by itself.',
  }),
  rateLimit: Type.Optional({
    ...Nullable(Type.Integer({ minimum: 1, maximum: 10_000 })),
    description: 'Deliveries a second at most; null for no limit.',
  }),
};

const NewSubscription = NamedObject('NewSubscription', {
  ...Settable,
  headers: Type.Optional(HeadersField),
  signingSecret: Type.Optional(OwnSecret),
});

const SubscriptionChange = NamedObject('SubscriptionChange', {
  ...Type.Partial(Type.Object(Settable)).properties,
  headers: Type.Optional(HeaderChangeField),
  active: Type.Optional(
    Type.Boolean({ description: 'false pauses the subscription; deliveries of matching events are held.' }),
  ),
  backlog: Type.Optional({
    ...OneOf(['send', 'discard'] as const),
    description: 'The treatment of waiting deliveries: "discard" cancels them.',
  }),
});

export const Subscription = NamedObject('Subscription', {
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  filter: FilterField,
  headerNames: Type.Array(Type.String(), {
    description: 'The names of your own headers; their values are not shown.',
  }),
  active: Type.Boolean(),
  failingSince: {
    ...Nullable(Time()),
    description: 'Every attempt since this time has failed, at least five in a row.',
  },
  disabledAt: {
    ...Nullable(Time()),
    description:
      'When it was paused because it had failed for days; its deliveries are held until it is resumed.',
  },
  rateLimit: Nullable(Type.Integer()),
  signingSecret: Type.String({
    description: 'In full only in the answer to its creation or rotation, then its first 8 characters.',
  }),
  previousSecretUntil: {
    ...Nullable(Time()),
    description: 'After a rotation: until when the secret before signs as well.',
  },
  olderSecretsUntil: Type.Array(Time(), {
    description: 'After several rotations: until when the secrets before that one sign as well.',
  }),
  ordered: Type.Boolean(),
  coalesceSeconds: Nullable(Type.Integer()),
  publicKey: {
    ...Nullable(Type.String()),
    description: 'Verifies the ed25519 signature: whpk_ and 32 bytes as base64.',
  },
  createdAt: Time(),
  updatedAt: Time(),
});

export function subscriptionRoutes(app: App, clock: () => Date, rules: Rules): void {
  const noteProblems = async (request: FastifyRequest) => {
    const ofNew = request.method === 'POST' ? newProblems(rules, request.body) : [];
    request.bodyProblems = [...(request.bodyProblems ?? []), ...findProblems(rules, request.body), ...ofNew];
  };

  app.post(
    '/v1/webhooks/subscriptions',
    {
      preValidation: noteProblems,
      config: { role: 'admin', dryRun: true, shownOnce: { signingSecret: secretPreview } },
      schema: {
        fails: ['conflict'],
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
        querystring: Type.Object({
          limit: PageQuery.properties.limit,
          cursor: Type.Optional(SortedCursor(17, 'The nextCursor of the page before, with the same sort.')),
          sort: Type.Optional({
            ...OneOf(['createdAt', 'failing'] as const),
            description:
              'createdAt: the newest first. failing: before the others those that fail, or were paused because they did.',
          }),
        }),
        response: { 200: Page(Subscription) },
      },
    },
    async (request) => {
      const { limit, cursor, sort } = request.query;
      if (sort === 'failing') {
        const { rows, pagination } = await request.inTenant((tx) => findInTroubleFirst(tx, limit, cursor));
        return { success: true as const, data: rows.map(presentSubscription), pagination };
      }
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
