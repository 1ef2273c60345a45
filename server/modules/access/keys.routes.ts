import { Type } from 'typebox';
import { SCOPES } from '#kernel/auth/actor.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { listKeys } from './keys.sql.ts';
import { createKey, presentKey, revokeKey } from './keys.ts';

const NewKey = Type.Object({
  label: Text(100),
  scopes: Type.Array(OneOf(SCOPES), { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
  expiresAt: Type.Optional(Nullable(Time())),
});

const Key = Type.Object({
  id: Type.String(),
  keyId: Type.String({ description: 'The public part of the key.' }),
  label: Type.String(),
  scopes: Type.Array(OneOf(SCOPES)),
  expiresAt: Nullable(Time()),
  createdAt: Time(),
  createdBy: Type.String(),
  revokedAt: Nullable(Time()),
  lastUsedAt: Nullable(Time()),
});

const CreatedKey = Type.Object({
  ...Key.properties,
  key: Nullable(Type.String({ description: 'The whole key. Shown exactly once; null in a replay.' })),
});

export function keyRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/api-keys',
    {
      config: { role: 'admin', dryRun: true, shownOnce: { key: () => null } },
      schema: { summary: 'Create an API key', body: NewKey, response: { 201: Success(CreatedKey) } },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx, actor) => createKey(tx, actor, clock(), request.body));
      return reply.code(201).send(success(created));
    },
  );

  app.get(
    '/v1/api-keys',
    {
      config: { role: 'admin' },
      schema: { summary: 'List API keys', querystring: PageQuery, response: { 200: Page(Key) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listKeys(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentKey);
    },
  );

  app.delete(
    '/v1/api-keys/:id',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        summary: 'Revoke an API key, from its next request on',
        params: IdParams,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx, actor) => revokeKey(tx, actor, clock(), request.params.id))),
  );
}
