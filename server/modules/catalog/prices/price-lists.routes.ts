import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { Decimal, IdParams, Nullable, OneOf, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { readSortedCursor, SortedCursor, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import { READ, WRITE } from '../access.ts';
import { Amount, Currency, VARIANT_STATUSES } from '../products/fields.ts';
import type { Others } from '../products/references.ts';
import { findPriceList, listPriceLists, listPrices } from './price-lists.sql.ts';
import {
  changePriceList,
  createPriceList,
  presentEntry,
  presentPriceList,
  removePriceList,
  setEntries,
} from './price-lists.ts';

const MAX_ENTRIES = 1_000;

const settable = {
  name: Text(200),
  startsAt: Nullable({ ...Time(), description: 'Null: at once.' }),
  endsAt: Nullable({ ...Time(), description: 'Null: for ever.' }),
  priority: Type.Integer({
    minimum: -1_000_000,
    maximum: 1_000_000,
    description:
      'The list with the highest priority counts among those that fit a line, and the oldest among equal ones.',
  }),
  customerTags: Type.Array(Text(100), {
    maxItems: 50,
    description: 'For customers with one of these tags; empty: for all.',
  }),
  propertyIds: Type.Array(Uuid(), { maxItems: 50, description: 'On these sites; empty: on all.' }),
  status: OneOf(VARIANT_STATUSES),
};
const { name, ...optional } = settable;
const NewPriceList = NamedObject('NewPriceList', {
  name,
  currency: Currency(),
  ...Type.Partial(Type.Object(optional)).properties,
});
const PriceListChange = named('PriceListChange', Type.Partial(Type.Object(settable)));
const PriceList = NamedObject('PriceList', {
  id: Type.String(),
  ...settable,
  currency: Type.String(),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

const MinQuantity = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const Entry = NamedObject('PriceListEntry', {
  variantId: Type.String(),
  productId: Type.String(),
  title: Type.String({ description: 'The title of the product.' }),
  optionValues: Type.Array(Type.String()),
  sku: Type.String(),
  minQuantity: Type.Integer(),
  amount: Decimal(),
});
const Entries = NamedObject('PriceListEntriesChange', {
  entries: Type.Array(
    Type.Object({
      variantId: Uuid(),
      minQuantity: Type.Integer({ ...MinQuantity, default: 1 }),
      amount: Nullable(Amount('The unit price from this quantity on; null: the entry is deleted.')),
    }),
    { minItems: 1, maxItems: MAX_ENTRIES },
  ),
});
const Stored = NamedObject('StoredPriceListEntries', {
  stored: Type.Integer(),
  deleted: Type.Integer(),
  unchanged: Type.Integer(),
  version: Type.Integer({ description: 'The version of the price list.' }),
});

/** Entries are ordered by variant and quantity. */
const ORDER = { by: 'variant', descending: false };

export function priceListRoutes(app: App, clock: () => Date, others: Others): void {
  app.post(
    '/v1/catalog/price-lists',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Create a price list',
        body: NewPriceList,
        response: { 201: Success(PriceList) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createPriceList(tx, clock(), others, request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/catalog/price-lists',
    {
      config: READ,
      schema: { summary: 'List price lists', querystring: PageQuery, response: { 200: Page(PriceList) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listPriceLists(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentPriceList);
    },
  );

  app.get(
    '/v1/catalog/price-lists/:id',
    {
      config: READ,
      schema: { summary: 'Get a price list', params: IdParams, response: { 200: Success(PriceList) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findPriceList(tx, request.params.id));
      if (row === undefined) throw notFound('price list');
      return withEtag(reply, presentPriceList(row));
    },
  );

  app.patch(
    '/v1/catalog/price-lists/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Change a price list',
        description: 'The currency stays. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: PriceListChange,
        response: { 200: Success(PriceList) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        changePriceList(tx, clock(), others, request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/catalog/price-lists/:id',
    {
      config: WRITE,
      schema: {
        summary: 'Delete a price list with its entries',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx) => removePriceList(tx, request.params.id, readIfMatch(request)))),
  );

  app.get(
    '/v1/catalog/price-lists/:id/entries',
    {
      config: READ,
      schema: {
        operationId: 'listPriceListEntries',
        summary: 'List the entries of a price list, by variant and quantity',
        params: IdParams,
        querystring: Type.Object({
          limit: PageQuery.properties.limit,
          cursor: Type.Optional(SortedCursor(20, 'The nextCursor of the page before.')),
        }),
        response: { 200: Page(Entry) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const place = readSortedCursor(cursor, ORDER, /^\d{1,10}$/);
      const after = place && { variantId: place.id, minQuantity: Number(place.key) };
      const rows = await request.inTenant(async (tx) => {
        if ((await findPriceList(tx, request.params.id)) === undefined) throw notFound('price list');
        return listPrices(tx, request.params.id, limit, after);
      });
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1)! : null;
      const nextCursor =
        last && writeSortedCursor(ORDER, { key: String(last.min_quantity), id: last.variant_id });
      const pagination = { limit, hasMore: last !== null, nextCursor };
      return { success: true as const, data: shown.map(presentEntry), pagination };
    },
  );

  app.put(
    '/v1/catalog/price-lists/:id/entries',
    {
      config: WRITE,
      schema: {
        operationId: 'setPriceListEntries',
        summary: `Set up to ${MAX_ENTRIES} entries of a price list; others stay`,
        description: 'With If-Match, only if the price list has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: Entries,
        response: { 200: Success(Stored) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const done = await request.inTenant((tx) =>
        setEntries(tx, clock(), request.params.id, request.body.entries, seen),
      );
      return withEtag(reply, done);
    },
  );
}
