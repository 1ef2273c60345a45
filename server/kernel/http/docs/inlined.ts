/** The document with every schema in place of its reference, for a page that shows each operation by itself. */
import type { Json } from '#kernel/http/docs/schemas.ts';

const PREFIX = '#/components/schemas/';

export function inlined(document: Json): Json {
  const { schemas } = document.components;
  const expand = (value: Json, within: string[]): Json => {
    if (Array.isArray(value)) return value.map((item) => expand(item, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...beside } = value;
    if (typeof $ref !== 'string' || !$ref.startsWith(PREFIX)) return merged(expandFields(value, within));
    const name = $ref.slice(PREFIX.length);
    // A schema that contains itself is shown once.
    const schema = within.includes(name) ? { type: 'object' } : expand(schemas[name], [...within, name]);
    return { ...schema, ...beside };
  };
  const expandFields = (value: Json, within: string[]) =>
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expand(item, within)]));
  return { ...document, paths: expand(document.paths, []) };
}

/** Parts that all apply become one schema, and a choice between a schema and null becomes a schema of two types. */
function merged({ allOf, anyOf, ...schema }: Json): Json {
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf, schema);
  const [first, second] = anyOf ?? [];
  if (anyOf?.length === 2 && second.type === 'null' && first.type)
    return { ...first, ...schema, type: [first.type, 'null'].flat() };
  return anyOf === undefined ? schema : { ...schema, anyOf };
}
