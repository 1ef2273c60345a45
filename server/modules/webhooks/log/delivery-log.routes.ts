import { type Static, type TSchema, Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Failure } from '../sending/failures.ts';
import { listDeliveries } from './delivery-list.sql.ts';
import { STATUSES } from './delivery-log.sql.ts';
import { presentListed, showDelivery } from './delivery-log.ts';

const FAILURES = Object.keys({
  ...{ status: true, redirect: true, timeout: true, dns: true, address_refused: true },
  ...{ connect: true, tls: true, reset: true, protocol: true, other: true },
} satisfies Record<Failure, true>) as Failure[];

const Filter = Type.Object({
  ...PageQuery.properties,
  order: Type.Optional({
    ...OneOf(['desc', 'asc'] as const),
    default: 'desc',
    description: 'By the time of the event: the newest first, or the oldest.',
  }),
  subscriptionId: Type.Optional(Uuid()),
  eventId: Type.Optional(Uuid()),
  eventType: Type.Optional(Text(100)),
  status: Type.Optional({
    ...OneOf(STATUSES),
    description: 'pending: on its way, or waiting for its next attempt.',
  }),
  statusCode: Type.Optional(
    Type.String({
      pattern: '^([1-5]\\d\\d|[1-5]xx|none)$',
      description:
        'The answer to the last attempt: a code such as 404, a class such as 5xx, or none if none came.',
    }),
  ),
  failure: Type.Optional({ ...OneOf(FAILURES), description: 'The class of failure of the last attempt.' }),
  q: Type.Optional(
    Text(
      100,
      "A part of the event's data as JSON, if it has up to 8 KiB, or of the answer to the last attempt or its message.",
    ),
  ),
  since: Type.Optional({ ...Time(), description: 'Only events from this time on.' }),
  until: Type.Optional({ ...Time(), description: 'Only events before this time.' }),
});

export const Delivery = NamedObject('Delivery', {
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

export const ListedDelivery = NamedObject('DeliveryInList', {
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

const Attempt = NamedObject('DeliveryAttempt', {
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
  answerExpungedAt: {
    ...Nullable(Time()),
    description: 'When the answer was removed on request; null if it was not.',
  },
  signedBody: {
    ...Nullable(Type.String()),
    description: 'Exactly what was signed and sent; null when the event is no longer kept, or was expunged.',
  },
});

export const DeliveryWithAttempts = NamedObject('DeliveryWithAttempts', {
  ...Delivery.properties,
  payloadExpungedAt: {
    ...Nullable(Time()),
    description: "When the event's data was removed on request; null if it was not.",
  },
  attempts: Type.Array(Attempt),
});

export function deliveryLogRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/webhooks/deliveries',
    {
      config: { role: 'viewer', scope: 'read:webhooks', types: 'every' },
      schema: {
        summary: 'List deliveries, those of the newest events first',
        description:
          'With statusCode, failure or q, a page may be short or empty although hasMore is true: a request scans a bounded number ' +
          'of deliveries, and the next page goes on from there. A time narrows the search.',
        querystring: Filter,
        response: { 200: Page(ListedDelivery) },
      },
    },
    async (request) => {
      const { limit, cursor, order = 'desc', ...filter } = request.query;
      const after = readCursor(cursor)?.id ?? null;
      const { rows, reached } = await request.inTenant((tx) =>
        listDeliveries(tx, filter, { order, limit, after }),
      );
      return page(rows, limit, presentListed, reached === null ? null : { id: reached, created_at: clock() });
    },
  );

  app.get(
    '/v1/webhooks/deliveries/:id',
    {
      config: { role: 'viewer', scope: 'read:webhooks', types: 'every' },
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
