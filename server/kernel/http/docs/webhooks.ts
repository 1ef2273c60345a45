/** The `webhooks` of the contract: the request that a subscriber gets for each event type. */
import { Type } from 'typebox';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { Json, Schemas } from '#kernel/http/docs/schemas.ts';
import { Time, Uuid } from '#kernel/http/fields.ts';

const ID = '01920000-0000-7000-8000-000000000010';
const TENANT_ID = '01920000-0000-7000-8000-000000000011';
const EVENT_ID = '01920000-0000-7000-8000-000000000012';
const SENT_AT = '2030-01-31T12:00:01.000Z';

const HEADERS: [name: string, description: string, example: (type: string) => string][] = [
  ['X-service-Event', 'The event type.', (type) => type],
  ['X-service-Delivery', 'The id of the delivery, the same on every attempt.', () => ID],
  [
    'X-service-Event-Id',
    'The id of the event: dedupe by it to do the work of each event once.',
    () => EVENT_ID,
  ],
  ['X-service-Event-Time', 'When the event happened.', () => '2030-01-31T12:00:00.000Z'],
  [
    'X-service-Signature',
    '`sha256=` and the HMAC-SHA256 of the raw body in hex, keyed with the signing secret.',
    () => `sha256=${'0'.repeat(64)}`,
  ],
  ['webhook-id', 'The id of the delivery, as Standard Webhooks names it.', () => ID],
  [
    'webhook-timestamp',
    'The time of the attempt, in seconds; a part of `webhook-signature`.',
    () => '1896091201',
  ],
  [
    'webhook-signature',
    'The signature of Standard Webhooks: `v1,` and base64.',
    () => 'v1,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  ],
];

export function webhooksOf(catalogue: EventType[], schemas: Schemas): Json {
  const carried = catalogue.filter(({ type, subscribable }) => subscribable || type === 'webhook.batch');
  return Object.fromEntries(carried.map((event) => [event.type, { post: webhookOf(event, schemas) }]));
}

function webhookOf({ type, description, schema, example }: EventType, schemas: Schemas): Json {
  const body = Type.Object({
    id: Uuid('The id of the delivery.'),
    type: Type.Literal(type),
    tenant_id: Uuid('The tenant of the event.'),
    data: schema,
    delivered_at: Time(),
  });
  return {
    operationId: `receive${type.replace(/(^|[._])([a-z])/g, (_, _dot: string, letter: string) => letter.toUpperCase())}`,
    summary: description.split('. ')[0]!.replace(/\.$/, ''),
    description: `${description}\n\nAnswer with 2xx within ten seconds. Any other answer is repeated, eight attempts in all; the same event may arrive more than once.`,
    tags: ['webhooks'],
    security: [],
    parameters: HEADERS.map(([name, about, exampleOf]) => ({
      name,
      in: 'header',
      required: true,
      description: about,
      schema: { type: 'string' },
      example: exampleOf(type),
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schemas.shown(body),
          example: { id: ID, type, tenant_id: TENANT_ID, data: example, delivered_at: SENT_AT },
        },
      },
    },
    responses: {
      '200': { description: 'The delivery is accepted; any 2xx does.' },
    },
  };
}
