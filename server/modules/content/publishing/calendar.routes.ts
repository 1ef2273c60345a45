import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Text } from '#kernel/http/fields.ts';
import { Calendar, MAX_DAYS, readCalendar } from './calendar.ts';

export function calendarRoutes(app: App): void {
  app.get(
    '/v1/content/calendar',
    {
      config: { role: 'viewer', scope: 'read:content' },
      schema: {
        operationId: 'getContentCalendar',
        summary: 'Everything that is scheduled on some days',
        description: `Entries that go live or come down, also in one locale, and releases, with what failed at its time. Days are those of the tenant’s time zone, ${MAX_DAYS} at most.`,
        querystring: Type.Object({
          from: { ...Text(10), description: 'The first day.', examples: ['2030-01-01'] },
          to: { ...Text(10), description: 'The last day.', examples: ['2030-01-31'] },
        }),
        response: { 200: Success(Calendar) },
      },
    },
    async (request) => {
      const { timeZone } = request.actor.tenant;
      return success(await request.inTenant((tx) => readCalendar(tx, timeZone, request.query)));
    },
  );
}
