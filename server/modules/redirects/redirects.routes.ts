import { Type } from 'typebox';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Text, Time } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { listRedirects } from './redirects.sql.ts';
import { addRedirect, presentRedirect, removeRedirect } from './redirects.ts';

const StatusCode = { type: 'integer', enum: [301, 302, 307, 308] };

const NewRedirect = Type.Object({
  from: Text(2048, 'The path that moved, for example /old-page.'),
  to: Text(2048, 'A path, or an http(s) address.'),
  statusCode: Type.Unsafe<301 | 302 | 307 | 308>({ ...StatusCode, default: 301 }),
});

export const Redirect = Type.Object({
  id: Type.String(),
  from: Type.String(),
  to: Type.String(),
  statusCode: Type.Unsafe<301 | 302 | 307 | 308>(StatusCode),
  createdAt: Time(),
});

export function redirectRoutes(app: App, clock: () => Date): void {
  app.post(
    '/v1/redirects',
    {
      config: { role: 'editor', scope: 'write:redirects' },
      schema: { summary: 'Add a redirect', body: NewRedirect, response: { 201: Success(Redirect) } },
    },
    async (request, reply) => {
      const added = await request.inTenant((tx) => addRedirect(tx, clock(), request.body));
      return reply.code(201).send(success(added));
    },
  );

  app.get(
    '/v1/redirects',
    {
      config: { role: 'viewer', scope: 'read:redirects' },
      schema: { summary: 'List redirects', querystring: PageQuery, response: { 200: Page(Redirect) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listRedirects(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentRedirect);
    },
  );

  app.delete(
    '/v1/redirects/:id',
    {
      config: { role: 'editor', scope: 'write:redirects' },
      schema: {
        summary: 'Remove a redirect',
        params: IdParams,
        response: { 200: Success(Type.Object({ id: Type.String(), deleted: Type.Literal(true) })) },
      },
    },
    async (request) =>
      success(await request.inTenant((tx) => removeRedirect(tx, clock(), request.params.id))),
  );
}
