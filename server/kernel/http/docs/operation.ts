/** One route as an operation of the contract. */
import { STATUS_CODES } from 'node:http';
import { Type } from 'typebox';
import { SHOPPER_SCHEMES } from '#kernel/auth/shopper.ts';
import { headersOf, takesJson } from '#kernel/http/docs/answer-headers.ts';
import { answersOf, RANGE_HEADERS } from '#kernel/http/docs/answers.ts';
import { descriptionOf } from '#kernel/http/docs/description.ts';
import type { FileExample, RecordedExample } from '#kernel/http/docs/examples.ts';
import type { Failures } from '#kernel/http/docs/failures.ts';
import { operationId } from '#kernel/http/docs/operation-id.ts';
import type { Json, Schemas } from '#kernel/http/docs/schemas.ts';
import { bearersOf, type RouteNeeds } from '#kernel/http/guard.ts';
import { takesIdempotencyKey } from '#kernel/http/safeties.ts';

export type DocumentedRoute = { method: string; url: string; needs: RouteNeeds; schema: Json };

export type Parts = {
  schemas: Schemas;
  failures: Failures;
  examples: Record<string, RecordedExample>;
  files: Record<string, FileExample>;
};

type Example = RecordedExample & { files: FileExample };

export function operationOf(route: DocumentedRoute, { schemas, failures, examples, files }: Parts): Json {
  const { method, url, needs, schema } = route;
  const { summary, tags, body, response } = schema;
  const id = schema.operationId ?? operationId(method, url, needs, response);
  const example = { ...examples[id], files: files[id] ?? {} };
  const parameters = parametersOf(method, url, needs, schema, schemas);
  return {
    operationId: id,
    summary,
    description: descriptionOf(needs, schema),
    tags,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(schema, schemas, example) }),
    security: securityOf(needs),
    ...(needs.storefront && { 'x-storefront': needs.storefront }),
    ...(needs.role && { 'x-role': needs.role }),
    ...(needs.scope && { 'x-scope': needs.scope }),
    ...(needs.module && { 'x-module': needs.module }),
    ...(needs.deprecated && { deprecated: true, 'x-deprecated': needs.deprecated }),
    responses: { ...successesOf(route, schemas, example), ...failures.of(route) },
  };
}

/** Each scheme that is listed suffices. */
export function securityOf(needs: RouteNeeds): Record<string, string[]>[] {
  if (needs.public) return [];
  if (needs.storefront === undefined) return [{ bearer: [] }];
  return bearersOf(needs).map((kind) => ({
    [kind === 'server' ? 'bearer' : SHOPPER_SCHEMES[kind].name]: [],
  }));
}

const REPLAYS =
  'Repeats within 24 hours, with the same query and body, replay the first answer; others are refused.';
const RUNS_ONCE =
  'Repeats within 24 hours, with the same query and body, do nothing and return the state of now; others are refused.';

function idempotencyKeyOf(needs: RouteNeeds): Json {
  const isPublic = needs.storefront !== undefined && bearersOf(needs).includes('publishable');
  const description = needs.storefront === undefined ? REPLAYS : RUNS_ONCE;
  return Type.String({
    minLength: 1,
    maxLength: 255,
    description: isPublic ? `${description} Refused with a publishable key.` : description,
  });
}

const PREFER = Type.String({
  description:
    '`handling=strict`: unknown fields of the body get 422. Otherwise they are ignored, and named in X-Unknown-Fields.',
});

function parametersOf(
  method: string,
  url: string,
  needs: RouteNeeds,
  schema: Json,
  schemas: Schemas,
): Json[] {
  const { querystring, params, headers } = schema;
  const list = (place: string, fields: Json) =>
    Object.entries<Json>(fields?.properties ?? {}).map(([name, field]) =>
      parameterOf(place, name, field, fields.required?.includes(name), schemas),
    );
  return [
    ...list('query', querystring),
    ...list('path', params),
    ...list('header', schema.ranges ? RANGE_HEADERS : headers),
    ...(takesIdempotencyKey(method, url, needs)
      ? [parameterOf('header', 'Idempotency-Key', idempotencyKeyOf(needs), false, schemas)]
      : []),
    ...(takesJson(schema) ? [parameterOf('header', 'Prefer', PREFER, false, schemas)] : []),
  ];
}

function parameterOf(place: string, name: string, field: Json, required: boolean, schemas: Schemas): Json {
  const { description, ...schema } = schemas.sent(field);
  const isRequired = place === 'path' || (required === true && schema.default === undefined);
  const shown = place === 'header' ? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name;
  return { name: shown, in: place, required: isRequired, ...(description && { description }), schema };
}

/** A body that may be null may also be left out. */
function requestBodyOf(route: Json, schemas: Schemas, { request, files }: Example): Json {
  const { body, consumes = ['application/json'] } = route;
  const sent = schemas.sent(body);
  const required = ![body.type].flat().includes('null');
  const schema = required ? sent : withoutNull(sent);
  const { description } = schema;
  const encoding = encodingOf(body);
  const content = Object.fromEntries(
    consumes.map((type: string) => {
      const example = files.request?.[type] ?? request;
      const isList = type === FORM && encoding;
      return [type, { schema, ...(example !== undefined && { example }), ...(isList && { encoding }) }];
    }),
  );
  return { ...(description && { description }), required, content };
}

const FORM = 'multipart/form-data';

/** A list in a form is its part, repeated. */
function encodingOf(body: Json): Json {
  const lists = Object.entries<Json>(body.properties ?? {}).filter(([, { type }]) => type === 'array');
  if (lists.length === 0) return undefined;
  return Object.fromEntries(lists.map(([name]) => [name, { style: 'form', explode: true }]));
}

const withoutNull = (schema: Json): Json =>
  schema.anyOf ? schema.anyOf[0] : { ...schema, type: schema.type.find((type: string) => type !== 'null') };

function successesOf(route: DocumentedRoute, schemas: Schemas, example: Example): Json {
  const { method, url, needs, schema } = route;
  const names = headersOf(method, url, needs, schema);
  return Object.fromEntries(
    Object.entries<Json>(answersOf(schema)).map(([status, answer]) => {
      const headers = Object.fromEntries(
        [...names, ...(answer.sends ?? [])].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
      );
      // The description of a JSON answer is in its schema.
      const description = (answer.content && answer.description) ?? STATUS_CODES[status];
      if (answer.type === 'null') return [status, { description, headers }];
      return [status, { description, headers, content: contentOf(answer, schemas, example) }];
    }),
  );
}

function contentOf(answer: Json, schemas: Schemas, { answer: recorded, files }: Example): Json {
  const contents = answer.content ?? { 'application/json': { schema: answer, example: recorded } };
  return Object.fromEntries(
    Object.entries<Json>(contents).map(([type, { schema, example = files.answer?.[type] }]) => [
      type,
      { schema: schemas.shown(schema), ...(example !== undefined && { example }) },
    ]),
  );
}
