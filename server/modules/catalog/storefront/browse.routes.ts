import { Type } from 'typebox';
import { type Shopper, shopperOf } from '#kernel/auth/shopper.ts';
import { badRequest, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Page, Success, success } from '#kernel/http/envelope.ts';
import { Text } from '#kernel/http/fields.ts';
import type { Kernel } from '#kernel/module.ts';
import { type AvailabilityOf, listTree } from './browse.sql.ts';
import { browse, readBrowse } from './browse.ts';
import {
  BrowsedCategory,
  BrowsedProduct,
  BrowseQuery,
  CategoryQuery,
  ShownProduct,
  View,
} from './browse-fields.ts';
import { createProductReading, showProduct } from './product-reading.ts';
import { languageOf, localeOf, translationFor } from './shown.ts';

const MAX_PATH = 6 * 37;

/** `availabilityOf` is of the inventory; for tenants without that module, everything is in stock. */
export function browseRoutes(
  app: App,
  { db, clock, config: { publicUrl } }: Kernel,
  availabilityOf: AvailabilityOf,
): void {
  const config = { storefront: 'browse' } as const;
  const readByHandle = createProductReading(db, availabilityOf);
  const keepsStock = ({ tenant }: Shopper) => tenant.modules.includes('inventory');
  const viewOf = ({ tenant }: Shopper, { locale, currency }: { locale?: string; currency?: string }) => ({
    ...{ tenantId: tenant.id, publicUrl, locale: localeOf(locale), currency: currency ?? tenant.currency },
  });

  app.get(
    '/v1/storefront/products',
    {
      config,
      onSend: conditional,
      schema: {
        summary: 'Browse the products of the site',
        description:
          'The active products of the site, newest first. A page may be short while hasMore is true: follow the cursor. Filters and sorts by price go by the own prices of the variants.',
        querystring: BrowseQuery,
        headers: IfNoneMatch,
        response: { 200: Page(BrowsedProduct) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      const shown = viewOf(shopper, request.query);
      const site = {
        ...{ propertyId: shopper.propertyId, currency: shown.currency },
        availabilityOf: keepsStock(shopper) ? availabilityOf : null,
      };
      const listing = readBrowse(request.query, site);
      return request.inShop((tx) => browse(tx, listing, site, shown, clock()));
    },
  );

  app.get(
    '/v1/storefront/products/:handle',
    {
      config,
      onSend: conditional,
      schema: {
        summary: 'Read a product of the site by its handle',
        params: Type.Object({ handle: Text(200) }),
        querystring: Type.Object(View),
        headers: IfNoneMatch,
        response: { 200: Success(ShownProduct) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      const shown = viewOf(shopper, request.query);
      const found = await readByHandle({
        ...{ tenantId: shown.tenantId, propertyId: shopper.propertyId, handle: request.params.handle },
        ...{ locale: shown.locale, language: languageOf(shown.locale), currency: shown.currency },
        ...{ keepsStock: keepsStock(shopper), now: clock() },
      });
      if (found === undefined) throw notFound('product');
      return success(showProduct(found, shown));
    },
  );

  app.get(
    '/v1/storefront/categories',
    {
      config,
      onSend: conditional,
      schema: {
        summary: 'The tree of categories, each behind the one that it is under',
        querystring: CategoryQuery,
        headers: IfNoneMatch,
        response: { 200: Page(BrowsedCategory) },
      },
    },
    async (request) => {
      const { limit, cursor, locale } = request.query;
      const after = cursor === undefined ? null : readPath(cursor);
      const rows = await request.inShop((tx) => listTree(tx, limit, after));
      const data = rows.slice(0, limit).map(({ id, name, handle, parent_id, position, translations }) => {
        const own = translationFor<{ name?: string }>(JSON.parse(translations), localeOf(locale));
        return { id, name: own.name ?? name, handle, parentId: parent_id, position };
      });
      const hasMore = rows.length > limit;
      const nextCursor = hasMore ? Buffer.from(rows[limit - 1]!.path).toString('base64url') : null;
      return { success: true as const, data, pagination: { limit, hasMore, nextCursor } };
    },
  );
}

/** A cursor is the path of the last category. */
function readPath(cursor: string): string {
  const path = Buffer.from(cursor, 'base64url').toString('utf8');
  if (path.length <= MAX_PATH && /^([0-9a-f-]{36}\/)+$/.test(path)) return path;
  throw badRequest('The cursor is not one of this list. Use the nextCursor of the page before.');
}
