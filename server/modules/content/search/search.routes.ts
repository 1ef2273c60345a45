import { type TSchema, Type } from 'typebox';
import { shopperOf } from '#kernel/auth/shopper.ts';
import type { App } from '#kernel/http/app.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Page, PageQuery } from '#kernel/http/envelope.ts';
import { Nullable, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { type Others, readProperty } from '../entries/references.ts';
import { Facet, Total } from '../lists/tally.ts';
import { type PerspectiveOf, Preview, Property } from '../publishing/published.routes.ts';
import { Key, share } from '../reading/storefront.routes.ts';
import { readableNames } from '../types/limits.ts';
import { TypeName } from '../types/type-fields.ts';
import { MAX_COUNTED, MAX_SOUGHT, search } from './search.ts';

const MAX_TYPES = 20;
/** A shared cache may keep a search no longer than this: visitors ask for ever new words, and few answers are asked for twice. */
const MAX_CACHE_SECONDS = 60;

const SearchQuery = {
  q: Text(
    200,
    `Words, or beginnings of words; ${MAX_SOUGHT} count. Case and accents make no difference, and one slip in a word of four letters or more is forgiven.`,
  ),
  locale: Type.Optional(Text(35, 'The locale of the reader; without it the default.')),
  type: Type.Optional(
    Type.Unsafe<string | string[]>({
      anyOf: [TypeName(), { type: 'array', items: TypeName() as TSchema, maxItems: MAX_TYPES }],
      description: 'A type, or several times for any of several. Without it: all that the key may read.',
    }),
  ),
  ...PageQuery.properties,
  preview: Preview,
};

const Hit = NamedObject('ContentSearchResult', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  path: Nullable(Type.String({ description: 'The address of its page, if its type has addresses.' })),
  title: Nullable(Type.String()),
  excerpt: Type.Array(
    NamedObject('ContentSearchPiece', {
      text: Type.String({ description: 'Plain text. Escape it as any other before it becomes HTML.' }),
      match: Type.Boolean({ description: 'True: a word that was searched for.' }),
    }),
    { description: 'The part of the text with the most words, in pieces that follow each other.' },
  ),
  locale: Type.String({ description: 'The locale of the text: another than the reader’s for a fallback.' }),
  propertyId: Nullable(Type.String()),
  publishedAt: Nullable(Time()),
});

const Hits = Type.Object({
  ...Page(Hit).properties,
  total: Type.Optional(Total),
  facets: Type.Optional(Type.Object({ type: Facet })),
});

const DESCRIPTION = `Finds what is live for readers of the locale, from the moment of its publication. Entries with all words come before those with some; then whole words before beginnings, and these before misspellings; then titles before texts, then newer entries before older ones. Misspellings are tried if few entries have all words as they were typed. The first page has \`total\` and \`facets\`, the entries by type; beyond ${MAX_COUNTED} entries they are "at least". A page may be short while hasMore is true. Follow the cursor.`;

export function searchRoutes(app: App, others: Pick<Others, 'locate'>, perspectiveOf: PerspectiveOf): void {
  // Names of types follow /v1/content/published/ and /v1/storefront/content/, so a search there would hide a type called search.
  app.get(
    '/v1/content/search',
    {
      config: { role: 'viewer', scope: 'read:published', types: 'filtered' },
      onSend: conditional,
      schema: {
        operationId: 'searchPublishedEntries',
        summary: 'Search the published entries, best first',
        description: DESCRIPTION,
        querystring: Type.Object({ ...SearchQuery, property: Property }),
        headers: IfNoneMatch,
        response: { 200: Hits },
      },
    },
    async (request) => {
      const { property, preview, ...asked } = request.query;
      const { id: tenantId } = request.actor.tenant;
      const perspective = perspectiveOf(preview, tenantId);
      const propertyId = await readProperty(tenantId, property, others);
      return request.inTenant(async (tx, by) =>
        search(tx, asked, { propertyId, perspective, types: await readableNames(tx, by) }),
      );
    },
  );

  app.get(
    '/v1/storefront/content-search',
    {
      config: { storefront: 'browse', bearers: ['publishable'], keyInAddress: true },
      onSend: conditional,
      schema: {
        operationId: 'searchStorefrontEntries',
        summary: 'Search the published entries of the site, best first',
        description: DESCRIPTION,
        querystring: Type.Object({ ...SearchQuery, key: Key }),
        headers: IfNoneMatch,
        response: { 200: Hits },
      },
    },
    async (request, reply) => {
      const { propertyId, tenant, contentTypes: types = [] } = shopperOf(request);
      const { key: _, preview, ...asked } = request.query;
      const dependencies = new Set<string>();
      const searcher = { types, propertyId, perspective: perspectiveOf(preview, tenant.id), dependencies };
      const page = await request.inShop((tx) => search(tx, asked, searcher));
      share(request, reply, dependencies, MAX_CACHE_SECONDS);
      return page;
    },
  );
}
