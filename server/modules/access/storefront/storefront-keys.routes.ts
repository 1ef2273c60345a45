import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { findStorefrontKey, listStorefrontKeys } from './storefront-keys.sql.ts';
import {
  changeStorefrontKey,
  createStorefrontKey,
  type HoldProperty,
  presentStorefrontKey,
  revokeStorefrontKey,
} from './storefront-keys.ts';

const ContentTypes = () =>
  Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_-]*$', maxLength: 63 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'The types of content whose published entries anyone with the key reads. Without it none.',
  });
const CacheSeconds = () =>
  Type.Integer({
    minimum: 0,
    maximum: 31_536_000,
    description:
      'The seconds for which a CDN may keep content that is read with the key in the address (?key=pk_live_…). Without it 0: none does. Events name what to purge (surrogateKeys).',
  });
const NewKey = NamedObject('NewStorefrontKey', {
  label: Text(100),
  propertyId: Uuid(),
  contentTypes: Type.Optional(ContentTypes()),
  cacheSeconds: Type.Optional(CacheSeconds()),
});
const KeyChange = NamedObject('StorefrontKeyChange', {
  label: Type.Optional(Text(100)),
  contentTypes: Type.Optional(ContentTypes()),
  cacheSeconds: Type.Optional(CacheSeconds()),
});

const Key = NamedObject('StorefrontKey', {
  id: Type.String(),
  key: Type.String({ description: 'The whole key, pk_live_…. It has no secret, and may be in a page.' }),
  label: Type.String(),
  propertyId: Type.String({ description: 'The site whose shop it opens.' }),
  contentTypes: ContentTypes(),
  cacheSeconds: CacheSeconds(),
  createdAt: Time(),
  createdBy: Type.String(),
  revokedAt: Nullable(Time()),
  lastUsedAt: Nullable(Time()),
  version: Type.Integer(),
});

const KeyQuery = Type.Object({
  ...PageQuery.properties,
  propertyId: Type.Optional(Uuid('Keys of this site.')),
  state: Type.Optional(OneOf(['active', 'revoked'] as const)),
});

const [READ, WRITE] = [{ role: 'admin' }, { role: 'admin', dryRun: true }] as const;

export function storefrontKeyRoutes(app: App, clock: () => Date, holdProperty: HoldProperty): void {
  app.post(
    '/v1/storefront-keys',
    {
      config: WRITE,
      schema: {
        fails: ['not_found', 'conflict'],
        summary: 'Create a storefront key: it opens the shop of one site, and may be public',
        body: NewKey,
        response: { 201: Success(Key) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx, actor) =>
        createStorefrontKey(tx, actor, clock(), request.body, holdProperty),
      );
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/storefront-keys',
    {
      config: READ,
      schema: { summary: 'List storefront keys', querystring: KeyQuery, response: { 200: Page(Key) } },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const rows = await request.inTenant((tx) => listStorefrontKeys(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, presentStorefrontKey);
    },
  );

  app.get(
    '/v1/storefront-keys/:id',
    {
      config: READ,
      schema: { summary: 'Get a storefront key', params: IdParams, response: { 200: Success(Key) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findStorefrontKey(tx, request.params.id));
      if (row === undefined) throw notFound('storefront key');
      return withEtag(reply, presentStorefrontKey(row));
    },
  );

  app.patch(
    '/v1/storefront-keys/:id',
    {
      config: WRITE,
      schema: {
        summary:
          'Change the label of a storefront key, the content that it reads, or how long caches keep it',
        params: IdParams,
        headers: IfMatch,
        body: KeyChange,
        response: { 200: Success(Key) },
      },
    },
    async (request, reply) => {
      const change = { ...request.body, seen: readIfMatch(request) };
      const { id } = request.params;
      return withEtag(
        reply,
        await request.inTenant((tx, actor) => changeStorefrontKey(tx, actor, clock(), id, change)),
      );
    },
  );

  app.delete(
    '/v1/storefront-keys/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Revoke a storefront key, from its next request on',
        params: IdParams,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) => revokeStorefrontKey(tx, actor, clock(), request.params.id)),
      ),
  );
}
