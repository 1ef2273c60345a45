/** Generates the types of the client from the OpenAPI document: one per named schema and operation, formatted as if by hand. */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is walked as the plain data it is
type Json = any;

const HEAD = `// Written by generate.ts from /v1/openapi.json. After a change to the API: UPDATE_SNAPSHOT=1 npm test -- sdk/*.test.ts
`;
const FILES = `import type { FormFile, RawBody } from './bodies.ts';
`;

/** A route is `METHOD /path`, and ` keyed` behind it if the operation takes an Idempotency-Key. */
export const operationsOf = (document: Json): { name: string; route: string; operation: Json }[] =>
  Object.entries<Json>(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => ({
        name: operation.operationId as string,
        route: `${method.toUpperCase()} ${path}${takesKey(operation) ? ' keyed' : ''}`,
        operation,
      })),
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));

const takesKey = ({ parameters = [] }: Json) =>
  parameters.some(({ name }: Json) => name === 'Idempotency-Key');

export function generate(document: Json): string {
  const operations = operationsOf(document);
  const routes = operations.map(({ name, route }) => `  ${name}: '${route}',`);
  const types = operations.map(
    ({ name, operation }) => `  /** ${comment(operation)} */
  ${name}: {
    input: ${inputOf(operation, document)};
    answer: ${answerOf(operation)};
  };`,
  );
  return `${HEAD}${FILES}
${schemaTypes(document).join('\n\n')}

export const ROUTES = {
${routes.join('\n')}
} as const;

export type Operations = {
${types.join('\n')}
};
`;
}

/** One type for each named schema, with the descriptions of its fields. */
const schemaTypes = (document: Json): string[] =>
  Object.entries<Json>(document.components.schemas).map(
    ([name, schema]) => `${doc(schema, '')}export type ${name} = ${linesOf(schema)};`,
  );

function linesOf(schema: Json): string {
  const { properties, required = [] } = schema;
  if (schema.type !== 'object' || !properties) return typeOf(schema);
  const fields = Object.entries<Json>(properties).map(
    ([name, field]) => `${doc(field, '  ')}  ${fieldOf(name, field, required.includes(name))};`,
  );
  return `{\n${fields.join('\n')}\n}`;
}

const doc = ({ description }: Json, indent: string) =>
  description === undefined
    ? ''
    : `${indent}/** ${description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */\n`;

/** The bearer that a page sends: a key opens the shop, a token is that of a cart or a session. */
const BEARERS = ['publishableKey', 'cartToken', 'customerSession', 'orderLink'];

/** The routes of the storefront alone, so that the script of a shop carries no others. */
export function generateStorefront(document: Json): string {
  const routes = operationsOf(document).flatMap(({ name, route, operation }) => {
    const schemes: string[] = (operation.security ?? []).flatMap((one: Json) => Object.keys(one));
    const bearer = BEARERS.find((scheme) => schemes.includes(scheme));
    const isOfPages = operation['x-storefront'] !== undefined && bearer !== undefined;
    return isOfPages ? [`  ${name}: { route: '${route}', bearer: '${bearer}' },`] : [];
  });
  return `${HEAD}
export const STOREFRONT_ROUTES = {
${routes.join('\n')}
} as const;
`;
}

export function comment(operation: Json): string {
  const needs = [
    operation['x-storefront'] && operation.security.flatMap(Object.keys).join(' or '),
    operation['x-role'] && `role ${operation['x-role']}`,
    operation['x-scope'] && `scope ${operation['x-scope']}`,
    operation['x-module'] && `module ${operation['x-module']}`,
  ].filter(Boolean);
  return `${operation.summary}.${needs.length > 0 ? ` Needs ${needs.join(', ')}.` : ''}`;
}

function inputOf(operation: Json, document: Json): string {
  const parameters: Json[] = operation.parameters ?? [];
  const fields = ['path', 'query'].flatMap((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    const optional = own.every((parameter) => !parameter.required) ? '?' : '';
    return [`${place}${optional}: ${fieldsOf(own.map((own) => [own.name, own.schema, own.required]))}`];
  });
  const content = operation.requestBody?.content;
  if (content?.['application/json']) {
    const { schema } = content['application/json'];
    const { required = [] } = resolved(schema, document);
    const optional = required.length === 0 || operation.requestBody.required === false ? '?' : '';
    fields.push(`body${optional}: ${typeOf(schema)}`);
  } else if (content?.['multipart/form-data']) {
    fields.push(`body: FormData | ${typeOf(content['multipart/form-data'].schema)}`);
  } else if (content) {
    fields.push(`contentType: ${union(Object.keys(content).map(literal))}`, 'body: RawBody');
  }
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`;
}

const PREFIX = '#/components/schemas/';
const resolved = (schema: Json, document: Json): Json =>
  schema.$ref ? document.components.schemas[schema.$ref.slice(PREFIX.length)] : schema;

/** An answer that is not JSON is returned as the response itself, to be read as a stream. */
function answerOf(operation: Json): string {
  const [, response] = Object.entries<Json>(operation.responses)[0]!;
  const schema = response.content?.['application/json']?.schema;
  return schema === undefined ? 'Response' : typeOf(schema);
}

function typeOf(schema: Json): string {
  if (schema === undefined) return 'unknown';
  if (schema.$ref) return schema.$ref.slice(PREFIX.length);
  if (schema.allOf) return schema.allOf.map((part: Json) => wrapped(typeOf(part))).join(' & ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return union(schema.enum.map(literal));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map(typeOf));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ ...schema, type })));
  if (schema.format === 'binary') return 'FormFile';
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${wrapped(typeOf(schema.items))}[]`;
    case 'object':
      return objectOf(schema);
    default:
      return schema.properties ? objectOf(schema) : 'unknown';
  }
}

function objectOf(schema: Json): string {
  const { properties, patternProperties, additionalProperties, required = [] } = schema;
  if (properties) {
    return fieldsOf(
      Object.entries(properties).map(([name, field]) => [name, field, required.includes(name)]),
    );
  }
  const [values] = Object.values(patternProperties ?? {});
  return `Record<string, ${typeOf(values ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined))}>`;
}

const fieldsOf = (fields: [name: string, schema: Json, required: boolean | undefined][]) =>
  `{ ${fields.map(([name, schema, required]) => fieldOf(name, schema, required)).join('; ')} }`;

const fieldOf = (name: string, schema: Json, required: boolean | undefined) =>
  `${key(name)}${required ? '' : '?'}: ${typeOf(schema)}`;

const key = (name: string) => (/^[a-z_]\w*$/i.test(name) ? name : literal(name));
const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value);
const union = (types: string[]) => [...new Set(types)].join(' | ');
const wrapped = (type: string) =>
  type.includes('|') && !/^(\{.*\}|Record<.*>)$/.test(type) ? `(${type})` : type;
