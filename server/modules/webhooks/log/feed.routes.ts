import { Type } from 'typebox';
import { badRequest, invalid } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { App } from '#kernel/http/app.ts';
import { Verbatim } from '#kernel/http/body/verbatim.ts';
import { Page } from '#kernel/http/envelope.ts';
import { Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { subscribableProblem } from '../subscriptions/subscribable.ts';
import { type FeedRow, findEnd, readFeed } from './feed.sql.ts';

const Query = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  after: Type.Optional(
    Text(
      200,
      'The nextCursor of the page before, or end for those that come from now on; without it, the oldest events there are.',
    ),
  ),
  types: Type.Optional(Text(1000, 'Only these types, with commas between them.')),
});

export const FeedEvent = NamedObject('Event', {
  id: Type.String(),
  type: Type.String(),
  data: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  createdAt: Time(),
});

export function feedRoutes(app: App, catalogue: EventType[]): void {
  app.get(
    '/v1/events',
    {
      config: { role: 'viewer', scope: 'read:webhooks', types: 'every' },
      schema: {
        summary: 'Events in the order they were committed, for receivers that pull',
        description:
          'nextCursor is always there, also on the last page: ask again with it later and nothing is missed.',
        querystring: Query,
        response: { 200: Page(FeedEvent) },
      },
    },
    async (request) => {
      const { limit } = request.query;
      const types = readTypes(catalogue, request.query.types);
      const { after } = request.query;
      const place = after === END ? null : readPlace(after);
      const { events, reached, isEnd } = await request.inTenant(async (tx) =>
        readFeed(tx, place ?? (await findEnd(tx)), types, limit),
      );
      return {
        success: true as const,
        data: events.map(present),
        pagination: { limit, hasMore: !isEnd, nextCursor: cursorOf(reached) },
      };
    },
  );
}

function readTypes(catalogue: EventType[], text: string | undefined): string[] {
  if (text === undefined) return catalogue.filter((entry) => entry.subscribable).map((entry) => entry.type);
  const types = text.split(',').map((type) => type.trim());
  const problems = types.map((type) => subscribableProblem(catalogue, type, 'types'));
  const [problem] = problems.filter((each) => each !== null);
  if (problem !== undefined) throw invalid([problem]);
  return types;
}

/** A cursor behind all events that have a position now. */
const END = 'end';
const PREFIX = 'feed ';
export const cursorOf = (place: bigint) => Buffer.from(`${PREFIX}${place}`).toString('base64url');

function readPlace(cursor: string | undefined): bigint {
  if (cursor === undefined) return 0n;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const place = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  if (!/^\d{1,18}$/.test(place)) {
    throw badRequest('after is not a cursor of this feed. Use the nextCursor of the page before.');
  }
  return BigInt(place);
}

const present = (row: FeedRow) => ({
  id: row.id,
  type: row.type,
  // Sent exactly as stored, including the spelling of numbers.
  data: new Verbatim(row.data),
  createdAt: row.created_at.toISOString(),
});
