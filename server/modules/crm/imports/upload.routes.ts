import { type Static, Type } from 'typebox';
import { createDiskGuard } from '#kernel/disk.ts';
import { CsvQuery, readMapping } from '#kernel/files/csv-options.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptImports, IMPORT_SCHEMA, readFormat, representBody } from '#kernel/http/body/import-upload.ts';
import { readUpload } from '#kernel/http/body/upload.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf } from '#kernel/http/fields.ts';
import type { Kernel } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import { ERROR_POLICIES } from '../orders/bulk.ts';
import { CHANNELS } from '../orders/fields.ts';
import { authorOf } from '../orders/placing.ts';
import { type CrmSettings, IMPORTS } from '../settings.ts';
import { isField } from './columns.ts';
import { Import } from './imports.routes.ts';
import { type Admit, discardImport, enqueueImport, receiveFile } from './imports.ts';

const ImportQuery = Type.Object({
  ...CsvQuery.properties,
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
  currency: Type.Optional(Type.String({ format: 'currency', description: 'Used where the file has none.' })),
});

export function importUploadRoutes(
  app: App,
  {
    db,
    clock,
    config,
    metrics,
    wake,
  }: Pick<Kernel, 'db' | 'clock' | 'config' | 'metrics'> & { wake(): void },
  { importMaxBytes }: CrmSettings,
): void {
  const assertRoom = createAssertRoom(config, metrics);
  // Import files are stored in the database, whose disk is visible only if it is on this machine.
  const assertDisk = createDiskGuard(
    config.dataDir,
    config.databaseUrl === null ? config.diskReserveBytes : 0,
  );
  const admit: Admit = async (tx, bytes) => {
    await assertDisk();
    await assertRoom(tx, IMPORTS, bytes);
  };
  app.register(async (scope) => {
    acceptImports(scope as App);
    (scope as App).post(
      '/v1/crm/imports',
      {
        config: { role: 'editor', scope: 'write:crm_bulk', dryRun: true },
        schema: {
          operationId: 'createImport',
          summary: 'Import orders from a file (CSV or NDJSON); the work goes on in the background',
          ...IMPORT_SCHEMA,
          querystring: ImportQuery,
          response: { 202: Success(Import) },
        },
      },
      async (request, reply) => {
        const { mapping, errorPolicy, delimiter, decimal, createCustomers, channel } = request.query;
        const { timeZone } = request.actor.tenant;
        const format = readFormat(request);
        const isDry = isDryRun(request);
        const options = {
          mapping: readMapping(mapping, isField, 'an order'),
          delimiter,
          decimal,
          timeZone,
          createCustomers,
          channel,
          currency: request.query.currency ?? null,
        };
        const wanted = {
          format,
          error_policy: errorPolicy,
          dry_run: isDry,
          options: { ...options, by: authorOf(request.actor) },
        };
        const tenantId = request.actor.tenant.id;
        const pieces = readUpload(request, importMaxBytes);
        const { id, digest } = await receiveFile({ db, clock, admit }, tenantId, wanted, pieces);
        representBody(request, format, digest);
        let queued: Static<typeof Import>;
        try {
          // A dry run also stores an import, which only checks; so the transaction must not be rolled back.
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
}
