import { Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, Success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { OneOf, Text, Uuid } from '#kernel/http/fields.ts';
import { readSortedCursor, SortedCursor, TEXT_KEY, writeSortedCursor } from '#kernel/http/sorted-cursor.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { Item, ItemChange, NewItem, Sku, STATES } from '../fields.ts';
import { sortedPage } from '../sorted-page.ts';
import { findItem, type ItemWithLevels } from './items.sql.ts';
import { changeItem, createItem, findItems, itemPresenter, type Products } from './items.ts';

const [READ, WRITE] = [
  { role: 'viewer', scope: 'read:inventory' },
  { role: 'editor', scope: 'write:inventory', dryRun: true },
] as const;

const SORT = { by: 'sku', descending: false };
/** SKUs are unique, so a cursor needs no id. */
const NO_ITEM = '00000000-0000-0000-0000-000000000000';
const SkuParams = Type.Object({ sku: Sku });

const ItemQuery = Type.Object({
  ...PageQuery.properties,
  cursor: Type.Optional(SortedCursor(200, 'The nextCursor of the page before.')),
  state: Type.Optional({
    ...OneOf(STATES),
    description: 'low and depleted as last announced by an event; short: more is reserved than there is.',
  }),
  sku: Type.Optional(Sku),
  skus: Type.Optional({
    ...Text(20_000, 'Up to 100 SKUs, separated by commas.'),
    pattern: '^[^,]+(,[^,]+){0,99}$',
  }),
  q: Type.Optional(
    Text(
      200,
      'The beginning of the SKU, also in capital letters; or, for keys with read:catalog, words of the product, such as those of its title (of up to 200 products). A page may have fewer items than its limit although there are more.',
    ),
  ),
  locationId: Type.Optional(Uuid('Items that have a level there.')),
});

export function itemRoutes(
  app: App,
  clock: () => Date,
  { assertRoom, ...products }: Products & { assertRoom: AssertRoom },
): void {
  const presentOne = async (tx: Tx, actor: Actor, row: ItemWithLevels) =>
    (await itemPresenter(tx, actor, [row], products))(row);

  app.post(
    '/v1/inventory/items',
    {
      config: WRITE,
      schema: {
        fails: ['quota_exceeded', 'conflict'],
        summary: 'Create an item: a SKU whose stock is kept',
        body: NewItem,
        response: { 201: Success(Item) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant(async (tx, actor) =>
        presentOne(tx, actor, await createItem(tx, actor, clock(), request.body, assertRoom)),
      );
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/inventory/items',
    {
      config: READ,
      schema: { summary: 'List items by SKU', querystring: ItemQuery, response: { 200: Page(Item) } },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const after = readSortedCursor(cursor, SORT, TEXT_KEY);
      const [{ rows, reached }, present] = await request.inTenant(async (tx, actor) => {
        const found = await findItems(tx, actor, filter, { limit, after }, products);
        return [found, await itemPresenter(tx, actor, found.rows, products)] as const;
      });
      const found = sortedPage(rows, limit, SORT, present, (row) => ({ key: row.sku, id: row.id }));
      if (reached === null) return found;
      const nextCursor = writeSortedCursor(SORT, { key: reached, id: NO_ITEM });
      return { ...found, pagination: { limit, hasMore: true, nextCursor } };
    },
  );

  app.get(
    '/v1/inventory/items/:sku',
    {
      config: READ,
      schema: {
        summary: 'Get an item with its levels',
        params: SkuParams,
        response: { 200: Success(Item) },
      },
    },
    async (request, reply) => {
      const item = await request.inTenant(async (tx, actor) => {
        const row = await findItem(tx, request.params.sku);
        if (row === undefined) throw notFound('item');
        return presentOne(tx, actor, row);
      });
      return withEtag(reply, item);
    },
  );

  app.patch(
    '/v1/inventory/items/:sku',
    {
      config: WRITE,
      schema: {
        summary: 'Change the rules of an item',
        params: SkuParams,
        headers: IfMatch,
        body: ItemChange,
        response: { 200: Success(Item) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant(async (tx, actor) =>
        presentOne(tx, actor, await changeItem(tx, actor, clock(), request.params.sku, request.body, seen)),
      );
      return withEtag(reply, changed);
    },
  );
}
