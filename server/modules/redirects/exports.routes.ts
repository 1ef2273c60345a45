import { Type } from 'typebox';
import type { Position } from '#kernel/db/newest-first.ts';
import type { App } from '#kernel/http/app.ts';
import {
  type Columns,
  ExportAfter,
  ExportFormat,
  FileOf,
  pagesOf,
  sendFile,
  unknownPlace,
} from '#kernel/http/export.ts';
import type { Redirect } from './redirect-fields.ts';
import { readFilter } from './redirect-list.ts';
import { RedirectQuery } from './redirects.routes.ts';
import { findRedirectPlace, listRedirects } from './redirects.sql.ts';
import { presentRedirect } from './redirects.ts';

const ROWS_PER_READ = 1_000;

const COLUMNS: Columns<Redirect> = {
  from: ({ from }) => from,
  to: ({ to }) => to,
  statusCode: ({ statusCode }) => statusCode,
  match: ({ match }) => match,
  query: ({ query }) => query,
  activeFrom: ({ activeFrom }) => activeFrom,
  activeUntil: ({ activeUntil }) => activeUntil,
  notes: ({ notes }) => notes,
  hits: ({ hits }) => hits,
  lastHitAt: ({ lastHitAt }) => lastHitAt,
  id: ({ id }) => id,
  propertyId: ({ propertyId }) => propertyId,
  createdAt: ({ createdAt }) => createdAt,
  updatedAt: ({ updatedAt }) => updatedAt,
};

export function exportRoutes(app: App): void {
  app.get(
    '/v1/redirects/export',
    {
      config: { role: 'viewer', scope: 'read:redirects', export: 'redirects' },
      schema: {
        operationId: 'getRedirectExport',
        summary: 'Redirects as a file: any list of them, newest first',
        querystring: Type.Object({ ...RedirectQuery.properties, format: ExportFormat, after: ExportAfter }),
        response: { 200: FileOf('Redirects; an import can read them.') },
      },
    },
    async (request, reply) => {
      const { format, after, ...query } = request.query;
      const filter = readFilter(query);
      const goesOn = after !== undefined;
      const from = goesOn ? await request.inTenant((tx) => findRedirectPlace(tx, after)) : null;
      if (goesOn && from === null) throw unknownPlace('a redirect');
      const read = (after: Position | null) =>
        request.inTenant(async (tx) =>
          (await listRedirects(tx, filter, ROWS_PER_READ - 1, after)).map(presentRedirect),
        );
      const batches = pagesOf(read, placeOf, ROWS_PER_READ, from);
      return sendFile(request, reply, { name: 'redirects', format, columns: COLUMNS, batches, goesOn });
    },
  );
}

const placeOf = ({ id, createdAt }: Redirect): Position => ({ at: new Date(createdAt), id });
