import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { OneOf, Time } from '#kernel/http/fields.ts';
import { CUSTOMER_TYPES } from './fields.ts';

const id = '01920000-0000-7000-8000-000000000003';
const at = '2030-01-31T12:00:00.000Z';

/**
 * These events are not in the interface document. They contain ids and field names and no personal data, so an erasure need not
 * change them.
 */
export const customerEvents: EventDefinitions = {
  'customer.created': {
    description: 'A customer was created.',
    schema: Type.Object({ id: Type.String(), type: OneOf(CUSTOMER_TYPES), createdAt: Time() }),
    example: { id, type: 'person', createdAt: at },
  },
  'customer.updated': {
    description: 'Fields of a customer changed; archivedAt among them means that it is no longer archived.',
    schema: Type.Object({
      id: Type.String(),
      changed: Type.Array(Type.String(), { minItems: 1 }),
      version: Type.Integer(),
      updatedAt: Time(),
    }),
    example: { id, changed: ['name', 'emails'], version: 2, updatedAt: at },
  },
  'customer.merged': {
    description: 'A duplicate was merged into another customer, which now has its orders.',
    schema: Type.Object({
      id: Type.String({ description: 'The surviving customer.' }),
      from: Type.String({ description: 'The merged duplicate.' }),
      orders: Type.Integer({ description: 'How many orders moved.' }),
      mergedAt: Time(),
    }),
    example: { id, from: '01920000-0000-7000-8000-000000000004', orders: 3, mergedAt: at },
  },
  'customer.archived': {
    description: 'A customer was archived.',
    schema: Type.Object({ id: Type.String(), archivedAt: Time() }),
    example: { id, archivedAt: at },
  },
  'customer.erased': {
    description: 'The personal data of a customer was erased. Systems that store copies must erase them too.',
    schema: Type.Object({
      id: Type.String(),
      mergedIds: Type.Array(Type.String(), { description: 'Customers that had been merged into this one.' }),
      orders: Type.Integer({ description: 'How many orders were anonymised.' }),
      erasedAt: Time(),
    }),
    example: { id, mergedIds: [], orders: 3, erasedAt: at },
  },
};
