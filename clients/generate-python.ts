/** Generates the Python client from the OpenAPI document: a method for every operation, and the types of what it sends and returns. */
import { comment, operationsOf } from '../sdk/generate.ts';
import { optional, PythonTypes, pascal, quoted, snake } from './python-types.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is walked as the plain data it is
type Json = any;

const HEAD = `# Written by clients/generate-python.ts from /v1/openapi.json. After a change to the API:
# UPDATE_SNAPSHOT=1 npm test -- 'clients/*.test.ts'
`;

/** The files by name. */
export function generatePython(document: Json): Record<string, string> {
  const types = new PythonTypes(document);
  const methods = operationsOf(document).flatMap((each) => methodsOf(each, types));
  const body = methods.join('\n');
  const used = types.names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return {
    'records.py': types.toFile(HEAD),
    'operations.py': `${HEAD}from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union

from .answers import FileAnswer
from .bodies import RawBody
from .records import (
${used.map((name) => `    ${name},`).join('\n')}
)


class Operations:
    """Every operation of the API. Lists also have an iterator over all their rows."""

    def _send(self, method: str, path: str, **options: Any) -> Any:
        raise NotImplementedError

    def _rows(self, path: str, cursor: str, query: Dict[str, Any], **options: Any) -> Iterator[Any]:
        raise NotImplementedError

${body}`,
  };
}

type Operation = ReturnType<typeof operationsOf>[number];
type Argument = { name: string; type: string; isRequired: boolean; wire: string };

function methodsOf({ name, route, operation }: Operation, types: PythonTypes): string[] {
  const [method = '', path = '', mark] = route.split(' ');
  const parameters: Json[] = operation.parameters ?? [];
  const argumentsIn = (place: string): Argument[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: snake(parameter.name),
        type: types.typeOf(parameter.schema, `${pascal(name)}${pascal(parameter.name)}`),
        isRequired: parameter.required === true,
        wire: parameter.name,
      }));
  const inPath = argumentsIn('path');
  const inQuery = argumentsIn('query');
  const body = bodyOf(operation, name, types);
  const takesVersion = parameters.some((parameter) => parameter.name.toLowerCase() === 'if-match');
  const answer = answerOf(operation, name, types);

  const passed = [
    ...(mark === 'keyed' ? ['keyed=True'] : []),
    ...(inPath.length > 0 ? [`values={${inPath.map(pair).join(', ')}}`] : []),
    ...(inQuery.length > 0 ? [`query={${inQuery.map(pair).join(', ')}}`] : []),
    ...body.passed,
    ...(mark === 'keyed' ? ['idempotency_key=idempotency_key'] : []),
    ...(takesVersion ? ['if_match=if_match'] : []),
    ...OPTIONS.map(([option]) => `${option}=${option}`),
  ];
  const positional = [
    ...inPath.map(({ name, type }) => `${name}: ${type}`),
    ...body.taken.map(({ name, type, isRequired }) =>
      isRequired ? `${name}: ${type}` : `${name}: ${optional(type)} = None`,
    ),
  ];
  const keywords = [
    ...inQuery.map(keyword),
    ...(mark === 'keyed' ? ['idempotency_key: Optional[str] = None'] : []),
    ...(takesVersion ? ['if_match: Optional[int] = None'] : []),
    ...OPTIONS.map(([option, type]) => `${option}: Optional[${type}] = None`),
  ];
  const text = `    def ${snake(name)}(
${['self', ...positional, '*', ...keywords].map((one) => `        ${one},`).join('\n')}
    ) -> ${answer.type}:
        ${doc(comment(operation))}
        answer: ${answer.type} = self._send(
            ${quoted(method)},
            ${quoted(path)},
${passed.map((one) => `            ${one},`).join('\n')}
        )
        return answer
`;
  const cursor = inQuery.find(({ wire }) => wire === 'cursor' || (wire === 'after' && name === 'listEvents'));
  if (answer.row === null || cursor === undefined) return [text];
  return [text, iteratorOf(name, path, inPath, inQuery, cursor, answer.row)];
}

const OPTIONS = [
  ['timeout', 'float'],
  ['max_retries', 'int'],
] as const;

const pair = ({ wire, name }: Argument) => `${quoted(wire)}: ${name}`;
const keyword = ({ name, type, isRequired }: Argument) =>
  isRequired ? `${name}: ${type}` : `${name}: ${optional(type)} = None`;
const doc = (text: string) => `"""${text.replace(/"/g, "'").replace(/\s+/g, ' ')}"""`;

function iteratorOf(
  name: string,
  path: string,
  inPath: Argument[],
  inQuery: Argument[],
  cursor: Argument,
  row: string,
): string {
  const taken = [...inPath.map(({ name, type }) => `${name}: ${type}`), '*', ...inQuery.map(keyword)];
  const options = OPTIONS.map(([option, type]) => `${option}: Optional[${type}] = None`);
  return `    def ${snake(name).replace(/^(list_)?/, 'iter_')}(
${['self', ...taken, ...options].map((one) => `        ${one},`).join('\n')}
    ) -> Iterator[${row}]:
        """Every row of \`\`${snake(name)}\`\`, page by page."""
        return self._rows(
            ${quoted(path)},
            ${quoted(cursor.wire)},
            {${inQuery.map(pair).join(', ')}},
${inPath.length > 0 ? `            values={${inPath.map(pair).join(', ')}},\n` : ''}            timeout=timeout,
            max_retries=max_retries,
        )
`;
}

function bodyOf(operation: Json, name: string, types: PythonTypes) {
  const content = operation.requestBody?.content;
  const none = { taken: [] as Omit<Argument, 'wire'>[], passed: [] as string[] };
  if (content === undefined) return none;
  const json = content['application/json']?.schema;
  if (json) {
    const isRequired = isNeeded(json, operation.requestBody);
    const taken = [{ name: 'body', type: types.typeOf(json, `${pascal(name)}Body`), isRequired }];
    // Some operations need a body, though none of its fields.
    return { taken, passed: [isRequired ? 'body=body' : 'body={} if body is None else body'] };
  }
  const form = content['multipart/form-data']?.schema;
  if (form) {
    const type = types.typeOf(form, `${pascal(name)}Form`);
    return { taken: [{ name: 'form', type, isRequired: true }], passed: ['form=form'] };
  }
  const kinds = Object.keys(content).map(quoted).join(', ');
  return {
    taken: [
      { name: 'body', type: 'RawBody', isRequired: true },
      { name: 'content_type', type: `Literal[${kinds}]`, isRequired: true },
    ],
    passed: ['body=body', 'content_type=content_type'],
  };
}

const isNeeded = (schema: Json, { required }: Json) =>
  schema.$ref !== undefined ? required === true : (schema.required ?? []).length > 0;

/** `row` is the type of the rows of a list that comes page by page. */
function answerOf(operation: Json, name: string, types: PythonTypes): { type: string; row: string | null } {
  const [, response] = Object.entries<Json>(operation.responses).find(([status]) => /^2/.test(status))!;
  const schema = response.content?.['application/json']?.schema;
  if (schema === undefined) return { type: 'FileAnswer', row: null };
  const type = types.ownClass(schema, `${pascal(name)}Answer`);
  const { data, pagination } = schema.properties ?? {};
  const isPaged = data?.type === 'array' && pagination !== undefined;
  const list = isPaged ? types.typeOf(data, `${type}Data`) : null;
  return { type, row: list?.slice('List['.length, -1) ?? null };
}
