import { Type } from 'typebox';
import { invalid, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, OneOf, Text, Uuid } from '#kernel/http/fields.ts';
import { SortedCursor } from '#kernel/http/sorted-cursor.ts';
import { NewRedirect, Redirect, RedirectChange } from './redirect-fields.ts';
import { findByHits, readFilter } from './redirect-list.ts';
import { findRedirects, listRedirects, searchRedirects } from './redirects.sql.ts';
import {
  addRedirect,
  changeRedirect,
  presentRedirect,
  type RedirectDeps,
  removeRedirect,
} from './redirects.ts';

export const RedirectQuery = Type.Object({
  propertyId: Type.Optional(Uuid('The redirects of this property.')),
  from: Type.Optional(Text(2048, 'The redirects that begin at this very path, however it is spelled.')),
});

const Part = Type.Optional(Text(200, 'A part of the source or the target, in upper or lower case.'));

const ListQuery = Type.Object({
  limit: PageQuery.properties.limit,
  cursor: Type.Optional(SortedCursor(19, 'The nextCursor of the page before, with the same sort and order.')),
  ...RedirectQuery.properties,
  q: Part,
  sort: Type.Optional({
    ...OneOf(['createdAt', 'hits'] as const),
    description: 'createdAt, the newest first, unless it says otherwise.',
  }),
  order: Type.Optional({ ...OneOf(['asc', 'desc'] as const), description: 'asc needs sort=hits.' }),
});

export function redirectRoutes(app: App, clock: () => Date, deps: RedirectDeps): void {
  app.post(
    '/v1/redirects',
    {
      config: { role: 'editor', scope: 'write:redirects', dryRun: true },
      schema: {
        fails: ['quota_exceeded', 'not_found', 'conflict'],
        summary: 'Add a redirect',
        description: 'One that would lead round in circles is refused with the way it would take.',
        body: NewRedirect,
        response: { 201: Success(Redirect) },
      },
    },
    async (request, reply) => {
      const added = await deps.save(request, (tx) => addRedirect(tx, clock(), deps, request.body));
      return withEtag(reply.code(201), added);
    },
  );

  app.get(
    '/v1/redirects',
    {
      config: { role: 'viewer', scope: 'read:redirects' },
      schema: {
        summary: 'List redirects',
        description:
          'A search reads a few thousand redirects at most: a page may be short or empty while hasMore is true. Follow the cursor.',
        querystring: ListQuery,
        response: { 200: Page(Redirect) },
      },
    },
    async (request) => {
      const { limit, cursor, q, sort, order, ...query } = request.query;
      const filter = readFilter(query);
      if (sort === 'hits') {
        const wanted = { descending: order !== 'asc', cursor, limit };
        const { rows, pagination } = await request.inTenant((tx) =>
          findByHits(tx, { ...filter, q: q?.trim() }, wanted),
        );
        return { success: true as const, data: rows.map(presentRedirect), pagination };
      }
      if (order === 'asc')
        throw invalid([{ path: 'order', code: 'not_allowed', message: 'asc needs sort=hits' }]);
      if (q !== undefined) {
        const { rows, reached } = await request.inTenant((tx) =>
          searchRedirects(tx, filter, q.trim(), limit, readCursor(cursor)),
        );
        return page(rows, limit, presentRedirect, reached);
      }
      const rows = await request.inTenant((tx) => listRedirects(tx, filter, limit, readCursor(cursor)));
      return page(rows, limit, presentRedirect);
    },
  );

  app.get(
    '/v1/redirects/:id',
    {
      config: { role: 'viewer', scope: 'read:redirects' },
      schema: { summary: 'Get a redirect', params: IdParams, response: { 200: Success(Redirect) } },
    },
    async (request, reply) => {
      const [row] = await request.inTenant((tx) => findRedirects(tx, [request.params.id]));
      if (row === undefined) throw notFound('redirect');
      return withEtag(reply, presentRedirect(row));
    },
  );

  app.patch(
    '/v1/redirects/:id',
    {
      config: { role: 'editor', scope: 'write:redirects', dryRun: true },
      schema: {
        fails: ['conflict'],
        summary: 'Change a redirect',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        body: RedirectChange,
        response: { 200: Success(Redirect) },
      },
    },
    async (request, reply) => {
      const seen = readIfMatch(request);
      const changed = await deps.save(request, (tx) =>
        changeRedirect(tx, clock(), deps, request.params.id, request.body, seen),
      );
      return withEtag(reply, changed);
    },
  );

  app.delete(
    '/v1/redirects/:id',
    {
      config: { role: 'editor', scope: 'write:redirects', dryRun: true },
      schema: {
        summary: 'Remove a redirect',
        description: 'With If-Match, only if the record has not changed since.',
        params: IdParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await deps.save(request, (tx) =>
          removeRedirect(tx, clock(), deps, request.params.id, readIfMatch(request)),
        ),
      ),
  );
}
