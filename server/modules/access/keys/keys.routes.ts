import { Type } from 'typebox';
import { SCOPES } from '#kernel/auth/actor.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { ContentTypesOf, ScopeName } from '../tenants/fields.ts';
import { findKey, KEY_STATES, listKeys } from './keys.sql.ts';
import { changeKey, createKey, presentKey, revokeKey, rotateKey } from './keys.ts';

const NewKey = NamedObject('NewApiKey', {
  label: Text(100),
  scopes: Type.Array(ScopeName, { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
  contentTypes: Type.Optional(ContentTypesOf('the key')),
  expiresAt: Type.Optional(Nullable(Time())),
});

const Key = NamedObject('ApiKey', {
  id: Type.String(),
  keyId: Type.String({ description: 'The public part of the key.' }),
  label: Type.String(),
  scopes: Type.Array(ScopeName),
  contentTypes: ContentTypesOf('the key'),
  expiresAt: Nullable(Time()),
  createdAt: Time(),
  createdBy: Type.String(),
  revokedAt: Nullable(Time()),
  lastUsedAt: Nullable(Time()),
  version: Type.Integer(),
  replaces: { ...Nullable(Type.String()), description: 'The id of the key that this one replaces.' },
  replacedBy: {
    ...Nullable(Type.String()),
    description: 'The id of the key that replaces this one, which then ends at expiresAt or is revoked.',
  },
});

const CreatedKey = NamedObject('CreatedApiKey', {
  ...Key.properties,
  key: Nullable(Type.String({ description: 'The whole key. Shown exactly once; null in a replay.' })),
});

const KeyChange = NamedObject(
  'ApiKeyChange',
  { label: Type.Optional(Text(100)), contentTypes: Type.Optional(ContentTypesOf('the key')) },
  { minProperties: 1 },
);

const Rotation = NamedObject('ApiKeyRotation', {
  overlapHours: Type.Integer({
    minimum: 0,
    maximum: 168,
    default: 24,
    description: 'How long the former key works beside the new one; 0: it is revoked at once.',
  }),
  expiresAt: Type.Optional({
    ...Nullable(Time()),
    description:
      'The expiry of the new key. Without it, the new key lives as long as the former one was meant to.',
  }),
});

const RotatedKey = NamedObject('RotatedApiKey', { ...CreatedKey.properties, former: Key });

const KeyQuery = Type.Object({
  ...PageQuery.properties,
  state: Type.Optional({
    ...OneOf(KEY_STATES),
    description: 'active: neither revoked nor expired.',
  }),
  scope: Type.Optional({ ...OneOf(SCOPES), description: 'Keys with this scope.' }),
});

export function keyRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/api-keys',
    {
      config: { role: 'admin', dryRun: true, shownOnce: { key: () => null } },
      schema: {
        withoutEtag: true,
        summary: 'Create an API key',
        body: NewKey,
        response: { 201: Success(CreatedKey) },
      },
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
      schema: { summary: 'List API keys', querystring: KeyQuery, response: { 200: Page(Key) } },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const rows = await request.inTenant((tx) => listKeys(tx, clock(), filter, limit, readCursor(cursor)));
      return page(rows, limit, presentKey);
    },
  );

  app.get(
    '/v1/api-keys/:id',
    {
      config: { role: 'admin' },
      schema: { summary: 'An API key', params: IdParams, response: { 200: Success(Key) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findKey(tx, request.params.id));
      if (row === undefined) throw notFound('API key');
      return withEtag(reply, presentKey(row));
    },
  );

  app.patch(
    '/v1/api-keys/:id',
    {
      config: { role: 'admin', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Change the label of an API key, or the content types that it is limited to',
        params: IdParams,
        headers: IfMatch,
        body: KeyChange,
        response: { 200: Success(Key) },
      },
    },
    async (request, reply) => {
      const { label, contentTypes } = request.body;
      const seen = readIfMatch(request);
      const { id } = request.params;
      return withEtag(
        reply,
        await request.inTenant((tx, actor) =>
          changeKey(tx, actor, clock(), id, { label, contentTypes, seen }),
        ),
      );
    },
  );

  app.post(
    '/v1/api-keys/:id/rotate',
    {
      config: { role: 'admin', dryRun: true, shownOnce: { key: () => null } },
      schema: {
        operationId: 'rotateApiKey',
        fails: ['conflict'],
        withoutEtag: true,
        summary: 'Replace an API key by a new one with the same scopes and content types',
        params: IdParams,
        body: Rotation,
        response: { 201: Success(RotatedKey) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const made = await request.inTenant((tx, actor) => rotateKey(tx, actor, clock(), id, request.body));
      return reply.code(201).send(success(made));
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
