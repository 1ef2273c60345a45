/** The contract as OpenAPI 3.1, generated from the routes themselves, with the role and scope of each operation. */
import { gzipSync } from 'node:zlib';
import type { RouteOptions } from 'fastify';
import { Type } from 'typebox';
import { SHOPPER_SCHEMES } from '#kernel/auth/shopper.ts';
import type { Config } from '#kernel/config.ts';
import type { ErrorCode } from '#kernel/error-catalogue.ts';
import type { EventType } from '#kernel/events/catalogue.ts';
import type { App } from '#kernel/http/app.ts';
import { ANSWER_HEADERS, type AnswerHeader } from '#kernel/http/docs/answer-headers.ts';
import { readExamples, readFileExamples } from '#kernel/http/docs/examples.ts';
import { Failures } from '#kernel/http/docs/failures.ts';
import { type DocumentedRoute, operationOf, type Parts } from '#kernel/http/docs/operation.ts';
import { type Json, Schemas } from '#kernel/http/docs/schemas.ts';
import { webhooksOf } from '#kernel/http/docs/webhooks.ts';
import { acceptsEncoding } from '#kernel/http/encoding.ts';
import { Failure } from '#kernel/http/envelope.ts';
import { named } from '#kernel/http/named.ts';

const DESCRIPTION = `Every answer is an envelope: \`{ "success": true, "data": … }\` or
\`{ "success": false, "error": { "code", "message", "requestId", "details"? } }\`.

Authenticate with \`Authorization: Bearer <API key or access token>\`. The tenant is implied by the token.
Shoppers call \`/v1/storefront/…\` alone, with the bearers that each operation lists.
A POST takes an optional \`Idempotency-Key\` where it is listed, and refuses it elsewhere. Every answer carries \`X-Request-Id\`.

Unknown parameters get 422. Unknown fields of a body are ignored and named in \`X-Unknown-Fields\`; with
\`Prefer: handling=strict\` they get 422. \`dryRun\` and \`If-Match\` are honoured where they are listed, and refused elsewhere.`;

declare module 'fastify' {
  interface FastifySchema {
    tags?: readonly string[];
    summary?: string;
    description?: string;
    operationId?: string;
    /** The media types of a body that is not JSON. */
    consumes?: readonly string[];
    /** Error codes beyond those that the declarations of the route imply. */
    fails?: readonly ErrorCode[];
    /** Headers of its successes beyond those that its declarations imply. */
    sends?: readonly AnswerHeader[];
    /** Its record has a version, but it sends no ETag. */
    withoutEtag?: boolean;
    /** The route serves parts of a file (Range), and 304 for one that has not changed. */
    ranges?: boolean;
    /** Not a part of the contract. */
    hide?: boolean;
  }
  interface FastifyInstance {
    /** The contract as an OpenAPI document, built at its first use. */
    swagger(): Json;
  }
}

/** The parts that no route has: the event types, and the descriptions of the groups of operations by name. */
type Described = { catalogue: EventType[]; tags: Record<string, string> };

/** `prepare` builds the document; otherwise its first use does. */
export async function openApi(app: App, config: Config, described: Described): Promise<{ prepare(): void }> {
  const routes: RouteOptions[] = [];
  // A module's own hook changes the route after this one, so the route is read when the document is built.
  app.addHook('onRoute', (route) => {
    if (!route.config?.methodFallback && route.method !== 'HEAD') routes.push(route);
  });
  let document: Json;
  app.decorate('swagger', () => {
    document ??= documentOf(routes, described, config.publicUrl);
    return document;
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
        .headers({ vary: 'accept-encoding', 'access-control-allow-origin': '*' })
        .type('application/json; charset=utf-8')
        .send((isPacked ? gzip : plain) as object);
    },
  );
  return { prepare: () => void (bytes ?? makeBytes()) };
}

function documentOf(routes: RouteOptions[], { catalogue, tags }: Described, url: string): Json {
  const schemas = new Schemas();
  const failures = new Failures(schemas.shown(named('Failure', Failure)));
  const examples = { examples: readExamples(), files: readFileExamples() };
  const paths = pathsOf(routes.flatMap(asDocumented), { schemas, failures, ...examples });
  const webhooks = webhooksOf(catalogue, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Colonnade',
      version: '1',
      description: DESCRIPTION,
      contact: { name: 'The operator of this server', url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: schemas.all,
      responses: failures.all,
      headers: ANSWER_HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
  ...Object.fromEntries(
    Object.values(SHOPPER_SCHEMES).map(({ name, description }) => [
      name,
      { type: 'http', scheme: 'bearer', description },
    ]),
  ),
};

/** Pages for people, and answers to visitors of sites, have no tag or are hidden. */
function asDocumented(route: RouteOptions): DocumentedRoute[] {
  const schema = route.schema as Json;
  if (schema?.tags === undefined || schema.hide) return [];
  const needs = route.config!;
  return [route.method].flat().map((method) => ({ method, url: route.url, needs, schema }));
}

function pathsOf(routes: DocumentedRoute[], parts: Parts): Json {
  const paths: Json = {};
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, parts);
  }
  return paths;
}
