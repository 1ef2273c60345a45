import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Redirect } from './redirects.routes.ts';

const example = {
  id: '01920000-0000-7000-8000-000000000004',
  from: '/old-page',
  to: '/new-page',
  statusCode: 301,
  createdAt: '2030-01-31T12:00:00.000Z',
};

export const redirectEvents: EventDefinitions = {
  'redirect.added': { description: 'A URL redirect is created.', schema: Redirect, example },
  'redirect.removed': { description: 'A URL redirect is removed.', schema: Redirect, example },
};
