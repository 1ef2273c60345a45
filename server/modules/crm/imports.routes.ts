import { type Static, Type } from 'typebox';
import type { Db } from '#kernel/db/db.ts';
import { AppError, notFound } from '#kernel/errors.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { type Columns, ExportFormat, FileOf, pagesOf, sendFile } from '#kernel/http/export.ts';
import { IdParams, Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import type { App } from '#kernel/http/server.ts';
import { acceptUploads, readUpload } from '#kernel/http/upload.ts';
import { compileValidator } from '#kernel/http/validation.ts';
import { ERROR_POLICIES } from './bulk.ts';
import { type ErrorRow, findImport, listErrors, listImports } from './imports.sql.ts';
import {
  discardImport,
  enqueueImport,
  presentImport,
  readMapping,
  receiveFile,
  stopImport,
} from './imports.ts';
import { CHANNELS } from './orders.routes.ts';

const FORMAT_OF: Record<string, 'csv' | 'ndjson'> = { 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' };
const DELIMITERS = ['comma', 'semicolon', 'tab'] as const;

const ImportQuery = Type.Object({
  mapping: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description:
        'Of CSV, as JSON: field of an order → column. Fields not mentioned are found by their own name.',
    }),
  ),
  delimiter: Type.Unsafe<(typeof DELIMITERS)[number]>({ ...OneOf(DELIMITERS), default: 'comma' }),
  errorPolicy: Type.Unsafe<(typeof ERROR_POLICIES)[number]>({
    ...OneOf(ERROR_POLICIES),
    default: 'reject_failed',
    description:
      'reject_all: the whole file is checked first, and one bad order means that nothing is written.',
  }),
  createCustomers: Type.Boolean({
    default: false,
    description: 'Make customers for unknown e-mail addresses.',
  }),
  channel: Type.Unsafe<(typeof CHANNELS)[number]>({ ...OneOf(CHANNELS), default: 'import' }),
  currency: Type.Optional(Type.String({ format: 'currency', description: 'Where the file names none.' })),
});

const Import = Type.Object({
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
  errorsKept: Type.Integer({ description: 'How many entries the file of errors has.' }),
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

export function importRoutes(
  app: App,
  { db, clock, maxBytes, wake }: { db: Db; clock: () => Date; maxBytes: number; wake(): void },
): void {
  app.register(async (scope) => {
    acceptUploads(scope as App, Object.keys(FORMAT_OF));
    (scope as App).post(
      '/v1/crm/imports',
      {
        config: { role: 'editor', scope: 'write:crm_bulk', dryRun: true },
        schema: {
          operationId: 'createImport',
          summary: 'Import orders from a file (CSV or NDJSON); the work goes on in the background',
          consumes: Object.keys(FORMAT_OF),
          querystring: ImportQuery,
          body: Type.Unsafe<unknown>({ type: 'string', description: 'The file, as it is.' }),
          response: { 202: Success(Import) },
        },
        // The file is read by the handler; what is in it is judged row by row, later.
        validatorCompiler: ({ schema, httpPart }) =>
          httpPart === 'body' ? () => true : compileValidator(schema, httpPart),
      },
      async (request, reply) => {
        const { mapping, errorPolicy, delimiter, createCustomers, channel, currency = null } = request.query;
        const format = FORMAT_OF[String(request.headers['content-type']).split(';')[0]!.trim().toLowerCase()];
        if (format === undefined)
          throw new AppError('unsupported_media_type', 'Send the file as text/csv or application/x-ndjson.');
        const isDry = isDryRun(request);
        const wanted = {
          format,
          error_policy: errorPolicy,
          dry_run: isDry,
          options: { mapping: readMapping(mapping), delimiter, createCustomers, channel, currency },
        };
        const tenantId = request.actor.tenant.id;
        const pieces = readUpload(request, maxBytes);
        const { id, digest } = await receiveFile(db, clock, tenantId, wanted, pieces);
        // Stands for the body where it is compared with that of an earlier request with the same Idempotency-Key.
        request.rawBody = digest;
        let queued: Static<typeof Import>;
        try {
          // What a dry run leaves is an import too, one that only checks; so it must not be undone.
          queued = isDry
            ? await db.inTenant(tenantId, (tx) => enqueueImport(tx, id, clock()))
            : await request.inTenant((tx) => enqueueImport(tx, id, clock()));
        } catch (error) {
          await discardImport(db, tenantId, id);
          throw error;
        }
        if (request.replayed) await discardImport(db, tenantId, id);
        else reply.header('location', `/v1/crm/imports/${id}`);
        wake();
        return reply.code(202).send(success(queued));
      },
    );
  });

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
      schema: { summary: 'How far an import is', params: IdParams, response: { 200: Success(Import) } },
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
        summary: 'Cancel an import; what it placed stays',
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
        summary: 'What is wrong with the rows of an import, as a file',
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
