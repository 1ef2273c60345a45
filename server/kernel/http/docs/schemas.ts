/** The schemas of the contract: named ones are listed once, and every other place refers to them. */
import { isDeepStrictEqual } from 'node:util';
import { namedOf, shownOf } from '#kernel/http/named.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is walked as the plain data it is
export type Json = any;

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const [ONE, LIST, MAP] = [
  ['items', 'additionalProperties', 'propertyNames', 'not'],
  ['anyOf', 'oneOf', 'allOf'],
  ['properties', 'patternProperties'],
];

export class Schemas {
  readonly #named = new Map<string, Json>();
  readonly #underWay = new Set<string>();

  /** By name. */
  get all(): Record<string, Json> {
    return Object.fromEntries([...this.#named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** As a client sends it: a field with a default is always present in the validated body, but need not be sent. */
  sent(schema: Json): Json {
    return this.#refer(schema, true);
  }

  shown(schema: Json): Json {
    return this.#refer(schema, false);
  }

  #refer(schema: Json, isSent: boolean): Json {
    if (typeof schema !== 'object') return schema;
    const of = namedOf(schema);
    if (of === undefined) return this.#convert(schema, isSent);
    const { name, orNull } = of;
    // A schema that contains itself refers to its name only.
    if (!this.#underWay.has(name)) this.#add(name, of.schema, isSent);
    const { description } = schema;
    const about = description === (of.schema as Json).description ? {} : { description };
    const $ref = `#/components/schemas/${name}`;
    return orNull ? { anyOf: [{ $ref }, { type: 'null' }], ...about } : { $ref, ...about };
  }

  #add(name: string, schema: Json, isSent: boolean): void {
    this.#underWay.add(name);
    const converted = this.#convert(schema, isSent);
    this.#underWay.delete(name);
    const known = this.#named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, converted)) {
      throw new Error(`Two different schemas are called ${name}: give one of them another name.`);
    }
    this.#named.set(name, converted);
  }

  #convert(schema: Json, isSent: boolean): Json {
    // `verbatim` is a keyword of our own validator.
    const { verbatim, ...kept } = { ...schema, ...shownOf(schema) };
    if (kept.format === 'currency') kept.pattern = '^[A-Z]{3}$';
    const refer = (part: Json) => this.#refer(part, isSent);
    for (const key of ONE!) if (key in kept) kept[key] = refer(kept[key]);
    for (const key of LIST!) if (key in kept) kept[key] = kept[key].map(refer);
    for (const key of MAP!) if (key in kept) kept[key] = mapped(kept[key], refer);
    if (isSent && kept.required) dropDefaulted(kept, schema.properties);
    return withTypedRest(withoutPatterns(kept));
  }
}

const mapped = (parts: Record<string, Json>, change: (part: Json) => Json) =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, change(part)]));

function dropDefaulted(kept: Json, properties: Record<string, Json> = {}): void {
  kept.required = kept.required.filter((name: string) => properties[name]?.default === undefined);
  if (kept.required.length === 0) delete kept.required;
}

/** Few generators read patternProperties: a pattern of all names is additionalProperties, and one of some is propertyNames. */
function withoutPatterns(schema: Json): Json {
  const patterns = Object.entries<Json>(schema.patternProperties ?? {});
  if (patterns.length !== 1) return schema;
  const [pattern, values] = patterns[0]!;
  const { patternProperties: _, ...rest } = schema;
  if (pattern === EVERY_NAME) return { ...rest, additionalProperties: values };
  if (rest.properties || rest.additionalProperties !== false) return schema;
  return { ...rest, propertyNames: { pattern }, additionalProperties: values };
}

const EVERY_NAME = '^.*$';

/**
 * Generators make one type of named fields beside typed other fields, and an optional field does not fit the type of the others.
 * Two parts that both apply mean the same.
 */
function withTypedRest(schema: Json): Json {
  const { properties, additionalProperties, ...rest } = schema;
  if (!properties || typeof additionalProperties !== 'object') return schema;
  return { ...rest, allOf: [{ properties }, { type: 'object', additionalProperties }] };
}
