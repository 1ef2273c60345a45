import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
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
import { createAssertRoom } from '#kernel/usage.ts';
import { CHANNELS } from '../orders/fields.ts';
import { authorOf } from '../orders/placing/placing.ts';
import { type CrmSettings, IMPORTS } from '../settings.ts';
import { isField } from './columns.ts';
import { presentImport, TABLES } from './imports.ts';

const Import = ImportOf('OrderImport', {
  createCustomers: Type.Boolean(),
  channel: OneOf(CHANNELS),
  currency: Nullable(Type.String()),
  rows: Type.Object({
    total: Nullable(Type.Integer({ description: 'Known when the import is finished.' })),
    done: Type.Integer(),
    failed: Type.Integer(),
  }),
  orders: Type.Object({ placed: Type.Integer(), failed: Type.Integer() }),
});
export type Import = Static<typeof Import>;

const ImportQuery = Type.Object({
  ...CsvQuery.properties,
  errorPolicy: ErrorPolicyQuery('order'),
  createCustomers: Type.Boolean({
    default: false,
    description: 'Make customers for unknown e-mail addresses.',
  }),
  channel: Type.Unsafe<(typeof CHANNELS)[number]>({ ...OneOf(CHANNELS), default: 'import' }),
  currency: Type.Optional(Type.String({ format: 'currency', description: 'Used where the file has none.' })),
});

export function importRoutes(
  app: App,
  { db, clock, config, metrics }: Kernel,
  wake: () => void,
  { importMaxBytes: maxBytes }: CrmSettings,
): void {
  const assertRoom = createAssertRoom(config, metrics);
  // Import files are stored in the database, whose disk is visible only if it is on this machine.
  const assertDisk = createDiskGuard(
    config.dataDir,
    config.databaseUrl === null ? config.diskReserveBytes : 0,
  );
  const admit = async (tx: Tx, bytes: number) => {
    await assertDisk();
    await assertRoom(tx, IMPORTS, bytes);
  };
  const receiving = { db, clock, tables: TABLES, maxBytes, admit, present: presentImport, wake };
  app.register(async (scope) => {
    acceptImports(scope as App);
    (scope as App).post(
      '/v1/crm/imports',
      {
        config: { role: 'editor', scope: 'write:crm_bulk', dryRun: true },
        schema: {
          operationId: 'createImport',
          fails: ['quota_exceeded', 'conflict', 'disk_full'],
          sends: ['Location'],
          summary: 'Import orders from a file (CSV or NDJSON); the work goes on in the background',
          ...IMPORT_SCHEMA,
          querystring: ImportQuery,
          response: { 202: Success(Import) },
        },
      },
      async (request, reply) => {
        const { mapping, errorPolicy, delimiter, decimal, fileName, createCustomers, channel, currency } =
          request.query;
        const options = {
          mapping: readMapping(mapping, isField, 'an order'),
          delimiter,
          decimal,
          timeZone: request.actor.tenant.timeZone,
          createCustomers,
          channel,
          currency: currency ?? null,
          by: authorOf(request.actor),
        };
        return receiveImport(request, reply, receiving, { errorPolicy, fileName, options });
      },
    );
  });

  routesOf(app, clock, {
    path: '/v1/crm/imports',
    tables: TABLES,
    schema: Import,
    present: presentImport,
    read: { role: 'viewer', scope: 'read:crm' },
    write: { role: 'editor', scope: 'write:crm_bulk', dryRun: true },
    list: { summary: 'List imports' },
    get: { summary: 'The progress of an import' },
    cancel: { summary: 'Cancel an import; orders that it has placed stay' },
    errors: { summary: 'The errors of an import, as a file' },
  });
}
