import { Type } from 'typebox';
import { invalid, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Text } from '#kernel/http/fields.ts';
import { READ, WRITE } from '../access.ts';
import { NewVariant, Variant, VariantChange } from './fields.ts';
import { findVariants, findVariantsBySku, listVariants } from './products.sql.ts';
import type { CatalogDeps } from './products.ts';
import { presentVariant } from './record.ts';
import { createVariant, removeVariant, updateVariant } from './variants.ts';

const UNCHANGED = 'With If-Match, only if the record has not changed since.';
const MAX_SKUS = 100;

export function variantRoutes(app: App, clock: () => Date, deps: CatalogDeps): void {
  app.post(
    '/v1/catalog/variants',
    {
      config: WRITE,
      schema: {
        fails: ['not_found', 'conflict'],
        summary: 'Add a variant to a product, behind the others',
        body: NewVariant,
        response: { 201: Success(Variant) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createVariant(tx, clock(), deps, request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/catalog/variants',
    {
      config: READ,
      schema: {
        summary: 'List variants, newest first, or those with given SKUs',
        querystring: Type.Object({
          ...PageQuery.properties,
          sku: Type.Optional(
            Text(20_000, `Up to ${MAX_SKUS} SKUs, separated by commas; the answer is one page then.`),
          ),
        }),
        response: { 200: Page(Variant) },
      },
    },
    async (request) => {
      const { limit, cursor, sku } = request.query;
      if (sku === undefined) {
        const rows = await request.inTenant((tx) => listVariants(tx, limit, readCursor(cursor)));
        return page(rows, limit, presentVariant);
      }
      const skus = readSkus(sku);
      const rows = await request.inTenant((tx) => findVariantsBySku(tx, skus));
      return page(rows, MAX_SKUS, presentVariant);
    },
  );

  app.get(
    '/v1/catalog/variants/:id',
    {
      config: READ,
      schema: { summary: 'Get a variant', params: IdParams, response: { 200: Success(Variant) } },
    },
    async (request, reply) => {
      const [row] = await request.inTenant((tx) => findVariants(tx, [request.params.id]));
      if (row === undefined) throw notFound('variant');
      return withEtag(reply, presentVariant(row));
    },
  );

  app.patch(
    '/v1/catalog/variants/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict', 'in_use'],
        summary: 'Change a variant',
        description: `Prices are replaced as a whole. ${UNCHANGED}`,
        params: IdParams,
        headers: IfMatch,
        body: VariantChange,
        response: { 200: Success(Variant) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        updateVariant(tx, clock(), deps, request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/catalog/variants/:id',
    {
      config: WRITE,
      schema: {
        fails: ['in_use'],
        summary: 'Delete a variant',
        description: `Refused with 409 in_use while other records need it; details name them. ${UNCHANGED}`,
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx) =>
          removeVariant(tx, clock(), deps, request.params.id, readIfMatch(request)),
        ),
      ),
  );
}

function readSkus(text: string): string[] {
  const skus = [...new Set(text.split(',').map((sku) => sku.trim()))].filter((sku) => sku !== '');
  if (skus.length <= MAX_SKUS) return skus;
  throw invalid([{ path: 'sku', code: 'too_many', message: `must be at most ${MAX_SKUS} SKUs` }]);
}
