import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Shopper, shopperOf } from '#kernel/auth/shopper.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Text } from '#kernel/http/fields.ts';
import { shareAnswer } from '#kernel/http/surrogate-keys.ts';
import type { Others } from '../entries/references.ts';
import { MAX_SLUG } from '../fields/text.ts';
import { BOUNDED, Listed, ListQuery } from '../lists/list.routes.ts';
import {
  type PerspectiveOf,
  Preview,
  pageOfPublished,
  readPublished,
  ShownEntry,
  ViewQuery,
} from '../publishing/published.routes.ts';
import { PublishedEntry } from '../publishing/published.ts';
import type { ReadBySlug } from '../publishing/published-reading.ts';
import { TypeName } from '../types/type-fields.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { ReferrersQuery } from './referrers.ts';

export const Key = Type.Optional(
  Text(
    64,
    'The publishable key, instead of the Authorization header: the address alone decides the answer then, and a CDN may keep it for the cacheSeconds of the key.',
  ),
);

/** An answer to an Authorization header or a preview is the caller's own. */
export function share(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: Set<string>,
  mostSeconds = Number.POSITIVE_INFINITY,
): void {
  const { cacheSeconds = 0 } = shopperOf(request);
  const { preview } = request.query as { preview?: string };
  if (request.headers.authorization === undefined && preview === undefined)
    shareAnswer(reply, Math.min(cacheSeconds, mostSeconds), dependencies);
}

/** Returns the shopper, whose key names the type. */
export function readableBy(request: FastifyRequest, type: string): Shopper {
  const shopper = shopperOf(request);
  if (!shopper.contentTypes?.includes(type)) throw notFound('content type');
  return shopper;
}

const LIST = '/v1/storefront/content/:type';

/** Published entries for pages in a browser: of the types that the publishable key names, of its site and for all sites. */
export function storefrontContentRoutes(
  app: App,
  readBySlug: ReadBySlug,
  others: Pick<Others, 'showAssets'>,
  perspectiveOf: PerspectiveOf,
  kept: KeptAnswers,
): void {
  const config = { storefront: 'browse', bearers: ['publishable'], keyInAddress: true } as const;

  app.get(
    '/v1/storefront/content/:type/:slug',
    {
      config,
      preValidation: kept.answer,
      onSend: [kept.keep, conditional],
      schema: {
        operationId: 'getStorefrontEntry',
        summary: 'Read a published entry of the site by its slug or id',
        params: Type.Object({ type: TypeName(), slug: Text(MAX_SLUG) }),
        querystring: Type.Object({ ...ViewQuery, ...ReferrersQuery, key: Key, preview: Preview }),
        headers: IfNoneMatch,
        response: { 200: ShownEntry },
      },
    },
    async (request, reply) => {
      const { type, slug } = request.params;
      const shopper = readableBy(request, type);
      const { propertyId: property, tenant, contentTypes: types } = shopper;
      const { key: _, preview, ...asked } = request.query;
      const perspective = perspectiveOf(preview, tenant.id);
      const within = <T>(work: (tx: Tx) => Promise<T>) => request.inShop(work);
      const wanted = { tenantId: tenant.id, type, slug, property, locale: asked.locale ?? '' };
      const dependencies = new Set<string>();
      const shown = await readPublished(wanted, asked, {
        ...{ within, readBySlug, types, propertyId: property, others, dependencies, perspective },
        list: LIST,
      });
      share(request, reply, dependencies);
      return shown;
    },
  );

  app.get(
    LIST,
    {
      config,
      preValidation: kept.answer,
      onSend: [kept.keep, conditional],
      schema: {
        operationId: 'listStorefrontEntries',
        summary: 'List, filter, sort and search the published entries of a type, of the site',
        description: BOUNDED,
        params: Type.Object({ type: TypeName() }),
        querystring: Type.Object({ ...ListQuery, ...ViewQuery, key: Key, preview: Preview }),
        headers: IfNoneMatch,
        response: { 200: Listed(PublishedEntry) },
      },
    },
    async (request, reply) => {
      const { type } = request.params;
      const shopper = readableBy(request, type);
      const { propertyId, contentTypes: types } = shopper;
      const { key: _, preview, ...asked } = request.query;
      const perspective = perspectiveOf(preview, shopper.tenant.id);
      const reader = { propertyId, types, others, perspective, dependencies: new Set<string>() };
      const page = await request.inShop((tx) => pageOfPublished(tx, type, asked, reader));
      share(request, reply, reader.dependencies);
      return page;
    },
  );
}
