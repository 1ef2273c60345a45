import { Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { ByName, IdParams, Nullable, Text, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { READ, WRITE } from '../access.ts';
import { Handle } from '../products/fields.ts';
import { findCategory, listCategories } from './categories.sql.ts';
import { changeCategory, createCategory, presentCategory, removeCategory } from './categories.ts';

const Position = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Among those of one parent.' });
const Translations = ByName(
  35,
  NamedObject('CategoryTranslation', { name: Type.Optional(Text(200)), handle: Type.Optional(Handle()) }),
  { maxProperties: 50, description: 'By language tag.' },
);

const NewCategory = NamedObject('NewCategory', {
  name: Text(200),
  handle: Type.Optional(Handle()),
  parentId: Type.Optional(Nullable(Uuid('The category above it; null: none.'))),
  position: Type.Optional(Position),
  translations: Type.Optional(Translations),
});
const CategoryChange = named('CategoryChange', Type.Partial(NewCategory));

const Category = NamedObject('Category', {
  id: Type.String(),
  name: Type.String(),
  handle: Type.String(),
  parentId: Nullable(Type.String()),
  path: Type.Array(Type.String(), { description: 'The ids from the root to the category itself.' }),
  position: Type.Integer(),
  translations: Translations,
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

export function categoryRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/catalog/categories',
    {
      config: WRITE,
      schema: {
        fails: ['not_found', 'conflict'],
        summary: 'Create a category',
        description: 'Categories are at most six levels deep.',
        body: NewCategory,
        response: { 201: Success(Category) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx) => createCategory(tx, clock(), request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/catalog/categories',
    {
      config: READ,
      schema: {
        summary: 'List categories',
        querystring: Type.Object({
          ...PageQuery.properties,
          parentId: Type.Optional(Uuid('Those directly under this one.')),
        }),
        response: { 200: Page(Category) },
      },
    },
    async (request) => {
      const { limit, cursor, parentId } = request.query;
      const rows = await request.inTenant((tx) => listCategories(tx, parentId, limit, readCursor(cursor)));
      return page(rows, limit, presentCategory);
    },
  );

  app.get(
    '/v1/catalog/categories/:id',
    {
      config: READ,
      schema: { summary: 'Get a category', params: IdParams, response: { 200: Success(Category) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findCategory(tx, request.params.id));
      if (row === undefined) throw notFound('category');
      return withEtag(reply, presentCategory(row));
    },
  );

  app.patch(
    '/v1/catalog/categories/:id',
    {
      config: WRITE,
      schema: {
        fails: ['conflict'],
        summary: 'Change a category, or move it with all below it',
        description:
          'A move under itself is refused. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: CategoryChange,
        response: { 200: Success(Category) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx) =>
        changeCategory(tx, clock(), request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/catalog/categories/:id',
    {
      config: WRITE,
      schema: {
        fails: ['in_use'],
        summary: 'Delete a category',
        description:
          'Refused with 409 in_use while it has products or categories; details name them. With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(await request.inTenant((tx) => removeCategory(tx, request.params.id, readIfMatch(request)))),
  );
}
