import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { App } from '#kernel/http/app.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { listDeliveries } from './delivery-list.sql.ts';
import { ListedDelivery } from './delivery-log.routes.ts';
import { presentListed } from './delivery-log.ts';
import { type EventRow, findEvent } from './event.sql.ts';
import { expungedAt } from './expunged.ts';
import { cursorOf, FeedEvent } from './feed.routes.ts';

const MOST_DELIVERIES = 100;

const EventWithDeliveries = NamedObject('EventWithDeliveries', {
  ...FeedEvent.properties,
  expungedAt: {
    ...Nullable(Time()),
    description: 'When its data was removed on request; null if it was not.',
  },
  feedCursor: {
    ...Nullable(Type.String()),
    description:
      'GET /v1/events?after= goes on behind this event. Null for a test, until the event is dispatched, and when that was delayed.',
  },
  deliveries: Type.Array(ListedDelivery, {
    description: `To every subscription and for every cause, newest first; ${MOST_DELIVERIES} at most.`,
  }),
  hasMoreDeliveries: Type.Boolean({ description: 'GET /v1/webhooks/deliveries?eventId= lists all of them.' }),
});

export function eventRoutes(app: App, catalogue: EventType[]): void {
  const types = catalogue.filter((entry) => entry.subscribable).map((entry) => entry.type);
  app.get(
    '/v1/events/:id',
    {
      config: { role: 'viewer', scope: 'read:webhooks', types: 'every' },
      schema: {
        operationId: 'getEvent',
        summary: 'An event that webhooks carry, with its deliveries',
        params: IdParams,
        response: { 200: Success(EventWithDeliveries) },
      },
    },
    async (request) => {
      const { id } = request.params;
      return success(
        await request.inTenant(async (tx) => {
          const event = await findEvent(tx, id, types);
          if (event === undefined) throw notFound('event');
          const page = { order: 'desc' as const, limit: MOST_DELIVERIES, after: null };
          const { rows } = await listDeliveries(tx, { eventId: id }, page);
          return {
            ...present(event),
            deliveries: rows
              .slice(0, MOST_DELIVERIES)
              .sort((one, other) => other.created_at.getTime() - one.created_at.getTime())
              .map(presentListed),
            hasMoreDeliveries: rows.length > MOST_DELIVERIES,
          };
        }),
      );
    },
  );
}

const present = (event: EventRow) => ({
  id: event.id,
  type: event.type,
  data: new Verbatim(event.data),
  createdAt: event.created_at.toISOString(),
  expungedAt: expungedAt(event.data),
  feedCursor: event.position === null ? null : cursorOf(event.position),
});
