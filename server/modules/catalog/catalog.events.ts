import { Type } from 'typebox';
import type { EventDefinitions } from '#kernel/events/catalogue.ts';
import { OneOf, Time } from '#kernel/http/fields.ts';
import { KINDS, STATUSES } from './products/fields.ts';

const Id = Type.String();
const Changed = Type.Array(Type.String(), {
  description: 'The names of the fields that differ from before.',
});

const id = '01920000-0000-7000-8000-00000000000a';
const at = '2030-01-31T12:00:00.000Z';
const variant = { id: '01920000-0000-7000-8000-00000000000b', productId: id, sku: 'TEA-100' };

const Variant = Type.Object({
  id: Id,
  productId: Id,
  sku: Type.String(),
  changed: Changed,
  version: Type.Integer(),
  at: Time(),
});

export const catalogEvents: EventDefinitions = {
  'product.created': {
    description: 'A product is created, alone or by an import.',
    schema: Type.Object({
      id: Id,
      handle: Type.String(),
      status: OneOf(STATUSES),
      kind: OneOf(KINDS),
      variantCount: Type.Integer(),
      version: Type.Integer(),
      at: Time(),
    }),
    example: { id, handle: 'green-tea', status: 'active', kind: 'physical', variantCount: 2, version: 1, at },
  },
  'product.updated': {
    description: 'Fields of a product change, its status among them. Variants have events of their own.',
    schema: Type.Object({
      id: Id,
      changed: Changed,
      status: OneOf(STATUSES),
      version: Type.Integer(),
      at: Time(),
    }),
    example: { id, changed: ['title', 'media'], status: 'active', version: 2, at },
  },
  'product.deleted': {
    description: 'A product is deleted; so is each of its variants, with an event of its own.',
    schema: Type.Object({ id: Id, at: Time() }),
    example: { id, at },
  },
  'variant.created': {
    description: 'A variant is created.',
    schema: Variant,
    example: { ...variant, changed: [], version: 1, at },
  },
  'variant.updated': {
    description: 'Fields or prices of a variant change; once for each variant that really changed.',
    schema: Variant,
    example: { ...variant, changed: ['prices'], version: 2, at },
  },
  'variant.deleted': {
    description: 'A variant is deleted.',
    schema: Variant,
    example: { ...variant, changed: [], version: 2, at },
  },
};
