/** The field types of the schemas; every text has a maximum length. */
import { type Static, type TSchema, Type } from 'typebox';
import type { Verbatim } from '#kernel/http/body/verbatim.ts';
import { keepName, NamedObject } from '#kernel/http/named.ts';

export const Uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description && { description }) });
export const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...(description && { description }) });
/** Free text, which may be empty. */
export const Note = (maxLength: number) => Type.String({ maxLength });
export const Email = () => Type.String({ format: 'email', maxLength: 254 });
/** Allows white space and separators around the stored value (kernel/contact.ts). */
export const ContactEmail = () => Type.String({ format: 'contact-email', maxLength: 300 });
export const Phone = () =>
  Type.String({
    format: 'phone',
    maxLength: 60,
    description: 'International, for example +44 20 7946 0958.',
  });
export const Time = () => Type.String({ format: 'date-time', maxLength: 40 });
/**
 * An amount, a price or a percentage. The number of decimals is in its description: `multipleOf` of 0.01 is computed in floats by
 * validators, which refuse 4.35.
 */
export const Decimal = (options: { minimum?: number; description?: string; [rule: string]: unknown } = {}) =>
  Type.Number({ format: 'decimal', ...options });
export const Nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] };
  const orNull = Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  });
  return keepName(schema, orNull);
};
export const OneOf = <T extends readonly string[]>(values: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values] });

/**
 * An object with values by name. A `Type.Record` would check neither the length of its names nor the value of a name with a line
 * break.
 */
export const ByName = <T extends TSchema>(mostCharacters: number, value: T, options: object = {}) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    propertyNames: { maxLength: mostCharacters },
    additionalProperties: value,
    ...options,
  });

/** An object that the service stores as the client wrote it and never interprets. */
export const Metadata = () =>
  Type.Unsafe<Verbatim>({
    type: 'object',
    verbatim: true,
    additionalProperties: true,
    description: 'Arbitrary key/value pairs, returned verbatim. At most 64 KiB and 32 levels deep.',
  });

/** The actor of a change, as they were called then. */
export const Author = NamedObject('Author', {
  type: Type.String(),
  id: Nullable(Type.String()),
  name: Type.String(),
});

export const IdParams = Type.Object({ id: Uuid() });
