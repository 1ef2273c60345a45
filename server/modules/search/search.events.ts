import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Nullable, OneOf } from '#kernel/http/fields.ts';

/** Entities whose changes reach the index by events. */
export const TOLD_BY_EVENTS = ['entry', 'asset', 'redirect', 'property'] as const;

export const searchEvents: EventDefinitions = {
  'search.entity.changed': {
    description: 'A record is found by other words than before, or is gone.',
    schema: Type.Object({
      entity: OneOf(TOLD_BY_EVENTS),
      id: Type.String(),
      removed: Type.Boolean({ description: 'True: it is gone, and nothing else is told.' }),
      title: Type.Optional(Type.String()),
      subtitle: Type.Optional(Nullable(Type.String())),
      text: Type.Optional(Type.String({ description: 'Other text by which it is found.' })),
    }),
    example: {
      entity: 'entry',
      id: '01920000-0000-7000-8000-000000000006',
      removed: false,
      title: 'How we make tea',
      subtitle: 'article',
      text: 'First boil the water.',
    },
  },
};
