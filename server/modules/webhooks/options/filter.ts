/** A filter names fields of an event's data, each with the values that are wanted: every field must have one of its values. */
import { Type } from 'typebox';
import type { Problem } from '#kernel/errors.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import { ByName, Nullable } from '#kernel/http/fields.ts';
import { typesOf } from './event-patterns.ts';

const MAX_FIELDS = 10;
const MAX_VALUES = 100;

export type Filter = Record<string, (string | number | boolean | null)[]>;

const Value = Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean(), Type.Null()]);

export const FilterField = {
  ...Nullable(
    ByName(200, Type.Array(Value, { minItems: 1, maxItems: MAX_VALUES }), {
      maxProperties: MAX_FIELDS,
    }),
  ),
  description:
    'Sends only events whose data has one of the values in each of these fields, for example { "type": ["article"], "propertyId": ["…"] }. A dot leads into an object (focalPoint.x); of a list, one element suffices; a missing field counts as null.',
};

/** A field that no type of the subscription has is a slip: nothing would ever be sent. */
export function filterProblems(catalogue: EventType[], asked: string[], filter: unknown): Problem[] {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) return [];
  const schemas = typesOf(catalogue, asked).map(
    (type) => catalogue.find((entry) => entry.type === type)!.schema,
  );
  if (schemas.length === 0) return [];
  return Object.keys(filter)
    .filter((field) => !schemas.some((schema) => hasField(schema, field.split('.'))))
    .map((field) => ({
      path: `filter.${field}`,
      code: 'unknown_field',
      message:
        'is not in the data of the events of this subscription; GET /v1/events/types shows their schemas',
    }));
}

function hasField(schema: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  const { properties, anyOf } = (schema ?? {}) as { properties?: Record<string, unknown>; anyOf?: unknown[] };
  if (anyOf !== undefined) return anyOf.some((each) => hasField(each, [name, ...rest]));
  return properties !== undefined && Object.hasOwn(properties, name) && hasField(properties[name], rest);
}
