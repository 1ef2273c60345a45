/** Describes schemas in Markdown: a table of fields, types and rules. Named records are links. */
import { follow, type OpenApiDocument, type Schema } from '#kernel/http/docs/document.ts';
import { code, table } from '#kernel/http/docs/markdown.ts';

type Row = { path: string; field: Schema; isRequired: boolean };

/** Fields to send have rules; those of an answer have a meaning, and are there unless it says otherwise. */
export function fieldTable(schema: Schema, use: 'sent' | 'answered' = 'sent'): string {
  const rows = fieldsOf(schema).map(({ path, field, isRequired }) => [
    use === 'sent' && isRequired ? `${code(path)} **required**` : code(path),
    typeOf(field),
    use === 'sent' ? rulesOf(field) : meaningOf(field, isRequired),
  ]);
  return rows.length === 0 ? '' : table(['Field', 'Type', use === 'sent' ? 'Rule' : 'Meaning'], rows);
}

/** All fields, also those of inline objects and of the items of lists. A named record is not repeated. */
export function fieldsOf(schema: Schema, path = '', isTop = true): Row[] {
  if (schema.items && (isTop || schema.items.properties)) return fieldsOf(schema.items, `${path}[]`, false);
  const properties = {
    ...Object.assign({}, ...(schema.allOf ?? []).map((each) => each.properties)),
    ...schema.properties,
  };
  const required = [
    ...(schema.required ?? []),
    ...(schema.allOf ?? []).flatMap((each) => each.required ?? []),
  ];
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const inner = [field, ...(field.anyOf ?? [])].find((each) => each.properties || each.items?.properties);
    return [
      { path: here, field, isRequired: required.includes(name) },
      ...(inner === undefined ? [] : fieldsOf(inner, here, false)),
    ];
  });
}

/** `data` of the envelope, or the schema itself if it is none. */
export function dataOf(document: OpenApiDocument, schema: Schema): Schema {
  const { properties } = follow<Schema>(document, schema);
  return properties?.success && properties.data ? properties.data : schema;
}

export const recordName = (schema: Schema): string | undefined =>
  /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];

export function typeOf(schema: Schema): string {
  const name = recordName(schema);
  if (name !== undefined) return `[${name}](record:${name})`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.allOf?.length === 1) return typeOf(schema.allOf[0]!);
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  const base = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format ? `${base} (${schema.format})` : base;
}

const RULES: Record<string, string> = {
  minLength: 'at least %s characters',
  maxLength: 'at most %s characters',
  minItems: 'at least %s',
  maxItems: 'at most %s',
  minimum: '≥ %s',
  maximum: '≤ %s',
};

/** The meaning first, then what the validator checks. */
export function rulesOf(schema: Schema): string {
  const rules = [choicesOf(schema)];
  if (schema.default !== undefined) rules.push(`default ${code(JSON.stringify(schema.default))}`);
  if (schema.minLength === 1) rules.push('not empty');
  for (const [rule, text] of Object.entries(RULES)) {
    const isSaid =
      (rule === 'minLength' && schema.minLength === 1) || (rule === 'maxLength' && schema.format);
    if (schema[rule] !== undefined && !isSaid) rules.push(text.replace('%s', String(schema[rule])));
  }
  return sentences(schema.description, rules.filter((rule) => rule !== '').join(', '));
}

const meaningOf = (schema: Schema, isAlwaysThere: boolean): string =>
  sentences(schema.description, choicesOf(schema), isAlwaysThere ? '' : 'may be absent');

const choicesOf = ({ enum: choices }: Schema): string =>
  choices ? `one of ${choices.map((each) => code(String(each))).join(', ')}` : '';

const sentences = (...parts: (string | undefined)[]): string =>
  parts
    .filter((part) => part !== undefined && part !== '')
    // A description may begin with a value, which keeps its spelling.
    .map((part, index) =>
      index === 0 && part === parts[0] ? part! : `${part![0]!.toUpperCase()}${part!.slice(1)}`,
    )
    .map((part) => part.replace(/(?<![.:!?])$/, '.'))
    .join(' ');
