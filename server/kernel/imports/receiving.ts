/** Receives the file of an import and queues it; the route has read the query. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, conflict, invalid, notFound } from '#kernel/errors.ts';
import { readFormat, representBody } from '#kernel/http/body/import-upload.ts';
import { readUpload } from '#kernel/http/body/upload.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { success } from '#kernel/http/envelope.ts';
import { newId } from '#kernel/id.ts';
import {
  cancelImport,
  deleteImport,
  findImport,
  insertChunk,
  insertImport,
  queueImport,
} from '#kernel/imports/imports.sql.ts';
import type { ImportOrigin, ImportRow, ImportTables, Own } from '#kernel/imports/record.ts';
import type { Kernel } from '#kernel/module.ts';

/** An upload whose process died is abandoned after this time; any other failed upload, at once. */
const UPLOAD_LEASE_MS = 600_000;

export type Receiving<C extends Own> = Pick<Kernel, 'db' | 'clock'> & {
  tables: ImportTables<C>;
  maxBytes: number;
  /** Rejects a chunk for which there is no room. */
  admit(tx: Tx, bytes: number): Promise<void>;
  present(row: ImportRow & C): unknown;
  wake(): void;
};

/** Stores the file, and answers 202 once the import is queued. */
export async function receiveImport<C extends Own>(
  request: FastifyRequest,
  reply: FastifyReply,
  receiving: Receiving<C>,
  wanted: { errorPolicy: ImportRow['error_policy']; fileName: string | undefined; options: object },
): Promise<FastifyReply> {
  const { db, clock, tables, present, wake } = receiving;
  const tenantId = request.actor.tenant.id;
  const format = readFormat(request);
  const isDry = isDryRun(request);
  const id = newId();
  const row = {
    id,
    format,
    options: JSON.stringify({ ...wanted.options, ...originOf(request.actor, wanted.fileName) }),
    dry_run: isDry,
    error_policy: wanted.errorPolicy,
    // `reject_all` checks the whole file before it writes; a dry run is only that check.
    pass: isDry || wanted.errorPolicy === 'reject_all' ? ('check' as const) : ('write' as const),
  };
  representBody(request, format, await storeFile(request, receiving, row));
  const discard = () => db.inTenant(tenantId, (tx) => deleteImport(tx, tables, id));
  const enqueue = async (tx: Tx) => {
    const queued = await queueImport(tx, tables, id, clock());
    if (queued === undefined) throw wasCancelled();
    return present(queued);
  };
  let queued: unknown;
  try {
    // A dry run also stores an import, which only checks; so the transaction must not be rolled back.
    queued = isDry ? await db.inTenant(tenantId, enqueue) : await request.inTenant(enqueue);
  } catch (error) {
    await discard();
    throw error;
  }
  if (request.replayed) await discard();
  else reply.header('location', `${request.routeOptions.url}/${id}`);
  wake();
  return reply.code(202).send(success(queued));
}

const originOf = ({ type, id, name }: Actor, fileName: string | undefined): ImportOrigin => ({
  fileName: fileName ?? null,
  startedBy: { type, id, name },
});

const wasCancelled = () => conflict('The import was cancelled.');

/** Stores the file in chunks, each in its own transaction. An interrupted upload leaves nothing behind. Returns its digest. */
async function storeFile<C extends Own>(
  request: FastifyRequest,
  { db, clock, tables, admit, maxBytes }: Receiving<C>,
  row: Parameters<typeof insertImport>[2],
): Promise<Buffer> {
  const tenantId = request.actor.tenant.id;
  const leaseUntil = () => new Date(clock().getTime() + UPLOAD_LEASE_MS);
  const digest = createHash('sha256');
  let received = 0;
  try {
    for await (const piece of readUpload(request, maxBytes)) {
      await db.inTenant(tenantId, async (tx) => {
        await admit(tx, piece.length);
        if (received === 0 && !(await insertImport(tx, tables, row, clock(), leaseUntil()))) {
          throw conflict(
            `${tables.mostOpen} imports are under way or waiting already. Wait until one is over, or cancel one.`,
          );
        }
        if (!(await insertChunk(tx, tables, row.id, received, piece, leaseUntil()))) throw wasCancelled();
      });
      digest.update(piece);
      received += piece.length;
    }
  } catch (error) {
    if (received > 0) await db.inTenant(tenantId, (tx) => deleteImport(tx, tables, row.id));
    throw error;
  }
  if (received === 0) throw invalid([{ path: '', code: 'too_short', message: 'The file is empty.' }]);
  return digest.digest();
}

export async function stopImport<C extends Own>(tx: Tx, tables: ImportTables<C>, id: string, now: Date) {
  const row = await cancelImport(tx, tables, id, now);
  if (row !== undefined) return row;
  const before = await findImport(tx, tables, id);
  if (before === undefined) throw notFound('import');
  const message = `This import is ${before.status}; only one that is not over can be cancelled.`;
  throw new AppError('invalid_transition', message, { state: before.status, allowed: [] });
}
