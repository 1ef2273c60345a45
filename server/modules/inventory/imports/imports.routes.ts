import { Type } from 'typebox';
import { AppError } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptImports, IMPORT_SCHEMA, readFormat, representBody } from '#kernel/http/body/import-upload.ts';
import { readUpload } from '#kernel/http/body/upload.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { ConcurrencyLimit } from '#kernel/http/limits.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { AssertRoom } from '#kernel/usage.ts';
import { importCounts, MAX_ERRORS, MAX_ROWS, type RowError, readCounts } from './imports.ts';

const ERROR_POLICIES = ['reject_failed', 'reject_all'] as const;
const MAX_BYTES = 16 * 1024 * 1024;
/** The rows of a file are in memory until its end. */
const underWay = new ConcurrencyLimit(2, 'imports of counts of one tenant');

const Imported = NamedObject('CountImport', {
  rows: Type.Integer(),
  counted: Type.Integer({ description: 'Rows that changed the stock.' }),
  unchanged: Type.Integer(),
  created: Type.Integer({ description: 'Items that were not there before.' }),
  failed: Type.Integer(),
  errors: Type.Array(
    Type.Object({ row: Type.Integer(), field: Type.String(), code: Type.String(), message: Type.String() }),
    { description: `The errors by row of the file; the first ${MAX_ERRORS}.` },
  ),
});

const ImportQuery = Type.Object({
  reason: Type.Optional(Text(500, 'The reason of the movements.')),
  errorPolicy: Type.Unsafe<(typeof ERROR_POLICIES)[number]>({
    ...OneOf(ERROR_POLICIES),
    default: 'reject_failed',
    description:
      'reject_all: one bad row, and nothing is written (422). reject_failed: the good ones are written.',
  }),
});

export function importRoutes(app: App, clock: () => Date, assertRoom: AssertRoom): void {
  app.register(async (scope) => {
    acceptImports(scope as App);
    scope.addHook('preHandler', async (request, reply) => {
      if (underWay.enter(request.actor.tenant.id, reply.raw)) return;
      throw await underWay.refusal({ connection: 'close' });
    });
    (scope as App).post(
      '/v1/inventory/imports',
      {
        config: { role: 'editor', scope: 'write:inventory', dryRun: true },
        schema: {
          operationId: 'importCounts',
          fails: ['quota_exceeded'],
          summary: `Import up to ${MAX_ROWS.toLocaleString('en')} counts from a file (CSV or NDJSON)`,
          description:
            'Columns or fields: sku, count, and location (a code; without it, where stock is taken first). Items that are not there yet are created.',
          ...IMPORT_SCHEMA,
          querystring: ImportQuery,
          response: { 200: Success(Imported) },
        },
      },
      async (request) => {
        const { errorPolicy, reason = 'Import' } = request.query;
        const format = readFormat(request);
        const { file, digest } = await readCounts(format, readUpload(request, MAX_BYTES));
        representBody(request, format, digest);
        const outcome = await request.inTenant(async (tx, actor) => {
          const done = await importCounts(tx, actor, clock(), file, reason, assertRoom);
          if (errorPolicy === 'reject_all' && done.failed > 0) throw refused(done);
          return done;
        });
        return success(outcome);
      },
    );
  });
}

const refused = ({ failed, errors }: { failed: number; errors: RowError[] }) =>
  new AppError(
    'validation_error',
    `${failed} ${failed === 1 ? 'row is' : 'rows are'} not valid, so nothing was imported.`,
    errors.slice(0, 100).map(({ row, field, code, message }) => ({
      path: `rows[${row}]${field === '' ? '' : `.${field}`}`,
      code,
      message,
    })),
  );
