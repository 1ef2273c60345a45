import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { BY, countAttempts, MAX_PERIODS, readPeriods } from './attempt-numbers.ts';

const Query = Type.Object({
  since: Type.Optional({ ...Time(), description: 'Without it, 24 hours to until, or 30 days if by=day.' }),
  until: Type.Optional({ ...Time(), description: 'Without it, now.' }),
  by: {
    ...OneOf(BY),
    default: 'hour',
    description: `At most ${MAX_PERIODS.hour} hours, or ${MAX_PERIODS.day} days.`,
  },
  subscriptionId: Type.Optional(Uuid('Without it, all subscriptions, also those that were deleted.')),
  timeZone: Type.Optional(
    Text(
      64,
      'The IANA time zone in which days begin, such as Europe/Berlin; without it, that of the tenant.',
    ),
  ),
});

const Figures = {
  attempts: Type.Integer(),
  succeeded: Type.Integer({ description: 'The number of deliveries that were delivered.' }),
  failed: Type.Integer({ description: 'Attempts that failed, also if a later one succeeded.' }),
};

const Numbers = NamedObject('AttemptNumbers', {
  by: OneOf(BY),
  timeZone: Type.String(),
  since: Type.String({ format: 'date-time', description: 'The beginning of the first period.' }),
  until: Type.String({ format: 'date-time', description: 'The end of the last period.' }),
  totals: Type.Object(Figures),
  points: Type.Array(Type.Object({ at: Time(), day: Type.String(), ...Figures }), {
    description:
      'One for each whole hour or day, oldest first; at is its beginning, day its day in the time zone.',
  }),
});

export function attemptNumberRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/webhooks/attempts',
    {
      config: { role: 'viewer', scope: 'read:webhooks' },
      schema: {
        operationId: 'getWebhookAttempts',
        summary: 'How many attempts succeeded and failed, by hour or by day',
        description: 'Figures follow within a second, and are kept as long as deliveries are.',
        querystring: Query,
        response: { 200: Success(Numbers) },
      },
    },
    async (request) => {
      const { subscriptionId = null, timeZone = request.actor.tenant.timeZone, ...asked } = request.query;
      const periods = readPeriods({ ...asked, timeZone }, clock());
      return success(await request.inTenant((tx) => countAttempts(tx, subscriptionId, periods)));
    },
  );
}
