import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { forbidden, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject, named } from '#kernel/http/named.ts';
import { findView, listViews } from './views.sql.ts';
import { changeView, createView, presentView, removeView } from './views.ts';

const List = Type.String({
  pattern: '^[a-z][a-z-]{0,39}$',
  maxLength: 40,
  description: 'The list that the view is of, for example orders.',
});
const Query = Type.Record(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), Text(500), {
  additionalProperties: false,
  maxProperties: 20,
  description: 'The parameters of the list. Several values of one are separated by commas.',
});
const Columns = Type.Unsafe<string[] | null>({
  type: ['array', 'null'],
  items: Text(60),
  maxItems: 40,
  description: 'The shown columns in their order; null: as the list comes.',
});
const IsDefault = Type.Boolean({ description: 'The list opens with this view. A list has one at most.' });
const Place = Type.Integer({
  minimum: 0,
  maximum: 10_000,
  description: 'Views with a smaller place come first.',
});

const NewView = NamedObject('NewView', {
  list: List,
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S', description: 'Unique in its list.' }),
  query: Query,
  columns: Type.Optional(Columns),
  isDefault: Type.Optional(IsDefault),
  place: Type.Optional(Place),
});
const ViewChange = named('ViewChange', Type.Partial(Type.Omit(NewView, ['list'])));

const View = NamedObject('View', {
  id: Type.String(),
  list: Type.String(),
  name: Type.String(),
  query: Type.Record(Type.String(), Type.String()),
  columns: Columns,
  isDefault: IsDefault,
  place: Type.Integer(),
  version: Type.Integer(),
  createdAt: Time(),
  updatedAt: Time(),
});

const [READ, WRITE] = [{ role: 'viewer' }, { role: 'editor', dryRun: true }] as const;

/** The views of the staff are changed by the staff: no scope of a key is about them. */
async function refuseKeys({ actor }: FastifyRequest): Promise<void> {
  if (actor.type !== 'staff') throw forbidden('Views belong to the staff; an API key can only read them.');
}

export function viewRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/views',
    {
      config: WRITE,
      onRequest: refuseKeys,
      schema: {
        fails: ['conflict'],
        summary: 'Save a view of a list for everybody on the staff',
        body: NewView,
        response: { 201: Success(View) },
      },
    },
    async (request, reply) => {
      const created = await request.inTenant((tx, actor) => createView(tx, actor, clock(), request.body));
      return withEtag(reply.code(201), created);
    },
  );

  app.get(
    '/v1/views',
    {
      config: READ,
      schema: {
        summary: 'List saved views',
        querystring: Type.Object({ ...PageQuery.properties, list: Type.Optional(List) }),
        response: { 200: Page(View) },
      },
    },
    async (request) => {
      const { limit, cursor, list } = request.query;
      const rows = await request.inTenant((tx) => listViews(tx, list, limit, readCursor(cursor)));
      return page(rows, limit, presentView);
    },
  );

  app.get(
    '/v1/views/:id',
    {
      config: READ,
      schema: { summary: 'Get a saved view', params: IdParams, response: { 200: Success(View) } },
    },
    async (request, reply) => {
      const row = await request.inTenant((tx) => findView(tx, request.params.id));
      if (row === undefined) throw notFound('view');
      return withEtag(reply, presentView(row));
    },
  );

  app.patch(
    '/v1/views/:id',
    {
      config: WRITE,
      onRequest: refuseKeys,
      schema: {
        fails: ['conflict'],
        summary: 'Change a saved view',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: ViewChange,
        response: { 200: Success(View) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await request.inTenant((tx, actor) =>
        changeView(tx, actor, clock(), request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/views/:id',
    {
      config: WRITE,
      onRequest: refuseKeys,
      schema: {
        summary: 'Delete a saved view',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          removeView(tx, actor, clock(), request.params.id, readIfMatch(request)),
        ),
      ),
  );
}
