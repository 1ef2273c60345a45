import type { FastifyContextConfig } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Page, PageQuery, page, readCursor, Success, success } from '#kernel/http/envelope.ts';
import { type Columns, ExportFormat, FileOf, pagesOf, sendFile } from '#kernel/http/export.ts';
import { IdParams } from '#kernel/http/fields.ts';
import { type ErrorRow, findImport, listErrors, listImports } from '#kernel/imports/imports.sql.ts';
import { stopImport } from '#kernel/imports/receiving.ts';
import type { ImportRow, ImportTables, Own } from '#kernel/imports/record.ts';

type Described = { summary: string; operationId?: string };

export type ImportResource<C extends Own> = {
  path: string;
  tables: ImportTables<C>;
  schema: TSchema;
  present(row: ImportRow & C): unknown;
  read: FastifyContextConfig;
  write: FastifyContextConfig;
  list: Described;
  get: Described;
  cancel: Described;
  errors: Described;
};

const ERROR_COLUMNS: Columns<ReturnType<typeof presentError>> = {
  row: ({ row }) => row,
  field: ({ field }) => field,
  code: ({ code }) => code,
  message: ({ message }) => message,
};
const ERRORS_PER_READ = 1_000;

export function importRoutes<C extends Own>(app: App, clock: () => Date, resource: ImportResource<C>): void {
  const { path, tables, schema, present, read: config, write } = resource;

  app.get(
    path,
    { config, schema: { ...resource.list, querystring: PageQuery, response: { 200: Page(schema) } } },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant((tx) => listImports(tx, tables, limit, readCursor(cursor)));
      return page(rows, limit, present);
    },
  );

  app.get(
    `${path}/:id`,
    { config, schema: { ...resource.get, params: IdParams, response: { 200: Success(schema) } } },
    async (request) => {
      const row = await request.inTenant((tx) => findImport(tx, tables, request.params.id));
      if (row === undefined) throw notFound('import');
      return success(present(row));
    },
  );

  app.post(
    `${path}/:id/cancel`,
    {
      config: write,
      schema: {
        ...resource.cancel,
        fails: ['invalid_transition'],
        params: IdParams,
        response: { 200: Success(schema) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx) =>
          present(await stopImport(tx, tables, request.params.id, clock())),
        ),
      ),
  );

  app.get(
    `${path}/:id/errors`,
    {
      config,
      schema: {
        ...resource.errors,
        params: IdParams,
        querystring: Type.Object({ format: ExportFormat }),
        response: { 200: FileOf('A row of the file, its column, and what is wrong with it.') },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if ((await request.inTenant((tx) => findImport(tx, tables, id))) === undefined)
        throw notFound('import');
      const read = (after: ErrorRow | null) =>
        request.inTenant((tx) => listErrors(tx, tables, id, after, ERRORS_PER_READ));
      return sendFile(request, reply, {
        name: `import-${id}-errors`,
        format: request.query.format,
        columns: ERROR_COLUMNS,
        batches: presented(pagesOf(read, (row) => row, ERRORS_PER_READ)),
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
