/** One route as an operation of the contract. */
import { STATUS_CODES } from 'node:http';
import { Type } from 'typebox';
import { SHOPPER_SCHEMES } from '#kernel/auth/shopper.ts';
import { operationId } from '#kernel/http/docs/operation-id.ts';
import type { Json, Schemas } from '#kernel/http/docs/schemas.ts';
import { bearersOf, type RouteNeeds } from '#kernel/http/guard.ts';
import { takesIdempotencyKey } from '#kernel/http/safeties.ts';

export type DocumentedRoute = { method: string; url: string; needs: RouteNeeds; schema: Json };

export function operationOf({ method, url, needs, schema }: DocumentedRoute, schemas: Schemas): Json {
  const { summary, description, tags, body, response } = schema;
  const parameters = parametersOf(method, url, needs, schema, schemas);
  return {
    operationId: schema.operationId ?? operationId(method, url, needs, response),
    summary,
    ...(description && { description }),
    tags,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBodyOf(body, schema.consumes, schemas) }),
    security: securityOf(needs),
    ...(needs.storefront && { 'x-storefront': needs.storefront }),
    ...(needs.role && { 'x-role': needs.role }),
    ...(needs.scope && { 'x-scope': needs.scope }),
    ...(needs.module && { 'x-module': needs.module }),
    ...(needs.deprecated && { deprecated: true, 'x-deprecated': needs.deprecated }),
    responses: { ...successesOf(response, schemas), ...failuresOf(needs, schema) },
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
    ...list('header', headers),
    ...(takesIdempotencyKey(method, url, needs)
      ? [parameterOf('header', 'Idempotency-Key', idempotencyKeyOf(needs), false, schemas)]
      : []),
  ];
}

function parameterOf(place: string, name: string, field: Json, required: boolean, schemas: Schemas): Json {
  const { description, ...schema } = schemas.sent(field);
  const isRequired = place === 'path' || (required === true && schema.default === undefined);
  return { name, in: place, required: isRequired, ...(description && { description }), schema };
}

function requestBodyOf(body: Json, consumes: string[] = ['application/json'], schemas: Schemas): Json {
  const schema = schemas.sent(body);
  const { description } = schema;
  return {
    ...(description && { description }),
    required: true,
    content: Object.fromEntries(consumes.map((type) => [type, { schema }])),
  };
}

function successesOf(response: Json, schemas: Schemas): Json {
  return Object.fromEntries(
    Object.entries<Json>(response).map(([status, answer]) => {
      const contents = answer.content ?? { 'application/json': { schema: answer } };
      const content = Object.fromEntries(
        Object.entries<Json>(contents).map(([type, { schema }]) => [type, { schema: schemas.shown(schema) }]),
      );
      return [status, { description: STATUS_CODES[status], content }];
    }),
  );
}

/** The failures that a route's declarations imply; everything else is covered by 4XX and 5XX. */
export const FAILURES: Record<string, { name: string; description: string }> = {
  401: { name: 'Unauthorized', description: 'No token, or not a valid one: `unauthorized`.' },
  403: {
    name: 'Forbidden',
    description: 'The role or scope is lacking: `forbidden`; or the module is off: `module_disabled`.',
  },
  404: { name: 'NotFound', description: 'This tenant has no such resource: `not_found`.' },
  422: { name: 'Invalid', description: '`validation_error`; `details` names every field that is wrong.' },
  '4XX': { name: 'Failure', description: 'Any other failure, in the same envelope.' },
  '5XX': { name: 'Failure', description: 'Any other failure, in the same envelope.' },
};

function failuresOf(needs: RouteNeeds, { body, querystring, params }: Json): Json {
  const statuses = [
    ...(needs.role || needs.storefront ? [401, 403] : []),
    ...(params ? [404] : []),
    ...(body || querystring || params ? [422] : []),
    ...['4XX', '5XX'],
  ];
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${FAILURES[status]!.name}` }]),
  );
}
