import { type TSchema, Type } from 'typebox';
import { assertRight } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, OneOf, Text } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { Slices } from '#kernel/work/slices.ts';
import { entriesInForce } from '../entries/holding.ts';
import { Entry, presentEntry, STATUSES } from '../entries/record.ts';
import { type Others, pageOfReferrers, readProperty } from '../entries/references.ts';
import { MAX_BEGINNING, MAX_KEY } from '../fields/keys.ts';
import { loadLocales } from '../locales/locales.ts';
import { onEntry, readableIds, readableTypes } from '../types/limits.ts';
import { readType } from '../types/record.ts';
import { TypeName } from '../types/type-fields.ts';
import { findType } from '../types/types.sql.ts';
import { readConditions, readSearch } from './filter.ts';
import { type ListedEntry, listingOfDrafts, SORTS_OF_DRAFTS, TIMES_OF_DRAFTS } from './listed.sql.ts';
import { assertBeside, MAX_SORTS, pageOf, readPlace, readSort } from './sorting.ts';
import { Facet, findAndTally, MAX_COUNTED, Total } from './tally.ts';
import { MAX_CONDITIONS } from './where.ts';

/** The query parameters that lists of drafts and of published entries share. */
export const ListQuery = {
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(SortedCursor(MAX_SORTS * MAX_KEY, 'The nextCursor of the page before.')),
  q: Type.Optional(Text(200, 'Words, or beginnings of words, all of which must be found.')),
  where: Type.Optional(
    Text(
      4000,
      `JSON: values by field, or { eq, ne, in, nin, gt, gte, lt, lte, isNull, contains, startsWith }, with and, or and not around them: {"or":[{"section":"politics"},{"title":{"contains":"vote"}}],"not":{"sponsored":true}}. Also id and times, such as publishedAt; of a tree, parent (an id, or null for the top) and within (an id: all below it); author.city is a field of the entry that author leads to. Texts compare without regard to case and accents; contains looks at the first ${MAX_BEGINNING} characters of a text of ${MAX_KEY} or more. ${MAX_CONDITIONS} conditions at most.`,
    ),
  ),
  sort: Type.Optional(
    Text(
      160,
      `A field of the type, or a time; up to ${MAX_SORTS}, as in -publishedAt,title: a minus is for descending order. position is the order that editors chose, of a type with an \`order\`; of a tree, among the entries of one parent.`,
    ),
  ),
  order: Type.Optional({
    ...OneOf(['asc', 'desc'] as const),
    description: 'The direction of a single sort without a sign; without it desc.',
  }),
  locale: Type.Optional(Text(35)),
  count: Type.Optional(
    Type.Boolean({
      description: `true: the answer has \`total\`, the number of all entries that match. Lists of more than ${MAX_COUNTED} entries have at least so many.`,
    }),
  ),
  facets: Type.Optional(
    Text(
      260,
      'Fields, separated by commas: the answer has `facets`, their values and how many entries have each.',
    ),
  ),
};

export const BOUNDED =
  'A page compares a limited number of entries: with conditions that very many entries meet, but few together, it may be short or empty while hasMore is true. Follow the cursor.';

/** A page, with the number of all entries and their values if these are asked for. */
export const Listed = <T extends TSchema>(item: T) =>
  Type.Object({
    ...Page(item).properties,
    total: Type.Optional(Total),
    facets: Type.Optional(Type.Record(Type.String(), Facet)),
  });

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
      config: { ...config, types: 'filtered' },
      schema: {
        operationId: 'listEntries',
        summary: 'List, filter, sort and search entries',
        description: BOUNDED,
        querystring: EntryQuery,
        response: { 200: Listed(Entry) },
      },
    },
    async (request) => {
      const { limit, cursor, type: name, status, propertyId, scheduled, ...asked } = request.query;
      await readProperty(request.actor.tenant.id, propertyId, others, 'propertyId');
      return request.inTenant(async (tx) => {
        if (name !== undefined) assertRight(request.actor, name, 'read');
        const type = name === undefined ? null : await typeNamed(tx, name);
        if (name !== undefined && type === null) {
          throw invalid([{ path: 'type', code: 'not_found', message: 'must be a type that exists' }]);
        }
        const readable = await readableTypes(tx, request.actor);
        const locales = await loadLocales(tx);
        const names = { type, locales, locale: asked.locale, times: TIMES_OF_DRAFTS };
        const sorts = readSort(names, asked, SORTS_OF_DRAFTS, Object.keys(SORTS_OF_DRAFTS));
        const conditions = await readConditions(
          tx,
          names,
          asked.where,
          readable?.map((one) => one.name),
        );
        assertBeside(names, sorts, conditions);
        const listing = listingOfDrafts({
          typeId: type?.id ?? null,
          conditions,
          search: readSearch(locales, asked, asked.locale),
          typeIds: type === null ? readable?.map(({ id }) => id) : undefined,
          ...{ status, propertyId, scheduled, sorts, limit },
          after: readPlace(cursor, sorts),
        });
        const [found, tally] = await findAndTally<ListedEntry>(tx, listing, names, asked);
        const { shown, pagination } = pageOf(found, limit, sorts);
        return {
          success: true as const,
          data: await new Slices().map(await entriesInForce(shown), presentEntry),
          pagination,
          ...tally,
        };
      });
    },
  );

  app.get(
    '/v1/content/entries/:id/references',
    {
      config: { ...config, types: onEntry('read') },
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
      return request.inTenant(async (tx, by) =>
        pageOfReferrers(tx, request.params.id, limit, cursor, await readableIds(tx, by)),
      );
    },
  );
}
