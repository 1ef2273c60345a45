/** The contract as OpenAPI 3.1, generated from the routes themselves, with the role and scope of each operation. */
import { STATUS_CODES } from 'node:http';
import { gzipSync } from 'node:zlib';
import swagger from '@fastify/swagger';
import { Type } from 'typebox';
import { SHOPPER_SCHEMES } from '#kernel/auth/shopper.ts';
import type { Config } from '#kernel/config.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptsEncoding } from '#kernel/http/encoding.ts';
import { Failure } from '#kernel/http/envelope.ts';
import { bearersOf, type RouteNeeds } from '#kernel/http/guard.ts';
import { takesIdempotencyKey } from '#kernel/http/safeties.ts';

const DESCRIPTION = `Every answer is an envelope: \`{ "success": true, "data": … }\` or
\`{ "success": false, "error": { "code", "message", "requestId", "details"? } }\`.

Authenticate with \`Authorization: Bearer <API key or access token>\`. The tenant is implied by the token.
Shoppers call \`/v1/storefront/…\` alone, with the bearers that each operation lists.
A POST takes an optional \`Idempotency-Key\` where it is listed, and refuses it elsewhere. Every answer carries \`X-Request-Id\`.

Unknown parameters get 422. Unknown fields of a body are ignored and named in \`X-Unknown-Fields\`; with
\`Prefer: handling=strict\` they get 422. \`dryRun\` and \`If-Match\` are honoured where they are listed, and refused elsewhere.`;

const IdempotencyKey = (description: string) =>
  Type.Object({
    'Idempotency-Key': Type.Optional(Type.String({ minLength: 1, maxLength: 255, description })),
  });

const REPLAYS =
  'Repeats within 24 hours, with the same query and body, replay the first answer; others are refused.';
const RUNS_ONCE =
  'Repeats within 24 hours, with the same query and body, do nothing and return the state of now; others are refused.';

function idempotencyKeyOf(needs: RouteNeeds) {
  if (needs.storefront === undefined) return IdempotencyKey(REPLAYS);
  const isPublic = bearersOf(needs).includes('publishable');
  return IdempotencyKey(isPublic ? `${RUNS_ONCE} Refused with a publishable key.` : RUNS_ONCE);
}

/** The failures that a route's declarations imply; everything else is covered by 4XX and 5XX. */
const FAILURES: Record<string, { name: string; description: string }> = {
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

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is walked as the plain data it is
type Json = any;

/** `prepare` builds the document; otherwise its first use does. */
export async function openApi(app: App, config: Config): Promise<{ prepare(): void }> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Colonnade', version: '1', description: DESCRIPTION },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
          ...Object.fromEntries(
            Object.values(SHOPPER_SCHEMES).map(({ name, description }) => [
              name,
              { type: 'http' as const, scheme: 'bearer', description },
            ]),
          ),
        },
        schemas: { Failure: Failure as object },
        responses: Object.fromEntries(
          Object.values(FAILURES).map(({ name, description }) => [
            name,
            { description, content: { 'application/json': { schema: ref('schemas', 'Failure') } } },
          ]),
        ),
      },
    },
    hideUntagged: true,
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => {
      if (schema?.tags === undefined || schema.hide) return { url, schema };
      const method = [route.method].flat()[0]!;
      const needs = route.config as RouteNeeds;
      const operation = describe(method, url, needs, schema as Json);
      return { url, schema: operation as typeof schema };
    },
    // Added last, because the plugin would inline a reference wherever it is used.
    transformObject: (document) => {
      const { openapiObject } = document as { openapiObject: Json };
      for (const path of Object.values<Json>(openapiObject.paths)) {
        for (const operation of Object.values<Json>(path)) nameResponses(operation);
      }
      return openapiObject;
    },
  });

  let bytes: { plain: Buffer; gzip: Buffer } | undefined;
  const makeBytes = () => {
    const plain = Buffer.from(JSON.stringify(app.swagger()));
    bytes = { plain, gzip: gzipSync(plain) };
    return bytes;
  };
  app.get(
    '/v1/openapi.json',
    {
      config: { public: true },
      schema: {
        tags: ['operations'],
        summary: 'This document',
        response: { 200: Type.Unsafe<object>({ type: 'object', additionalProperties: true }) },
      },
    },
    async (request, reply) => {
      const { plain, gzip } = bytes ?? makeBytes();
      const isPacked = acceptsEncoding(request.headers['accept-encoding'] ?? '', 'gzip');
      if (isPacked) reply.header('content-encoding', 'gzip');
      return reply
        .header('vary', 'accept-encoding')
        .type('application/json; charset=utf-8')
        .send((isPacked ? gzip : plain) as object);
    },
  );
  return { prepare: () => void (bytes ?? makeBytes()) };
}

function describe(method: string, url: string, needs: RouteNeeds, schema: Json) {
  const { body, querystring, params, headers, response } = schema;
  const key = idempotencyKeyOf(needs);
  return {
    operationId: operationId(method, url, needs, response),
    ...schema,
    ...(body && { body: asSent(body) }),
    ...(querystring && { querystring: asSent(querystring) }),
    ...(takesIdempotencyKey(method, url, needs) && {
      headers: {
        ...key,
        properties: { ...headers?.properties, ...key.properties },
      },
    }),
    security: securityOf(needs),
    ...(needs.storefront && { 'x-storefront': needs.storefront }),
    ...(needs.role && { 'x-role': needs.role }),
    ...(needs.scope && { 'x-scope': needs.scope }),
    ...(needs.module && { 'x-module': needs.module }),
    ...(needs.deprecated && { deprecated: true, 'x-deprecated': needs.deprecated }),
    response: {
      ...asShown(response),
      ...((needs.role || needs.storefront) && { 401: Failure, 403: Failure }),
      ...(params && { 404: Failure }),
      ...((body || querystring || params) && { 422: Failure }),
      '4XX': Failure,
      '5XX': Failure,
    },
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

function nameResponses(operation: Json): void {
  for (const [status, response] of Object.entries<Json>(operation.responses)) {
    const failure = FAILURES[status];
    if (failure) operation.responses[status] = ref('responses', failure.name);
    else response.description = STATUS_CODES[status];
  }
}

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** A field with a default is always present in the validated body, but need not be sent. */
function asSent(schema: Json): Json {
  return walk(schema, (part) => {
    // Below `properties`, "required" is the name of a field.
    if (!Array.isArray(part.required)) return part;
    const { required, ...rest } = part;
    const needed = required.filter((name: string) => rest.properties?.[name]?.default === undefined);
    return needed.length > 0 ? { ...rest, required: needed } : rest;
  });
}

const asShown = (schema: Json): Json => walk(schema, (part) => part);

/** Also removes `verbatim`, a keyword of our own validator. */
function walk(value: Json, change: (part: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const { verbatim, ...part } = value;
  return change(Object.fromEntries(Object.entries(part).map(([key, item]) => [key, walk(item, change)])));
}

const VERBS: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'delete',
};

/** A name for SDKs, from method and path: listCustomers, createOrder, activateModule. A schema may state another. */
function operationId(method: string, url: string, needs: RouteNeeds, response: Json): string {
  const parts = url.split('/').filter((part) => part !== '' && part !== 'v1');
  const words = parts.filter((part) => !part.startsWith(':'));
  const isOfOne = parts.length > words.length;
  // The module's name locates a resource but does not describe it.
  if (words.length > 1 && words[0] === needs.module) words.shift();
  const last = words.pop()!;
  const around = words.map(singular);
  const isAction = method === 'POST' && response[201] === undefined;
  if (isAction) return camel(last, ...(isOfOne ? around : []));
  if (method !== 'GET' || parts.at(-1)!.startsWith(':'))
    return camel(VERBS[method]!, ...around, singular(last));
  const isList = response[200]?.properties?.data?.type === 'array';
  return camel(isList ? 'list' : 'get', ...around, last);
}

const singular = (word: string) =>
  word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1');

const camel = (...words: string[]) =>
  words
    .flatMap((word) => word.split(/[^a-z0-9]+/i))
    .map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`))
    .join('');
