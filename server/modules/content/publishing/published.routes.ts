import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Page, Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { Slices } from '#kernel/work/slices.ts';
import { pageOf, readPlace, readSearch, readSort, readWhere } from '../entries/filter.ts';
import { ListQuery } from '../entries/list.routes.ts';
import { listPublished } from '../entries/list.sql.ts';
import { type Others, readProperty } from '../entries/references.ts';
import { MAX_SLUG } from '../fields/text.ts';
import { assertLocale, readLocales } from '../locales/locales.ts';
import { expand } from '../reading/expanding.ts';
import { FORMATS_OF_TEXT, readView } from '../reading/view.ts';
import { readType } from '../types/record.ts';
import { TypeName } from '../types/types.routes.ts';
import { findTypeToRead } from '../types/types.sql.ts';
import { findById } from './published.sql.ts';
import { PublishedEntry, present, storedFor, written } from './published.ts';
import type { ReadBySlug } from './published-reading.ts';

export const ViewQuery = {
  locale: Type.Optional(Text(35, 'The locale to read in; without it the default.')),
  fields: Type.Optional(
    Text(
      2000,
      'The names of the fields wanted, separated by commas; without it all. authors.name is a field of what authors leads to.',
    ),
  ),
  expand: Type.Optional(
    Text(
      2000,
      'Names of references and media, separated by commas, to put entries and assets in place of their ids. A point leads on: authors.photo.',
    ),
  ),
  format: Type.Optional({
    ...OneOf(FORMATS_OF_TEXT),
    description: 'html: rich text as safe HTML, with the addresses of its images.',
  }),
};
const Property = Type.Optional(
  Text(
    200,
    'The id or a proved domain of a site (property): what is for it, and what is for all. Without it, entries of every site.',
  ),
);

const TIMES = { publishedAt: 'published_at' } as const;

export function publishedRoutes(
  app: App,
  readBySlug: ReadBySlug,
  others: Pick<Others, 'locate' | 'showAssets'>,
): void {
  const config = { role: 'viewer', scope: 'read:published' } as const;

  app.get(
    '/v1/content/published/:type/:slug',
    {
      config,
      onSend: conditional,
      schema: {
        operationId: 'getPublishedEntry',
        summary: 'Read a published entry by its slug or id',
        params: Type.Object({ type: TypeName(), slug: Text(MAX_SLUG) }),
        querystring: Type.Object({ ...ViewQuery, property: Property }),
        headers: IfNoneMatch,
        response: { 200: Success(PublishedEntry) },
      },
    },
    async (request) => {
      const { type, slug } = request.params;
      const { locale, property: named, ...asked } = request.query;
      const tenantId = request.actor.tenant.id;
      const property = (await readProperty(tenantId, named, others)) ?? '';
      const row = FORMATS.uuid.test(slug)
        ? await request.inTenant((tx) => findById(tx, type, slug))
        : await readBySlug({ tenantId, type, slug, property, locale: locale ?? '' });
      const isOfAnother = property !== '' && (row?.property_id ?? property) !== property;
      if (row === undefined || isOfAnother) throw notFound('entry');
      const locales = readLocales(row);
      if (locale !== undefined) assertLocale(locales, locale);
      const fields = JSON.parse(row.type_fields);
      const view = readView(fields, asked, locale ?? locales.default);
      const entry = present(row, row.type, fields, locales, view);
      if (view.wanted.inside.size === 0 && view.format === 'json') return success(entry);
      const [expanded] = await request.inTenant((tx) =>
        expand([entry], fields, { tx, locales, view, others }),
      );
      return success(expanded!);
    },
  );

  app.get(
    '/v1/content/published/:type',
    {
      config,
      onSend: conditional,
      schema: {
        operationId: 'listPublishedEntries',
        summary: 'List, filter, sort and search the published entries of a type',
        params: Type.Object({ type: TypeName() }),
        querystring: Type.Object({ ...ListQuery, ...ViewQuery, property: Property }),
        headers: IfNoneMatch,
        response: { 200: Page(PublishedEntry) },
      },
    },
    async (request) => {
      const { limit, cursor, fields: wanted, expand: followed, format, ...rest } = request.query;
      const { property: named, ...asked } = rest;
      const property = await readProperty(request.actor.tenant.id, named, others);
      return request.inTenant(async (tx) => {
        const found = await findTypeToRead(tx, request.params.type);
        if (found === undefined) throw notFound('content type');
        const [type, locales] = [readType(found), readLocales(found)];
        const sort = readSort(type, locales, asked, Object.keys(TIMES));
        const view = readView(
          type.fields,
          { fields: wanted, expand: followed, format },
          asked.locale ?? locales.default,
        );
        const rows = await listPublished(tx, {
          typeId: type.id,
          conditions: readWhere(type, locales, asked),
          search: readSearch(locales, asked, asked.locale ?? locales.default),
          propertyId: property,
          sort: { ...sort, by: TIMES[sort.by as keyof typeof TIMES] ?? sort.by },
          after: readPlace(cursor, sort),
          limit,
          wanted: storedFor(type.fields, view),
        });
        const { shown, pagination } = pageOf(rows, limit, sort);
        const entries = await new Slices().map(shown, (row) =>
          present(row, type.name, type.fields, locales, view),
        );
        const data = await written(await expand(entries, type.fields, { tx, locales, view, others }));
        return { success: true as const, data, pagination };
      });
    },
  );
}
