/** Names of schemas: the contract lists a named schema once, and refers to it wherever it is used. */
import { type TObject, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox';

export type Named = { name: string; schema: object; orNull: boolean };

/**
 * Not enumerable, so neither validators nor answers see it. TypeBox keeps it in Type.Optional; a spread loses it, because its
 * result is another schema.
 */
const KEY = '~named';

export const namedOf = (schema: object): Named | undefined => (schema as { [KEY]?: Named })[KEY];

const mark = <T extends object>(schema: T, value: Named): T =>
  Object.defineProperty(schema, KEY, { value, configurable: true });

const copyOf = <T extends object>(schema: T): T =>
  Object.defineProperties({} as T, Object.getOwnPropertyDescriptors(schema));

/** A copy of the schema with a name of the contract. Two different schemas with one name are an error of the document. */
export function named<T extends TSchema>(name: string, schema: T): T {
  byName.set(name, schema);
  return mark(copyOf(schema), { name, schema, orNull: false });
}

/** For NamedLater. */
const byName = new Map<string, object>();

export const NamedObject = <P extends TProperties>(
  name: string,
  properties: P,
  options?: TObjectOptions,
): TObject<P> => named(name, Type.Object(properties, options));

/** `orNull` is the schema that also accepts null. */
export function keepName<T extends TSchema>(schema: TSchema, orNull: T): T {
  const of = namedOf(schema);
  return of === undefined ? orNull : mark(orNull, { ...of, orNull: true });
}

/** A schema that the contract shows as one which gets this name later, so that a schema can contain itself. */
export const NamedLater = <T extends TSchema>(name: string, schema: T): T =>
  mark(copyOf(schema), {
    name,
    orNull: false,
    get schema() {
      return byName.get(name)!;
    },
  });

const SHOWN = '~shown';

export const shownOf = (schema: object): object | undefined => (schema as { [SHOWN]?: object })[SHOWN];

/** Adds keywords for the contract alone: a rule checks them, with words of its own. */
export const Documented = <T extends TSchema>(schema: T, keywords: object): T =>
  Object.defineProperty(copyOf(schema), SHOWN, { value: keywords, configurable: true });

/** The schema with a description for this place; it keeps its name. */
export const Described = <T extends TSchema>(schema: T, description: string): T =>
  Object.assign(copyOf(schema), { description });
