import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { AppError, badRequest, type Problem } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import {
  acceptImports,
  type FileFormat,
  IMPORT_SCHEMA,
  readFormat,
  representBody,
} from '#kernel/http/body/import-upload.ts';
import { readUpload } from '#kernel/http/body/upload.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Uuid } from '#kernel/http/fields.ts';
import { ConcurrencyLimit } from '#kernel/http/limits.ts';
import { type Candidate, readCandidates, Unreadable } from './import-rows.ts';
import { EXISTING, type Existing, importRedirects, MAX_ERRORS, type Outcome } from './imports.ts';
import type { RedirectDeps } from './redirects.ts';

const ERROR_POLICIES = ['reject_failed', 'reject_all'] as const;
const MAX_ROWS = 100_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** The rows of a file are in memory until its end, up to 150 MiB of them. */
const underWay = new ConcurrencyLimit(2, 'imports of redirects of one tenant');

const Imported = Type.Object({
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
        const { candidates, digest } = await readFile(format, readUpload(request, MAX_BYTES));
        representBody(request, format, digest);
        const outcome = await deps.save(request, async (tx) => {
          const done = await importRedirects(tx, clock(), deps, { propertyId, existing, candidates });
          if (errorPolicy === 'reject_all' && done.failed > 0) throw refused(done);
          return { ...done, errors: done.errors.slice(0, MAX_ERRORS) };
        });
        return success(outcome);
      },
    );
  });
}

const UNTOLD: Problem[] = [{ path: '', code: 'not_valid', message: 'is not valid' }];

async function readFile(format: FileFormat, pieces: AsyncIterable<Buffer>) {
  const digest = createHash('sha256');
  async function* digested() {
    for await (const piece of pieces) {
      digest.update(piece);
      yield piece;
    }
  }
  const candidates: Candidate[] = [];
  let problems = 0;
  try {
    for await (const some of readCandidates(format, digested())) {
      for (const candidate of some) {
        // Beyond the reported errors, only the fact that a row is invalid is kept.
        if (problems >= MAX_ERRORS && candidate.problems.length > 0) candidate.problems = UNTOLD;
        problems += candidate.problems.length;
        candidates.push(candidate);
      }
      if (candidates.length > MAX_ROWS) {
        throw new AppError('payload_too_large', `The file has more than ${MAX_ROWS} redirects.`, undefined, {
          connection: 'close',
        });
      }
    }
  } catch (error) {
    throw error instanceof Unreadable ? badRequest(error.message) : error;
  }
  return { candidates, digest: digest.digest() };
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
