import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { KINDS } from './fields.ts';

const at = '2030-01-31T12:00:00.000Z';

/** Payloads name no people: `reason` is the sentence that the staff gave for the stock. */
export const inventoryEvents: EventDefinitions = {
  'inventory.adjusted': {
    description: 'Units came, went or were counted, other than by a shipment. One event per movement.',
    schema: Type.Object({
      movementId: Type.String(),
      sku: Type.String(),
      locationId: Type.String(),
      kind: OneOf(KINDS.filter((kind) => kind !== 'shipped')),
      change: Type.Integer(),
      onHand: Type.Integer(),
      available: Type.Integer(),
      reason: Nullable(Type.String()),
      at: Time(),
    }),
    example: {
      movementId: '01920000-0000-7000-8000-000000000020',
      sku: 'TEA-1',
      locationId: '01920000-0000-7000-8000-000000000021',
      kind: 'received',
      change: 24,
      onHand: 30,
      available: 28,
      reason: 'Delivery 4711',
      at,
    },
  },
  'inventory.low': {
    description:
      'The stock of a SKU over all active locations, less what orders have reserved, fell to lowAt or below. Once per crossing.',
    schema: Type.Object({
      sku: Type.String(),
      onHand: Type.Integer(),
      available: Type.Integer(),
      lowAt: Type.Integer(),
      at: Time(),
    }),
    example: { sku: 'TEA-1', onHand: 5, available: 4, lowAt: 4, at },
  },
  'inventory.depleted': {
    description:
      'The stock of a SKU over all active locations, less what orders have reserved, fell to 0 or below. Once per crossing.',
    schema: Type.Object({
      sku: Type.String(),
      onHand: Type.Integer(),
      available: Type.Integer(),
      at: Time(),
    }),
    example: { sku: 'TEA-1', onHand: 2, available: 0, at },
  },
};
