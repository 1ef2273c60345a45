import { type Static, Type } from 'typebox';
import { createDiskGuard } from '#kernel/disk.ts';
import { CsvQuery, readMapping } from '#kernel/files/csv-options.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptImports, IMPORT_SCHEMA } from '#kernel/http/body/import-upload.ts';
import { Success } from '#kernel/http/envelope.ts';
import { Nullable, OneOf } from '#kernel/http/fields.ts';
import { importRoutes as routesOf } from '#kernel/imports/imports.routes.ts';
import { receiveImport } from '#kernel/imports/receiving.ts';
import { ErrorPolicyQuery, ImportOf } from '#kernel/imports/record.ts';
import type { Kernel } from '#kernel/module.ts';
import { READ, WRITE } from '../access.ts';
import { Currency } from '../products/fields.ts';
import { EXISTING, type Existing } from './applying.ts';
import { isField } from './columns.ts';
import { presentImport, TABLES } from './imports.ts';

const MAX_BYTES = 128 * 1024 * 1024;

const Import = ImportOf('CatalogImport', {
  existing: OneOf(EXISTING),
  currency: Nullable(Type.String()),
  rows: Type.Integer(),
  products: Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    failed: Type.Integer(),
  }),
  variants: Type.Integer({ description: 'Variants that were created or changed.' }),
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
  errorPolicy: ErrorPolicyQuery('product'),
  currency: Type.Optional({
    ...Currency(),
    description: "The currency of prices without one; the tenant's, if it is left out.",
  }),
});

export function importRoutes(app: App, { db, clock, config }: Kernel, wake: () => void): void {
  // Files are stored in the database, whose disk is visible only if it is on this machine.
  const admit = createDiskGuard(config.dataDir, config.databaseUrl === null ? config.diskReserveBytes : 0);
  const receiving = { db, clock, tables: TABLES, maxBytes: MAX_BYTES, admit, present: presentImport, wake };
  app.register(async (scope) => {
    acceptImports(scope as App);
    (scope as App).post(
      '/v1/catalog/imports',
      {
        config: WRITE,
        schema: {
          operationId: 'createCatalogImport',
          fails: ['conflict', 'disk_full'],
          sends: ['Location'],
          summary: 'Import products from a file (CSV or NDJSON); the work goes on in the background',
          description:
            "CSV has a row for each variant, with the columns of an export, those of Shopify's product file, or those that `mapping` names. Without a column handle, rows with the same title are one product. NDJSON has a product with its variants in each line.",
          ...IMPORT_SCHEMA,
          querystring: ImportQuery,
          response: { 202: Success(Import) },
        },
      },
      async (request, reply) => {
        const { existing, errorPolicy, currency, delimiter, decimal, fileName } = request.query;
        const mapping = readMapping(request.query.mapping, isField, 'a product');
        const options = {
          existing,
          currency: currency ?? request.actor.tenant.currency,
          delimiter,
          decimal,
          mapping,
        };
        return receiveImport(request, reply, receiving, { errorPolicy, fileName, options });
      },
    );
  });

  routesOf(app, clock, {
    path: '/v1/catalog/imports',
    tables: TABLES,
    schema: Import,
    present: presentImport,
    read: READ,
    write: WRITE,
    list: { operationId: 'listCatalogImports', summary: 'List imports of products' },
    get: { operationId: 'getCatalogImport', summary: 'The progress of an import of products' },
    cancel: {
      operationId: 'cancelCatalogImport',
      summary: 'Cancel an import; products that it has written stay',
    },
    errors: {
      operationId: 'getCatalogImportErrors',
      summary: 'The errors of an import of products, as a file',
    },
  });
}
