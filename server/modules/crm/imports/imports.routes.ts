import { type Static, Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { type Columns, ExportFormat, FileOf, pagesOf, sendFile } from '#kernel/http/export.ts';
import { IdParams, Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import { ERROR_POLICIES } from '../orders/bulk.ts';
import { CHANNELS } from '../orders/fields.ts';
import { type ErrorRow, findImport, listErrors, listImports } from './imports.sql.ts';
import { presentImport, stopImport } from './imports.ts';

export const Import = Type.Object({
  id: Type.String(),
  status: OneOf(['receiving', 'queued', 'running', 'finished', 'failed', 'cancelled']),
  format: OneOf(['csv', 'ndjson']),
  dryRun: Type.Boolean(),
  errorPolicy: OneOf(ERROR_POLICIES),
  mapping: Type.Record(Type.String(), Type.String()),
  createCustomers: Type.Boolean(),
  channel: OneOf(CHANNELS),
  currency: Nullable(Type.String()),
  phase: OneOf(['checking', 'writing']),
  bytes: Type.Object({ received: Type.Integer(), done: Type.Integer() }),
  rows: Type.Object({
    total: Nullable(Type.Integer({ description: 'Known when the import is finished.' })),
    done: Type.Integer(),
    failed: Type.Integer(),
  }),
  orders: Type.Object({ placed: Type.Integer(), failed: Type.Integer() }),
  errorsKept: Type.Integer({ description: 'The number of entries in the file of errors.' }),
  warnings: Type.Array(Type.String()),
  reason: Nullable(Type.String({ description: 'Why it failed.' })),
  createdAt: Time(),
  startedAt: Nullable(Time()),
  finishedAt: Nullable(Time()),
});
export type Import = Static<typeof Import>;

const ERROR_COLUMNS: Columns<ReturnType<typeof presentError>> = {
  row: ({ row }) => row,
  field: ({ field }) => field,
  code: ({ code }) => code,
  message: ({ message }) => message,
};
const ERRORS_PER_READ = 1_000;

export function importRoutes(app: App, clock: () => Date): void {
  app.get(
    '/v1/crm/imports',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: { summary: 'List imports', querystring: PageQuery, response: { 200: Page(Import) } },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listImports(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentImport);
    },
  );

  app.get(
    '/v1/crm/imports/:id',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: { summary: 'The progress of an import', params: IdParams, response: { 200: Success(Import) } },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findImport(tx, request.params.id));
      if (row === undefined) throw notFound('import');
      return success(presentImport(row));
    },
  );

  app.post(
    '/v1/crm/imports/:id/cancel',
    {
      config: { role: 'editor', scope: 'write:crm_bulk', dryRun: true },
      schema: {
        summary: 'Cancel an import; orders that it has placed stay',
        params: IdParams,
        response: { 200: Success(Import) },
      },
    },
    async (request) => success(await request.inTenant((tx) => stopImport(tx, request.params.id, clock()))),
  );

  app.get(
    '/v1/crm/imports/:id/errors',
    {
      config: { role: 'viewer', scope: 'read:crm' },
      schema: {
        summary: 'The errors of an import, as a file',
        params: IdParams,
        querystring: Type.Object({ format: ExportFormat }),
        response: { 200: FileOf('A row of the file, its column, and what is wrong with it.') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const found = await request.inTenant((tx) => findImport(tx, id));
      if (found === undefined) throw notFound('import');
      const read = (after: ErrorRow | null) =>
        request.inTenant((tx) => listErrors(tx, id, after, ERRORS_PER_READ));
      const batches = presented(pagesOf(read, (row) => row, ERRORS_PER_READ));
      const { format } = request.query;
      return sendFile(request, reply, {
        name: `import-${id}-errors`,
        format,
        columns: ERROR_COLUMNS,
        batches,
      });
    },
  );
}

const presentError = ({ row_number, field, code, message }: ErrorRow) => ({
  row: Number(row_number),
  field,
  code,
  message,
});

async function* presented(batches: AsyncIterable<ErrorRow[]>) {
  for await (const batch of batches) yield batch.map(presentError);
}
