import { Type } from 'typebox';
import { type Shopper, shopperOf } from '#kernel/auth/shopper.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Text } from '#kernel/http/fields.ts';
import { BOUNDED, Listed, ListQuery } from '../entries/list.routes.ts';
import type { Others } from '../entries/references.ts';
import { MAX_SLUG } from '../fields/text.ts';
import { pageOfPublished, showPublished, ViewQuery } from '../publishing/published.routes.ts';
import { findById } from '../publishing/published.sql.ts';
import { PublishedEntry } from '../publishing/published.ts';
import type { ReadBySlug } from '../publishing/published-reading.ts';
import { TypeName } from '../types/types.routes.ts';

/** Published entries for pages in a browser: of the types that the publishable key names, of its site and for all sites. */
export function storefrontContentRoutes(
  app: App,
  readBySlug: ReadBySlug,
  others: Pick<Others, 'showAssets'>,
): void {
  const config = { storefront: 'browse', bearers: ['publishable'] } as const;
  const assertReadable = ({ contentTypes = [] }: Shopper, type: string) => {
    if (!contentTypes.includes(type)) throw notFound('content type');
  };

  app.get(
    '/v1/storefront/content/:type/:slug',
    {
      config,
      onSend: conditional,
      schema: {
        operationId: 'getStorefrontEntry',
        summary: 'Read a published entry of the site by its slug or id',
        params: Type.Object({ type: TypeName(), slug: Text(MAX_SLUG) }),
        querystring: Type.Object(ViewQuery),
        headers: IfNoneMatch,
        response: { 200: Success(PublishedEntry) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      const { type, slug } = request.params;
      assertReadable(shopper, type);
      const { propertyId: property, tenant, contentTypes: types } = shopper;
      const locale = request.query.locale ?? '';
      // A slug may look like an id.
      const row =
        (FORMATS.uuid.test(slug) && (await request.inShop((tx) => findById(tx, type, slug)))) ||
        (await readBySlug({ tenantId: tenant.id, type, slug, property, locale }));
      if (row === undefined || (row.property_id ?? property) !== property) throw notFound('entry');
      return success(
        await showPublished(row, request.query, {
          ...{ within: (work) => request.inShop(work), types, propertyId: property, others },
        }),
      );
    },
  );

  app.get(
    '/v1/storefront/content/:type',
    {
      config,
      onSend: conditional,
      schema: {
        operationId: 'listStorefrontEntries',
        summary: 'List, filter, sort and search the published entries of a type, of the site',
        description: BOUNDED,
        params: Type.Object({ type: TypeName() }),
        querystring: Type.Object({ ...ListQuery, ...ViewQuery }),
        headers: IfNoneMatch,
        response: { 200: Listed(PublishedEntry) },
      },
    },
    async (request) => {
      const shopper = shopperOf(request);
      const { type } = request.params;
      assertReadable(shopper, type);
      const { propertyId, contentTypes: types } = shopper;
      return request.inShop((tx) => pageOfPublished(tx, type, request.query, { propertyId, types, others }));
    },
  );
}
