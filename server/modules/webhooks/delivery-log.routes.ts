import { type Static, type TSchema, Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { listDeliveries, STATUSES } from './delivery-log.sql.ts';
import { presentListed, showDelivery } from './delivery-log.ts';

const Filter = Type.Object({
  ...PageQuery.properties,
  subscriptionId: Type.Optional(Uuid()),
  eventType: Type.Optional(Text(100)),
  status: Type.Optional({
    ...OneOf(STATUSES),
    description: 'pending: on its way, or waiting for its next attempt.',
  }),
  since: Type.Optional({ ...Time(), description: 'Only events from this time on.' }),
  until: Type.Optional({ ...Time(), description: 'Only events before this time.' }),
});

export const Delivery = Type.Object({
  id: Type.String({ description: 'The X-service-Delivery header, the same on every attempt.' }),
  subscriptionId: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  eventAt: Time(),
  cause: OneOf(['event', 'resend', 'replay', 'test'] as const),
  status: OneOf(STATUSES),
  attemptCount: Type.Integer(),
  nextAttemptAt: {
    ...Nullable(Time()),
    description: 'Null while an attempt runs, when held, and when over.',
  },
  createdAt: Time(),
  finishedAt: Nullable(Time()),
});

const orNull = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: ['object', 'null'] });

const ListedDelivery = Type.Object({
  ...Delivery.properties,
  subscriptionName: { ...Nullable(Type.String()), description: 'Null when the subscription was deleted.' },
  subscriptionUrl: Nullable(Type.String()),
  object: orNull(
    Type.Object(
      { id: Type.String(), label: Nullable(Type.String()) },
      { description: 'The object of the event, such as an entry; null when the event is no longer kept.' },
    ),
  ),
  lastAttempt: orNull(
    Type.Object({
      at: Time(),
      statusCode: Nullable(Type.Integer()),
      failure: { ...Nullable(Type.String()), description: 'The class of failure; null for a success.' },
      message: Type.String(),
    }),
  ),
});

const Milliseconds = () => Type.Optional(Type.Number());

const Attempt = Type.Object({
  attempt: Type.Integer({ description: '1 to 8.' }),
  startedAt: Time(),
  durationMs: Type.Integer(),
  timings: Type.Object(
    {
      dnsMs: Milliseconds(),
      connectMs: Milliseconds(),
      tlsMs: Milliseconds(),
      firstByteMs: Milliseconds(),
      totalMs: Milliseconds(),
    },
    { description: 'Each phase alone; the first three only when a new connection was made.' },
  ),
  address: { ...Nullable(Type.String()), description: 'The IP address that was dialled.' },
  statusCode: Nullable(Type.Integer()),
  failure: { ...Nullable(Type.String()), description: 'The class of failure; null for a success.' },
  message: Type.String(),
  answerHeaders: Type.Record(Type.String(), Type.String()),
  answerBody: Type.String({ description: 'The first 4 KiB.' }),
  signedBody: {
    ...Nullable(Type.String()),
    description: 'Exactly what was signed and sent; null when the event is no longer kept.',
  },
});

const DeliveryWithAttempts = Type.Object({ ...Delivery.properties, attempts: Type.Array(Attempt) });

export function deliveryLogRoutes(app: App): void {
  app.get(
    '/v1/webhooks/deliveries',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        summary: 'List deliveries, those of the newest events first',
        querystring: Filter,
        response: { 200: Page(ListedDelivery) },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const before = readCursor(cursor)?.id ?? null;
      const rows = await request.inTenant((tx) => listDeliveries(tx, filter, limit, before));
      return page(rows, limit, presentListed);
    },
  );

  app.get(
    '/v1/webhooks/deliveries/:id',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        summary: 'A delivery with every attempt',
        params: IdParams,
        response: { 200: Success(DeliveryWithAttempts) },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => showDelivery(tx, actor.tenant.id, request.params.id))),
  );
}
