/** Renders an OpenAPI document as HTML. A template escapes every value, unless it is HTML already. */
export type Html = { html: true; text: string };

type Schema = {
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
  [rule: string]: unknown;
};

type Body = { content?: Record<string, { schema: Schema }> };

export type OpenApiDocument = {
  servers: { url: string }[];
  paths: Record<string, Record<string, Record<string, unknown>>>;
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  role?: string;
  scope?: string;
  storefront?: string;
  schemes?: string[];
  module?: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  body?: Schema;
  answer?: { status: string; schema: Schema };
};

type Part = Html | string | number | undefined | Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    html: true,
    text: strings.reduce((text, string, index) => text + render(parts[index - 1]) + string),
  };
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  if (typeof part === 'object') return part.text;
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function operationsByTag(document: OpenApiDocument): Map<string, Operation[]> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => toOperation(path, method, entry)),
  );
  const groups = Map.groupBy(operations, (operation) => operation.tag);
  // Operations for operators come last: most readers do not need them.
  const [last = 'operations', operational = []] = [...groups].find(([tag]) => tag === 'operations') ?? [];
  groups.delete(last);
  return groups.set(last, operational);
}

function toOperation(path: string, method: string, entry: Record<string, unknown>): Operation {
  const responses = (entry.responses ?? {}) as Record<string, Body>;
  const status = Object.keys(responses).find((code) => code.startsWith('2'));
  const schema = status && responses[status]?.content?.['application/json']?.schema;
  return {
    id: String(entry.operationId),
    method: method.toUpperCase(),
    path,
    tag: (entry.tags as string[])[0]!,
    summary: String(entry.summary ?? ''),
    role: entry['x-role'] as string | undefined,
    scope: entry['x-scope'] as string | undefined,
    storefront: entry['x-storefront'] as string | undefined,
    schemes: ((entry.security ?? []) as object[]).flatMap(Object.keys),
    module: entry['x-module'] as string | undefined,
    parameters: (entry.parameters ?? []) as Operation['parameters'],
    body: (entry.requestBody as Body | undefined)?.content?.['application/json']?.schema,
    answer: schema ? { status: status!, schema } : undefined,
  };
}

function callersOf({ role, storefront, schemes = [] }: Operation): Html {
  if (role) return html`role <code>${role}</code>`;
  return storefront ? html`shoppers <code>${schemes.join(', ')}</code>` : html`public`;
}

export function renderOperation(operation: Operation, server: string): Html {
  const needs = [
    callersOf(operation),
    operation.scope && html`scope <code>${operation.scope}</code>`,
    operation.module && html`module <code>${operation.module}</code>`,
  ].filter((need) => need !== undefined && need !== '');
  return html`<article id="${operation.id}">
<h3><b class="method ${operation.method}">${operation.method}</b> <code>${operation.path}</code></h3>
<p>${operation.summary}</p>
<p class="needs">${needs.map((need) => html`<span>${need as Html}</span>`)}</p>
${(operation.parameters.length > 0 && renderParameters(operation)) || undefined}
${operation.body && html`<h4>Body</h4>${renderFields(operation.body)}`}
${operation.answer && html`<details><summary>Answer ${operation.answer.status}</summary>${renderFields(dataOf(operation.answer.schema))}</details>`}
<details><summary>curl</summary><pre>${curlOf(operation, server)}</pre></details>
</article>`;
}

function renderParameters({ parameters }: Operation): Html {
  return html`<h4>Parameters</h4><table><thead><tr><th>Name</th><th>In</th><th>Type</th><th>Rule</th></tr></thead><tbody>${parameters.map(
    (parameter) =>
      html`<tr><td><code>${parameter.name}</code></td><td>${parameter.in}</td><td>${typeOf(parameter.schema)}</td><td>${rulesOf({ ...parameter.schema, description: parameter.description ?? parameter.schema.description }, parameter.required === true)}</td></tr>`,
  )}</tbody></table>`;
}

function renderFields(schema: Schema): Html {
  const rows = flatten(schema, '', true);
  return html`<table><thead><tr><th>Field</th><th>Type</th><th>Rule</th></tr></thead><tbody>${rows.map(
    ({ path, field, required }) =>
      html`<tr><td><code>${path}</code></td><td>${typeOf(field)}</td><td>${rulesOf(field, required)}</td></tr>`,
  )}</tbody></table>`;
}

type Row = { path: string; field: Schema; required: boolean };

function flatten(schema: Schema, path: string, top: boolean): Row[] {
  if (schema.items && (top || schema.items.properties)) return flatten(schema.items, `${path}[]`, false);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const nested = field.properties || field.items?.properties ? flatten(field, here, false) : [];
    return [
      {
        path: here,
        field,
        required: schema.required?.includes(name) === true,
      },
      ...nested,
    ];
  });
}

const dataOf = (schema: Schema): Schema => schema.properties?.data ?? schema;

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const base = [schema.type ?? 'any'].flat().join(' or ');
  if (schema.items) return `array of ${typeOf(schema.items)}`;
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

function rulesOf(schema: Schema, required: boolean): string {
  const rules = [required ? 'required' : ''];
  if (schema.default !== undefined) rules.push(`default ${JSON.stringify(schema.default)}`);
  if (schema.enum) rules.push(`one of ${schema.enum.join(', ')}`);
  if (schema.minLength === 1) rules.push('not empty');
  for (const [rule, text] of Object.entries(RULES)) {
    if (schema[rule] !== undefined && !(rule === 'minLength' && schema.minLength === 1))
      rules.push(text.replace('%s', String(schema[rule])));
  }
  if (schema.description) rules.push(schema.description);
  return rules.filter((rule) => rule !== '').join('; ');
}

function curlOf({ method, path, role, body }: Operation, server: string): string {
  // Parameters become variables of the shell: curl would expand braces as a list of addresses.
  const url = server + path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`];
  if (role) lines.push(`  -H "Authorization: Bearer $COLONNADE_KEY"`);
  if (body) lines.push(`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(sampleOf(body))}'`);
  return lines.join(' \\\n');
}

/** The smallest valid value. */
function sampleOf(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [sampleOf(schema.items)];
  if (schema.properties) {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties![name]!)]));
  }
  return { string: '…', number: 0, integer: 1, boolean: true }[[schema.type].flat()[0] ?? 'string'] ?? {};
}
