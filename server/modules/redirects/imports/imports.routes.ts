import { Type } from 'typebox';
import { AppError } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptImports, IMPORT_SCHEMA, readFormat, representBody } from '#kernel/http/body/import-upload.ts';
import { readUpload } from '#kernel/http/body/upload.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Uuid } from '#kernel/http/fields.ts';
import { ConcurrencyLimit } from '#kernel/http/limits.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { RedirectDeps } from '../redirects.ts';
import { MAX_ERRORS, readFile } from './file.ts';
import { EXISTING, type Existing, importRedirects, type Outcome } from './imports.ts';

const ERROR_POLICIES = ['reject_failed', 'reject_all'] as const;
const MAX_BYTES = 64 * 1024 * 1024;
/** The valid rows of a file are in memory until its end. */
const underWay = new ConcurrencyLimit(2, 'imports of redirects of one tenant');

const Imported = NamedObject('RedirectImport', {
  rows: Type.Integer(),
  created: Type.Integer(),
  replaced: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  errors: Type.Array(
    Type.Object({ row: Type.Integer(), field: Type.String(), code: Type.String(), message: Type.String() }),
    { description: `The errors by row of the file; the first ${MAX_ERRORS}.` },
  ),
});

const ImportQuery = Type.Object({
  propertyId: Type.Optional(Uuid('The property of all of them; the default one if none is named.')),
  existing: Type.Unsafe<Existing>({
    ...OneOf(EXISTING),
    default: 'refuse',
    description: 'The treatment of a row whose path has a redirect already.',
  }),
  errorPolicy: Type.Unsafe<(typeof ERROR_POLICIES)[number]>({
    ...OneOf(ERROR_POLICIES),
    default: 'reject_failed',
    description:
      'reject_all: one bad row, and nothing is written (422). reject_failed: the good ones are written.',
  }),
});

export function importRoutes(app: App, clock: () => Date, deps: RedirectDeps): void {
  app.register(async (scope) => {
    acceptImports(scope as App);
    scope.addHook('preHandler', async (request, reply) => {
      if (underWay.enter(request.actor.tenant.id, reply.raw)) return;
      throw await underWay.refusal({ connection: 'close' });
    });
    (scope as App).post(
      '/v1/redirects/import',
      {
        config: { role: 'editor', scope: 'write:redirects', dryRun: true },
        schema: {
          operationId: 'importRedirects',
          fails: ['quota_exceeded', 'not_found', 'conflict'],
          summary: 'Import up to 100,000 redirects from a file (CSV or NDJSON)',
          description: 'Columns and fields are called as in a redirect. An export can be imported as it is.',
          ...IMPORT_SCHEMA,
          querystring: ImportQuery,
          response: { 200: Success(Imported) },
        },
      },
      async (request) => {
        const { propertyId, existing, errorPolicy } = request.query;
        const format = readFormat(request);
        const { rows, digest } = await readFile(format, readUpload(request, MAX_BYTES), clock());
        representBody(request, format, digest);
        const outcome = await deps.save(request, async (tx) => {
          const done = await importRedirects(tx, clock(), deps, { propertyId, existing, rows });
          if (errorPolicy === 'reject_all' && done.failed > 0) throw refused(done);
          return done;
        });
        return success(outcome);
      },
    );
  });
}

const refused = ({ failed, errors }: Outcome) =>
  new AppError(
    'validation_error',
    `${failed} ${failed === 1 ? 'row is' : 'rows are'} not valid, so nothing was imported.`,
    errors.slice(0, 100).map(({ row, field, code, message }) => ({
      path: `rows[${row}]${field === '' ? '' : `.${field}`}`,
      code,
      message,
    })),
  );
