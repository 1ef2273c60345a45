import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Time } from '#kernel/http/fields.ts';
import { Redirect } from './redirect-fields.ts';

const example = {
  id: '01920000-0000-7000-8000-000000000004',
  propertyId: '01920000-0000-7000-8000-000000000005',
  from: '/old-page',
  to: '/new-page',
  statusCode: 301,
  match: 'exact',
  query: 'keep',
  activeFrom: null,
  activeUntil: null,
  notes: null,
  chain: [],
  hits: 0,
  lastHitAt: null,
  version: 1,
  createdAt: '2030-01-31T12:00:00.000Z',
  updatedAt: '2030-01-31T12:00:00.000Z',
};

export const redirectEvents: EventDefinitions = {
  'redirect.added': {
    description:
      'A URL redirect is created. One that is changed is removed and added, with its next version.',
    schema: Redirect,
    example,
  },
  'redirect.removed': {
    description:
      'A URL redirect is removed. One that is changed is removed and added, with its next version.',
    schema: Type.Object({ ...Redirect.properties, removedAt: Time() }),
    example: {
      ...example,
      hits: 12,
      lastHitAt: '2030-02-01T12:00:00.000Z',
      removedAt: '2030-02-02T12:00:00.000Z',
    },
  },
};
