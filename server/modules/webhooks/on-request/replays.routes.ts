import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findSubscription } from '../subscriptions/subscriptions.sql.ts';
import { findReplay, listReplays, REPLAYED_STATUSES } from './replays.sql.ts';
import { presentReplay, startReplay, stopReplay } from './replays.ts';

const NewReplay = NamedObject('NewReplay', {
  since: { ...Time(), description: 'Events from this time on, also from before the subscription existed.' },
  until: Type.Optional({ ...Time(), description: 'Events before this time; by default, and at most, now.' }),
  events: Type.Optional(Type.Array(Text(100), { minItems: 1, maxItems: 50, uniqueItems: true })),
  status: {
    ...OneOf(REPLAYED_STATUSES),
    default: 'any',
    description:
      'Only events whose latest delivery to this subscription ended so. Deliveries that are still open are skipped.',
  },
});

const Replay = NamedObject('Replay', {
  id: Type.String(),
  subscriptionId: Type.String(),
  since: Time(),
  until: Time(),
  events: Type.Array(Type.String()),
  status: OneOf(REPLAYED_STATUSES),
  state: OneOf(['running', 'done', 'cancelled'] as const),
  matched: Type.Integer({ description: 'Events found so far.' }),
  queued: Type.Integer({ description: 'Deliveries made of them so far.' }),
  reachedAt: { ...Nullable(Time()), description: 'The time of the last event that was scanned.' },
  createdAt: Time(),
  finishedAt: Nullable(Time()),
});

export function replayRoutes(app: App, clock: () => Date, catalogue: EventType[]): void {
  app.post(
    '/v1/webhooks/subscriptions/:id/replay',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Send past events again',
        params: IdParams,
        body: NewReplay,
        response: { 202: Success(Replay) },
      },
    },
    async (request, reply) => {
      const started = await request.inTenant((tx, actor) =>
        startReplay(tx, actor, clock(), catalogue, request.params.id, request.body),
      );
      return reply.code(202).send(success(started));
    },
  );

  app.get(
    '/v1/webhooks/subscriptions/:id/replays',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        summary: 'List replays of a subscription',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Page(Replay) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const { id } = request.params;
      const after = readCursor(cursor);
      const rows = await request.inTenant(async (tx) => {
        if ((await findSubscription(tx, id)) === undefined) throw notFound('webhook subscription');
        return listReplays(tx, id, limit, after);
      });
      return page(rows, limit, presentReplay);
    },
  );

  app.get(
    '/v1/webhooks/replays/:id',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: { summary: 'The progress of a replay', params: IdParams, response: { 200: Success(Replay) } },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findReplay(tx, request.params.id));
      if (row === undefined) throw notFound('webhook replay');
      return success(presentReplay(row));
    },
  );

  app.delete(
    '/v1/webhooks/replays/:id',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['invalid_transition'],
        summary: 'Cancel a replay, and what it queued and was not sent yet',
        params: IdParams,
        response: { 200: Success(Replay) },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => stopReplay(tx, actor, clock(), request.params.id))),
  );
}
