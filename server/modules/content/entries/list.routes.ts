import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { Slices } from '#kernel/work/slices.ts';
import { MAX_KEY } from '../fields/keys.ts';
import { loadLocales } from '../locales/locales.ts';
import { readType } from '../types/record.ts';
import { TypeName } from '../types/types.routes.ts';
import { findType } from '../types/types.sql.ts';
import { pageOf, readPlace, readSearch, readSort, readWhere } from './filter.ts';
import { entriesInForce } from './holding.ts';
import { listEntries } from './list.sql.ts';
import { Entry, presentEntry, STATUSES } from './record.ts';
import { type Others, pageOfReferrers, readProperty } from './references.ts';

/** The query parameters that lists of drafts and of published entries share. */
export const ListQuery = {
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(SortedCursor(MAX_KEY, 'The nextCursor of the page before.')),
  q: Type.Optional(Text(200, 'Words, or beginnings of words, all of which must be found.')),
  where: Type.Optional(
    Text(
      4000,
      'JSON: values by field, or { eq, in, gt, gte, lt, lte }. Texts compare without regard to case and accents.',
    ),
  ),
  sort: Type.Optional(Text(50, 'A field of the type, or a time.')),
  order: Type.Optional(OneOf(['asc', 'desc'] as const)),
  locale: Type.Optional(Text(35)),
};

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;

const EntryQuery = Type.Object({
  ...ListQuery,
  type: Type.Optional(TypeName()),
  status: Type.Optional({ ...OneOf(STATUSES), description: 'Without it: all but deleted.' }),
  propertyId: Type.Optional(Text(200)),
  scheduled: Type.Optional(
    Type.Boolean({ description: 'true: only entries that are to be published or taken down at a set time.' }),
  ),
});

const Referrer = NamedObject('EntryReference', {
  id: Type.String(),
  type: Type.String(),
  slug: Nullable(Type.String()),
  field: Type.String(),
  stage: {
    ...OneOf(['draft', 'published'] as const),
    description: 'published: readers see the reference.',
  },
  places: Type.Array(Type.Object({ field: Type.String(), stage: OneOf(['draft', 'published'] as const) }), {
    description: 'Every place of the reference, 20 at most.',
  }),
});

export async function typeNamed(tx: Tx, name: string) {
  const row = await findType(tx, name);
  return row === undefined ? null : readType(row);
}

export function entryListRoutes(app: App, others: Pick<Others, 'locate'>): void {
  const config = { role: 'viewer', scope: 'read:content' } as const;

  app.get(
    '/v1/content/entries',
    {
      config,
      schema: {
        operationId: 'listEntries',
        summary: 'List, filter, sort and search entries',
        querystring: EntryQuery,
        response: { 200: Page(Entry) },
      },
    },
    async (request) => {
      const { limit, cursor, type: name, status, propertyId, scheduled, ...asked } = request.query;
      await readProperty(request.actor.tenant.id, propertyId, others, 'propertyId');
      return request.inTenant(async (tx) => {
        const type = name === undefined ? null : await typeNamed(tx, name);
        if (name !== undefined && type === null) {
          throw invalid([{ path: 'type', code: 'not_found', message: 'must be a type that exists' }]);
        }
        const locales = await loadLocales(tx);
        const sort = readSort(type, locales, asked, Object.keys(TIMES));
        const rows = await listEntries(tx, {
          typeId: type?.id ?? null,
          conditions: readWhere(type, locales, asked),
          search: readSearch(locales, asked, asked.locale),
          status,
          propertyId,
          scheduled,
          sort: { ...sort, by: TIMES[sort.by as keyof typeof TIMES] ?? sort.by },
          after: readPlace(cursor, sort),
          limit,
        });
        const { shown, pagination } = pageOf(rows, limit, sort);
        return {
          success: true as const,
          data: await new Slices().map(await entriesInForce(shown), presentEntry),
          pagination,
        };
      });
    },
  );

  app.get(
    '/v1/content/entries/:id/references',
    {
      config,
      schema: {
        operationId: 'listEntryReferences',
        summary: 'List the entries that refer to this one',
        params: IdParams,
        querystring: PageQuery,
        response: { 200: Page(Referrer) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      return request.inTenant((tx) => pageOfReferrers(tx, request.params.id, limit, cursor));
    },
  );
}
