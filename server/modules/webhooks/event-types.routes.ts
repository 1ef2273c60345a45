import { Type } from 'typebox';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { NamedObject } from '#kernel/http/named.ts';

const EventTypeShape = NamedObject('EventType', {
  type: Type.String(),
  topic: Type.String(),
  description: Type.String(),
  subscribable: Type.Boolean({ description: 'True if a webhook can carry it.' }),
  schema: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'JSON Schema of its data.',
  }),
  example: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
});

export function eventTypeRoutes(app: App, catalogue: EventType[]): void {
  app.get(
    '/v1/events/types',
    {
      config: { role: 'viewer' },
      schema: {
        summary: 'Every event type the platform knows',
        response: { 200: Success(Type.Array(EventTypeShape)) },
      },
    },
    async () => success(catalogue),
  );
}
