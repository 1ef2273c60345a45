import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Time } from '#kernel/http/fields.ts';

const About = {
  subscriptionId: Type.String(),
  name: Type.String({ description: 'The name of the subscription.' }),
  failingSince: Time(),
};
const about = {
  subscriptionId: '01920000-0000-7000-8000-000000000008',
  name: 'Shop',
  failingSince: '2030-01-31T11:52:00.000Z',
};
const at = '2030-01-31T12:00:00.000Z';

const batched = {
  id: '01920000-0000-7000-8000-000000000009',
  type: 'redirect.added',
  createdAt: at,
  data: { from: '/old', to: '/new' },
};

/** Told at most once a day for each subscription; never delivered to the subscription that it is about. */
export const webhookEvents: EventDefinitions = {
  'webhook.subscription.failing': {
    description: 'The attempts of a webhook subscription fail in a row. Told at most once a day.',
    schema: Type.Object({ ...About, notedAt: Time() }),
    example: { ...about, notedAt: at },
  },
  'webhook.subscription.recovered': {
    description: 'A webhook subscription that was told to be failing has a success again.',
    schema: Type.Object({ ...About, recoveredAt: Time() }),
    example: { ...about, recoveredAt: at },
  },
  'webhook.subscription.disabled': {
    description:
      'A webhook subscription is paused because it failed for days. Its deliveries are held until someone resumes it.',
    schema: Type.Object({ ...About, disabledAt: Time() }),
    example: { ...about, disabledAt: at },
  },
  'webhook.batch': {
    description: 'Events that a subscription with coalesceSeconds gets as one delivery, oldest first.',
    schema: Type.Object({
      count: Type.Integer(),
      events: Type.Array(
        Type.Object({
          id: Type.String({ description: 'The id of the event, as in GET /v1/events.' }),
          type: Type.String(),
          createdAt: Time(),
          data: Type.Object({}, { additionalProperties: true }),
        }),
      ),
      gatheredAt: Time(),
    }),
    example: { count: 1, events: [batched], gatheredAt: at },
  },
};
