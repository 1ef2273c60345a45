/** The pages of the reference, in Markdown: the operations of a tag, and the named records. */
import {
  type Answer,
  follow,
  type OpenApiDocument,
  type Operation,
  recordsOf,
  schemaExample,
  type Tag,
} from '#kernel/http/docs/document.ts';
import { code, fence, table } from '#kernel/http/docs/markdown.ts';
import { curlOf } from '#kernel/http/docs/sample.ts';
import { dataOf, fieldTable, rulesOf, typeOf } from '#kernel/http/docs/schema-text.ts';

export const referencePath = (tag: string) =>
  `/docs/reference/${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

/** "price lists" becomes "Price lists", and a short name is an abbreviation: "crm" becomes "CRM". */
export const titled = (name: string) =>
  name.length <= 3 ? name.toUpperCase() : `${name[0]!.toUpperCase()}${name.slice(1)}`;

/** `records`: those that this tag alone uses. */
export function tagMarkdown(document: OpenApiDocument, tag: Tag, records: string[] = []): string {
  const server = document.servers?.[0]?.url ?? '';
  const list = tag.operations.map(({ id, method, path, summary }) => [
    `[${summary}](#${id})`,
    code(`${method} ${path}`),
  ]);
  return joined([
    `# ${titled(tag.name)}`,
    tag.description,
    table(['Operation', 'Request'], list),
    ...tag.operations.map((operation) => operationMarkdown(document, operation, server)),
    ...recordParts(document, records),
  ]);
}

function operationMarkdown(document: OpenApiDocument, operation: Operation, server: string): string {
  const { id, method, path, summary, description, parameters, body } = operation;
  return joined([
    `## ${summary} {#${id}}`,
    code(`${method} ${path}`),
    deprecationNote(operation),
    description,
    `In the SDK: ${code(id)}.`,
    parameters.length > 0 && parameterTable(operation),
    body && bodyMarkdown(document, body),
    fence('sh', curlOf(document, operation, server)),
    ...operation.answers
      .filter(({ status }) => status.startsWith('2'))
      .map((answer) => successMarkdown(document, answer)),
    statusTable(operation.answers),
  ]);
}

function deprecationNote({ deprecation }: Operation): string {
  if (deprecation === undefined) return '';
  const { since, sunset, instead } = deprecation;
  const end = sunset === undefined ? '' : ` It ends on ${sunset}.`;
  return `> **Deprecated** since ${since}.${end} Use ${code(instead)} instead.`;
}

function parameterTable({ parameters }: Operation): string {
  const rows = parameters.map(({ name, in: place, schema = {}, description, required = false }) => [
    required && place !== 'path' ? `${code(name)} **required**` : code(name),
    place,
    typeOf(schema),
    rulesOf({ ...schema, description: description ?? schema.description }),
  ]);
  return joined(['#### Parameters', table(['Name', 'In', 'Type', 'Rule'], rows)]);
}

function bodyMarkdown(
  document: OpenApiDocument,
  { type, schema, isRequired, example }: NonNullable<Operation['body']>,
): string {
  const kind = type === 'application/json' ? '' : ` ${code(type)}.`;
  const named = schema.$ref ? ` ${titled(typeOf(schema))}.` : '';
  const optional = isRequired ? '' : ' It may be left out.';
  const lead = `${kind}${named}${optional}`.trim();
  // A named body is shown whole here: it is what the reader came for.
  const file = typeof example === 'string' && fileFence(type, example);
  return joined(['#### Body', lead, fieldTable(follow(document, schema)), file]);
}

const fileFence = (type: string, text: string) => fence(/(csv|json)$/.exec(type)?.[0] ?? 'text', text);

function successMarkdown(
  document: OpenApiDocument,
  { status, type, schema, example, headers }: Answer,
): string {
  const data = schema && dataOf(document, schema);
  const isEnveloped = data !== schema;
  const subject = isEnveloped ? '`data`' : 'The body';
  const isNamed = data !== undefined && /\]\(/.test(typeOf(data));
  return joined([
    `#### Answer ${status}`,
    type && type !== 'application/json' ? `Sent as ${code(type)}.` : '',
    data && isNamed ? `${subject} is ${typeOf(data)}.` : '',
    data && !isNamed ? fieldTable(data, 'answered') : '',
    headers.length > 0
      ? table(
          ['Header', 'Meaning'],
          headers.map(({ name, description }) => [code(name), description]),
        )
      : '',
    exampleFence(type, example),
  ]);
}

function exampleFence(type = '', example: unknown): string {
  if (example === undefined) return '';
  return typeof example === 'string'
    ? fileFence(type, example)
    : fence('json', JSON.stringify(example, null, 2));
}

/** Failures that any operation may have are on the page of errors alone. */
function statusTable(answers: Answer[]): string {
  const rows = answers
    .filter(({ status }) => !status.endsWith('XX'))
    .map(({ status, description }) => [code(status), description.replace(/\s+/g, ' ')]);
  const others = 'Any operation may also answer [429, 500 or 503](/docs/errors).';
  return rows.length === 0 ? '' : joined(['#### Statuses', table(['Status', 'Meaning'], rows), others]);
}

export const recordsMarkdown = (document: OpenApiDocument, records: string[]): string =>
  joined([
    '# Shared records',
    'The records that operations of several pages take or return.',
    ...recordParts(document, records),
  ]);

function recordParts(document: OpenApiDocument, records: string[]): string[] {
  const shown = recordsOf(document).filter(([name]) => records.includes(name));
  return shown.map(([name, schema]) => {
    const example = schemaExample(document, schema);
    return joined([
      `## ${name} {#${name}}`,
      schema.description,
      fieldTable(schema) || `A ${typeOf(schema)}.`,
      example === undefined ? '' : fence('json', JSON.stringify(example, null, 2)),
    ]);
  });
}

const joined = (parts: (string | false | undefined)[]) => parts.filter(Boolean).join('\n\n');
