/** The contract as OpenAPI 3.1, generated from the routes themselves, with the role and scope of each operation. */
import swagger from '@fastify/swagger';
import { Type } from 'typebox';
import type { Config } from '#kernel/config.ts';
import { Failure } from '#kernel/http/envelope.ts';
import type { RouteNeeds } from '#kernel/http/guard.ts';
import type { App } from '#kernel/http/server.ts';

const DESCRIPTION = `Every answer is an envelope: \`{ "success": true, "data": … }\` or
\`{ "success": false, "error": { "code", "message", "requestId", "details"? } }\`.

Authenticate with \`Authorization: Bearer <API key or access token>\`. The tenant is implied by the token.
Every POST takes an optional \`Idempotency-Key\`.`;

const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Repeats within 24 hours replay the first answer.',
    }),
  ),
});

export async function openApi(app: App, config: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Colonnade', version: '1', description: DESCRIPTION },
      servers: [{ url: config.publicUrl }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
        },
      },
    },
    hideUntagged: true,
    transform: ({ schema, url, route }) => {
      const needs = route.config as RouteNeeds;
      const failure = { description: 'What went wrong, in the failure envelope.', ...Failure };
      const [method] = [route.method].flat();
      return {
        url,
        schema: {
          ...schema,
          ...(method === 'POST' && !needs.public && { headers: IdempotencyKey }),
          ...(!needs.public && { security: [{ bearer: [] }] }),
          ...(needs.role && { 'x-role': needs.role }),
          ...(needs.scope && { 'x-scope': needs.scope }),
          ...(needs.module && { 'x-module': needs.module }),
          response: { ...(schema?.response as object), '4XX': failure, '5XX': failure },
        } as typeof schema,
      };
    },
  });

  app.get(
    '/v1/openapi.json',
    { config: { public: true }, schema: { tags: ['operations'], summary: 'This document' } },
    async () => app.swagger(),
  );
}
