import { type Static, Type } from 'typebox';
import { createDiskGuard } from '#kernel/disk.ts';
import { notFound } from '#kernel/errors.ts';
import { CsvQuery, readMapping } from '#kernel/files/csv-options.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptImports, IMPORT_SCHEMA, readFormat, representBody } from '#kernel/http/body/import-upload.ts';
import { readUpload } from '#kernel/http/body/upload.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { type Columns, ExportFormat, FileOf, pagesOf, sendFile } from '#kernel/http/export.ts';
import { IdParams, Nullable, OneOf, Time } from '#kernel/http/fields.ts';
import type { Kernel } from '#kernel/module.ts';
import { READ, WRITE } from '../access.ts';
import { Currency } from '../products/fields.ts';
import { EXISTING, type Existing } from './applying.ts';
import { isField } from './columns.ts';
import { type ErrorRow, findImport, listErrors, listImports } from './imports.sql.ts';
import { discardImport, enqueueImport, presentImport, receiveFile, stopImport } from './imports.ts';

const ERROR_POLICIES = ['reject_failed', 'reject_all'] as const;
const MAX_BYTES = 128 * 1024 * 1024;
const ERRORS_PER_READ = 1_000;

const Import = Type.Object({
  id: Type.String(),
  status: OneOf(['receiving', 'queued', 'running', 'finished', 'failed', 'cancelled']),
  format: OneOf(['csv', 'ndjson']),
  dryRun: Type.Boolean(),
  errorPolicy: OneOf(ERROR_POLICIES),
  existing: OneOf(EXISTING),
  currency: Nullable(Type.String()),
  mapping: Type.Record(Type.String(), Type.String()),
  phase: OneOf(['checking', 'writing']),
  bytes: Type.Object({ received: Type.Integer(), done: Type.Integer() }),
  rows: Type.Integer(),
  products: Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  }),
  variants: Type.Integer({ description: 'Variants that were created or changed.' }),
  errorsKept: Type.Integer({ description: 'The number of entries in the file of errors.' }),
  warnings: Type.Array(Type.String()),
  reason: Nullable(Type.String({ description: 'Why it failed.' })),
  createdAt: Time(),
  startedAt: Nullable(Time()),
  finishedAt: Nullable(Time()),
});
export type CatalogImport = Static<typeof Import>;

const ImportQuery = Type.Object({
  ...CsvQuery.properties,
  existing: Type.Unsafe<Existing>({
    ...OneOf(EXISTING),
    default: 'update',
    description:
      'The treatment of a product whose handle exists. update: fields and variants of the file are changed or added, others stay.',
  }),
  errorPolicy: Type.Unsafe<(typeof ERROR_POLICIES)[number]>({
    ...OneOf(ERROR_POLICIES),
    default: 'reject_failed',
    description:
      'reject_all: the whole file is checked first, and one bad product means that nothing is written.',
  }),
  currency: Type.Optional({
    ...Currency(),
    description: "Of prices without one; the tenant's, if it is left out.",
  }),
});

const ERROR_COLUMNS: Columns<ReturnType<typeof presentError>> = {
  row: ({ row }) => row,
  field: ({ field }) => field,
  code: ({ code }) => code,
  message: ({ message }) => message,
};

const presentError = ({ row_number, field, code, message }: ErrorRow) => ({
  row: Number(row_number),
  field,
  code,
  message,
});

async function* presented(batches: AsyncIterable<ErrorRow[]>) {
  for await (const batch of batches) yield batch.map(presentError);
}

export function importRoutes(app: App, kernel: Kernel, wake: () => void): void {
  const { clock } = kernel;
  uploadRoute(app, kernel, wake);

  app.get(
    '/v1/catalog/imports',
    {
      config: READ,
      schema: {
        operationId: 'listCatalogImports',
        summary: 'List imports of products',
        querystring: PageQuery,
        response: { 200: Page(Import) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listImports(tx, limit, readCursor(cursor)));
      return page(rows, limit, presentImport);
    },
  );

  app.get(
    '/v1/catalog/imports/:id',
    {
      config: READ,
      schema: {
        operationId: 'getCatalogImport',
        summary: 'The progress of an import of products',
        params: IdParams,
        response: { 200: Success(Import) },
      },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findImport(tx, request.params.id));
      if (row === undefined) throw notFound('import');
      return success(presentImport(row));
    },
  );

  app.post(
    '/v1/catalog/imports/:id/cancel',
    {
      config: WRITE,
      schema: {
        operationId: 'cancelCatalogImport',
        summary: 'Cancel an import; products that it has written stay',
        params: IdParams,
        response: { 200: Success(Import) },
      },
    },
    async (request) => success(await request.inTenant((tx) => stopImport(tx, request.params.id, clock()))),
  );

  app.get(
    '/v1/catalog/imports/:id/errors',
    {
      config: READ,
      schema: {
        operationId: 'getCatalogImportErrors',
        summary: 'The errors of an import of products, as a file',
        params: IdParams,
        querystring: Type.Object({ format: ExportFormat }),
        response: { 200: FileOf('A row of the file, its field, and what is wrong with it.') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if ((await request.inTenant((tx) => findImport(tx, id))) === undefined) throw notFound('import');
      const read = (after: ErrorRow | null) =>
        request.inTenant((tx) => listErrors(tx, id, after, ERRORS_PER_READ));
      return sendFile(request, reply, {
        name: `import-${id}-errors`,
        format: request.query.format,
        columns: ERROR_COLUMNS,
        batches: presented(pagesOf(read, (row) => row, ERRORS_PER_READ)),
      });
    },
  );
}

function uploadRoute(app: App, { db, clock, config }: Kernel, wake: () => void): void {
  // Files are stored in the database, whose disk is visible only if it is on this machine.
  const assertDisk = createDiskGuard(
    config.dataDir,
    config.databaseUrl === null ? config.diskReserveBytes : 0,
  );
  app.register(async (scope) => {
    acceptImports(scope as App);
    (scope as App).post(
      '/v1/catalog/imports',
      {
        config: WRITE,
        schema: {
          operationId: 'createCatalogImport',
          summary: 'Import products from a file (CSV or NDJSON); the work goes on in the background',
          description:
            "CSV has a row for each variant, with the columns of an export, those of Shopify's product file, or those that `mapping` names. Without a column handle, rows with the same title are one product. NDJSON has a product with its variants in each line.",
          ...IMPORT_SCHEMA,
          querystring: ImportQuery,
          response: { 202: Success(Import) },
        },
      },
      async (request, reply) => {
        const { existing, errorPolicy, currency, delimiter, decimal } = request.query;
        const format = readFormat(request);
        const isDry = isDryRun(request);
        const { tenant } = request.actor;
        const mapping = readMapping(request.query.mapping, isField, 'a product');
        const options = { existing, currency: currency ?? tenant.currency, delimiter, decimal, mapping };
        const wanted = { format, error_policy: errorPolicy, dry_run: isDry, options };
        const pieces = readUpload(request, MAX_BYTES);
        const { id, digest } = await receiveFile({ db, clock, assertDisk }, tenant.id, wanted, pieces);
        representBody(request, format, digest);
        let queued: CatalogImport;
        try {
          // A dry run also stores an import, which only checks; so the transaction must not be rolled back.
          queued = isDry
            ? await db.inTenant(tenant.id, (tx) => enqueueImport(tx, id, clock()))
            : await request.inTenant((tx) => enqueueImport(tx, id, clock()));
        } catch (error) {
          await discardImport(db, tenant.id, id);
          throw error;
        }
        if (request.replayed) await discardImport(db, tenant.id, id);
        else reply.header('location', `/v1/catalog/imports/${id}`);
        wake();
        return reply.code(202).send(success(queued));
      },
    );
  });
}
