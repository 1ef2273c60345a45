import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { READ, WRITE } from '../access.ts';
import { Grid, NewProduct, Product, ProductChange, Variant } from './fields.ts';
import { findProduct, findVariantsOf } from './products.sql.ts';
import {
  type CatalogDeps,
  changeProduct,
  createProduct,
  moveProduct,
  presentGrid,
  removeProduct,
  replaceVariants,
} from './products.ts';
import { presentProduct } from './record.ts';

/** Two thousand variants with their prices take half of it; parsing more at once would block the event loop. */
const BODY_LIMIT = 3 * 1024 * 1024;

const UNCHANGED = 'With If-Match, only if the record has not changed since.';

const Variants = NamedObject('ProductVariants', {
  productId: Type.String(),
  options: Product.properties.options,
  version: Type.Integer({ description: 'The variantsVersion of the product.' }),
  variants: Type.Array(Variant),
});

export function productRoutes(app: App, clock: () => Date, deps: CatalogDeps): void {
  app.post(
    '/v1/catalog/products',
    {
      bodyLimit: BODY_LIMIT,
      config: WRITE,
      schema: {
        fails: ['quota_exceeded', 'not_found', 'conflict'],
        summary: 'Create a product, with its variants if they are known',
        body: NewProduct,
        response: { 201: Success(Product) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createProduct(tx, clock(), deps, request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/catalog/products/:id',
    {
      config: READ,
      schema: { summary: 'Get a product', params: IdParams, response: { 200: Success(Product) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findProduct(tx, request.params.id));
      if (row === undefined) throw notFound('product');
      return withEtag(reply, presentProduct(row));
    },
  );

  app.patch(
    '/v1/catalog/products/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Change a product',
        description: `Lists and translations are replaced as a whole. ${UNCHANGED}`,
        params: IdParams,
        headers: IfMatch,
        body: ProductChange,
        response: { 200: Success(Product) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        changeProduct(tx, clock(), deps, request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  for (const [action, to] of [
    ['activate', 'active'],
    ['archive', 'archived'],
  ] as const) {
    app.post(
      `/v1/catalog/products/:id/${action}`,
      {
        config: WRITE,
        schema: {
          operationId: `${action}Product`,
          fails: ['invalid_transition'],
          summary: action === 'activate' ? 'Offer a product for sale' : 'Take a product off sale',
          description: `A product that is ${to} already stays as it is. ${UNCHANGED}`,
          params: IdParams,
          headers: IfMatch,
          response: { 200: Success(Product) },
        },
      },
      async (request, reply) => {
        const seen = readIfMatch(request);
        const moved = await request.inTenant((tx) =>
          moveProduct(tx, clock(), deps, request.params.id, to, seen),
        );
        return withEtag(reply, moved);
      },
    );
  }

  app.delete(
    '/v1/catalog/products/:id',
    {
      config: WRITE,
      schema: {
        fails: ['invalid_transition', 'in_use'],
        summary: 'Delete a product that is draft or archived, with its variants',
        description: `Refused with 409 in_use while other records need it; details name them. ${UNCHANGED}`,
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx) =>
          removeProduct(tx, clock(), deps, request.params.id, readIfMatch(request)),
        ),
      ),
  );

  app.get(
    '/v1/catalog/products/:id/variants',
    {
      config: READ,
      schema: {
        operationId: 'getProductVariants',
        summary: 'All variants of a product, in order',
        params: IdParams,
        response: { 200: Success(Variants) },
      },
    },
    async (request, reply) => {
      const grid = await request.inTenant(async (tx) => {
        const product = await findProduct(tx, request.params.id);
        if (product === undefined) throw notFound('product');
        return presentGrid({ product, variants: await findVariantsOf(tx, [product.id]) });
      });
      return withEtag(reply, grid);
    },
  );

  app.put(
    '/v1/catalog/products/:id/variants',
    {
      bodyLimit: BODY_LIMIT,
      config: WRITE,
      schema: {
        operationId: 'replaceProductVariants',
        fails: ['conflict', 'in_use'],
        summary: 'Set all variants of a product at once',
        description: `Only differences are written and published. A variant keeps its id, its price lists and its stock if the row
          names its id, or its SKU; fields that a row leaves out stay as they are. With If-Match, only if the variants have not changed since.`,
        params: IdParams,
        headers: IfMatch,
        body: Grid,
        response: { 200: Success(Variants) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const grid = await request.inTenant((tx) =>
        replaceVariants(tx, clock(), deps, request.params.id, request.body, seen),
      );
      return withEtag(reply, grid);
    },
  );
}
