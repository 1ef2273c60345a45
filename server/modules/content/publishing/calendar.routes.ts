import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Text } from '#kernel/http/fields.ts';
import { type Others, readProperty } from '../entries/references.ts';
import { Calendar, MAX_DAYS, readCalendar } from './calendar.ts';
import { Property } from './published.routes.ts';

export function calendarRoutes(app: App, others: Pick<Others, 'locate'>): void {
  app.get(
    '/v1/content/calendar',
    {
      config: { role: 'viewer', scope: 'read:content', types: 'filtered' },
      schema: {
        operationId: 'getContentCalendar',
        summary: 'Everything that is scheduled on some days',
        description: `Entries that go live or come down, also in one locale, and releases, with what failed at its time; of a \`property\`, releases with an entry that it gets. Days are those of the tenant’s time zone, ${MAX_DAYS} at most.`,
        querystring: Type.Object({
          from: { ...Text(10), description: 'The first day.', examples: ['2030-01-01'] },
          to: { ...Text(10), description: 'The last day.', examples: ['2030-01-31'] },
          property: Property,
        }),
        response: { 200: Success(Calendar) },
      },
    },
    async (request) => {
      const { id, timeZone } = request.actor.tenant;
      const { property, ...days } = request.query;
      const propertyId = await readProperty(id, property, others);
      return success(await request.inTenant((tx, by) => readCalendar(tx, timeZone, days, propertyId, by)));
    },
  );
}
