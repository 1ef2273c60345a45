import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, OneOf, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { Asset, AssetChange, Folder, KINDS, STATUSES } from './asset-fields.ts';
import { listAssets } from './asset-list.sql.ts';
import { type Addresses, presentAsset, statusInRows, wordsOf } from './asset-record.ts';
import { findAsset } from './assets.sql.ts';
import { type AssertHideable, changeAsset, removeAsset, type UsageOf } from './assets.ts';

const AssetQuery = Type.Object({
  ...PageQuery.properties,
  folder: Type.Optional(Folder()),
  tag: Type.Optional(Text(60)),
  kind: Type.Optional(OneOf(KINDS)),
  status: Type.Optional(OneOf(STATUSES)),
  q: Type.Optional(Text(200, 'Beginnings of words in title, file name, alt text and tags.')),
});

const Usage = NamedObject('AssetUsage', { type: Type.String(), id: Type.String(), title: Type.String() });

export function assetRoutes(
  app: App,
  clock: () => Date,
  addresses: Addresses,
  usageOf: UsageOf,
  assertHideable: AssertHideable,
): void {
  app.get(
    '/v1/media',
    {
      config: { role: 'viewer', scope: 'read:media' },
      schema: {
        operationId: 'listAssets',
        summary: 'List assets',
        querystring: AssetQuery,
        response: { 200: Page(Asset) },
      },
    },
    async (request) => {
      const { limit, cursor, folder = null, tag, kind = null, status, q = '' } = request.query;
      const filter = {
        folder,
        tag: tag?.trim().toLowerCase() ?? null,
        kind,
        status: status === undefined ? null : statusInRows(status),
        words: wordsOf(q),
      };
      const rows = await request.inTenant((tx) => listAssets(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, (row) => presentAsset(addresses, row));
    },
  );

  app.get(
    '/v1/media/:id',
    {
      config: { role: 'viewer', scope: 'read:media' },
      schema: {
        operationId: 'getAsset',
        summary: 'Get an asset',
        params: IdParams,
        response: { 200: Success(Asset) },
      },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findAsset(tx, request.params.id));
      if (row === undefined) throw notFound('asset');
      return withEtag(reply, presentAsset(addresses, row));
    },
  );

  app.patch(
    '/v1/media/:id',
    {
      config: { role: 'editor', scope: 'write:media', dryRun: true },
      schema: {
        operationId: 'updateAsset',
        summary: 'Change what is said about an asset',
        description:
          'A new focal point makes the cropped pictures again; until then the former ones are shown. With If-Match only ' +
          'if nobody else saved a change meanwhile. 409 names live entries that require an asset that is to become private, ' +
          'unless `broken` is `allow`.',
        params: IdParams,
        headers: IfMatch,
        body: AssetChange,
        fails: ['conflict'],
        response: { 200: Success(Asset) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const asset = await request.inTenant((tx, by) =>
        changeAsset(tx, by, addresses, clock(), request.params.id, request.body, seen, assertHideable),
      );
      return withEtag(reply, asset);
    },
  );

  app.delete(
    '/v1/media/:id',
    {
      config: { role: 'editor', scope: 'write:media', dryRun: true },
      schema: {
        operationId: 'deleteAsset',
        fails: ['conflict'],
        summary: 'Delete an asset',
        description:
          'One that is used gets 409 with `details.usedBy`. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, by) =>
          removeAsset(tx, by, clock(), request.params.id, readIfMatch(request), usageOf),
        ),
      ),
  );

  app.get(
    '/v1/media/:id/usage',
    {
      config: { role: 'viewer', scope: 'read:media' },
      schema: {
        operationId: 'getAssetUsage',
        summary: 'See what uses an asset',
        params: IdParams,
        response: { 200: Success(Type.Array(Usage)) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx, by) => {
          const row = await findAsset(tx, request.params.id);
          if (row === undefined) throw notFound('asset');
          return usageOf(tx, row.id, by);
        }),
      ),
  );
}
