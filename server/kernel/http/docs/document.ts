/** Reads the OpenAPI document: operations by tag, with references followed. */
import type { Deprecation } from '#kernel/http/deprecation.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  example?: unknown;
  examples?: unknown;
  [rule: string]: unknown;
};

type Referable<T> = T & { $ref?: string };
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> };
type Header = { description?: string; schema?: Schema };
type Body = {
  description?: string;
  required?: boolean;
  content?: Record<string, Media>;
  headers?: Record<string, Referable<Header>>;
};
type Parameter = { name: string; in: string; required?: boolean; schema?: Schema; description?: string };

export type OpenApiDocument = {
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components?: Record<string, Record<string, unknown>>;
};

export type Answer = {
  status: string;
  description: string;
  type?: string;
  schema?: Schema;
  example?: unknown;
  headers: { name: string; description: string }[];
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  role?: string;
  scope?: string;
  module?: string;
  storefront?: string;
  schemes: string[];
  parameters: Parameter[];
  body?: { type: string; isRequired: boolean; schema: Schema; example?: unknown };
  answers: Answer[];
  deprecation?: Deprecation;
};

export type Tag = { name: string; description: string; operations: Operation[] };

/** Follows `$ref` within the document. A reference that leads nowhere is a fault of the document. */
export function follow<T extends object>(document: OpenApiDocument, value: Referable<T>): T {
  let found: Referable<T> = value;
  for (let steps = 0; found.$ref !== undefined; steps++) {
    const path = found.$ref.split('/').slice(1);
    const next = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document);
    if (next === undefined || steps > 10) throw new Error(`the OpenAPI document has no ${found.$ref}`);
    found = next as Referable<T>;
  }
  return found;
}

/** Tags in the order of the document, and operations for operators last: most readers do not need them. */
export function readTags(document: OpenApiDocument): Tag[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, entry]) => entry.operationId !== undefined)
      .map(([method, entry]) => readOperation(document, path, method, entry)),
  );
  const groups = Map.groupBy(operations, ({ tag }) => tag);
  const described = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const names = [...new Set([...described.keys(), ...groups.keys()])].filter((name) => groups.has(name));
  return [
    ...names.filter((name) => name !== 'operations'),
    ...names.filter((name) => name === 'operations'),
  ].map((name) => ({ name, description: described.get(name) ?? '', operations: groups.get(name)! }));
}

function readOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  entry: Record<string, unknown>,
): Operation {
  const text = (name: string) => entry[name] as string | undefined;
  const parameters = (entry.parameters ?? []) as Referable<Parameter>[];
  const deprecation = entry['x-deprecated'] as Deprecation | undefined;
  return {
    id: String(entry.operationId),
    method: method.toUpperCase(),
    path,
    tag: (entry.tags as string[])[0]!,
    summary: text('summary') ?? '',
    description: text('description') ?? '',
    role: text('x-role'),
    scope: text('x-scope'),
    module: text('x-module'),
    storefront: text('x-storefront'),
    schemes: ((entry.security ?? []) as object[]).flatMap(Object.keys),
    parameters: parameters.map((parameter) => follow(document, parameter)),
    body: readBody(document, entry.requestBody as Referable<Body> | undefined),
    answers: Object.entries((entry.responses ?? {}) as Record<string, Referable<Body>>)
      .map(([status, answer]) => readAnswer(document, status, follow(document, answer)))
      .sort((one, other) => (one.status < other.status ? -1 : 1)),
    ...(deprecation && { deprecation }),
  };
}

function readBody(document: OpenApiDocument, body: Referable<Body> | undefined): Operation['body'] {
  if (body === undefined) return undefined;
  const { required = false, content = {} } = follow(document, body);
  const [type, media] = Object.entries(content).find(([name]) => name === 'application/json') ??
    Object.entries(content)[0] ?? ['', undefined];
  if (media?.schema === undefined) return undefined;
  return { type, isRequired: required, schema: media.schema, example: exampleOf(document, media) };
}

function readAnswer(document: OpenApiDocument, status: string, answer: Body): Answer {
  const [type, media] = Object.entries(answer.content ?? {})[0] ?? [];
  const headers = Object.entries(answer.headers ?? {}).map(([name, header]) => ({
    name,
    description: follow(document, header).description ?? '',
  }));
  return {
    status,
    description: answer.description ?? '',
    ...(type && { type }),
    ...(media?.schema && { schema: media.schema }),
    example: media && exampleOf(document, media),
    headers,
  };
}

/** The example that the document states, of the body itself or of its schema. */
function exampleOf(document: OpenApiDocument, { schema, example, examples }: Media): unknown {
  if (example !== undefined) return example;
  const [named] = Object.values(examples ?? {});
  if (named !== undefined) return (follow(document, named as object) as { value?: unknown }).value;
  return schema && schemaExample(document, schema);
}

export function schemaExample(document: OpenApiDocument, schema: Schema): unknown {
  const { example, examples, properties, items } = follow(document, schema);
  if (example !== undefined) return example;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  // The envelope itself has no example, but its data may.
  if (properties?.success && properties.data) {
    const data = schemaExample(document, properties.data);
    return data === undefined ? undefined : { success: true, data };
  }
  const item = items && schemaExample(document, items);
  return item === undefined ? undefined : [item];
}

/** The named records: schemas that the document names. */
export const recordsOf = (document: OpenApiDocument): [string, Schema][] =>
  Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>);
