/**
 * Exports lists as files: rows become CSV or NDJSON as they are read, a batch at a time, and no faster than the client reads
 * them.
 */

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalid } from '#kernel/errors.ts';
import { stringifyJson } from '#kernel/http/body/verbatim.ts';
import { OneOf, Uuid } from '#kernel/http/fields.ts';
import { whenOver } from '#kernel/http/when-over.ts';
import { Slices } from '#kernel/work/slices.ts';
import { csvLine } from '#shared/csv-line.ts';

const FORMATS = ['csv', 'ndjson'] as const;
const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

export const ExportFormat = Type.Unsafe<(typeof FORMATS)[number]>({
  ...OneOf(FORMATS),
  default: 'csv',
  description: 'csv: cells that a spreadsheet would run as a formula begin with an apostrophe.',
});

/** The answer of an export, for the contract. */
export const FileOf = (description: string) => ({
  description,
  content: {
    'text/csv': { schema: Type.String() },
    'application/x-ndjson': { schema: Type.String() },
  },
  sends: ['Content-Disposition', 'X-Total-Count'],
});

/** The point at which an interrupted export resumes: CSV then has no header row, so that the parts make one file. */
export const ExportAfter = Type.Optional(
  Uuid('The id of the last row you have: the file goes on after it, and CSV has no names of columns then.'),
);

export const unknownPlace = (what: string) =>
  invalid([{ path: 'after', code: 'not_found', message: `must be the id of ${what} that is still there` }]);

/** The columns of a row in CSV: the name of each, and its value. */
export type Columns<Row> = Record<string, (row: Row) => unknown>;

export async function sendFile<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  file: {
    name: string;
    format: (typeof FORMATS)[number];
    columns: Columns<Row>;
    batches: AsyncIterator<Row[]>;
    /** The number of rows, if it is known without counting them. */
    total?: number;
    /** True if this is the rest of an interrupted export. */
    goesOn?: boolean;
  },
): Promise<FastifyReply> {
  const { name, format, columns, batches, total, goesOn = false } = file;
  const leave = enter(request.actor.tenant.id);
  whenOver(reply.raw, leave);
  // Read before the first byte is sent, so that an early failure is still an error answer.
  const first = await batches.next();
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(CONTENT_TYPES[format]);
  if (total !== undefined) reply.header('x-total-count', total);
  if (request.method === 'HEAD') return reply.send('');
  const text = format === 'csv' ? csvWriter(columns) : (row: Row) => `${stringifyJson(row)}\n`;
  async function* pieces() {
    try {
      if (format === 'csv' && !goesOn) yield csvLine(Object.keys(columns));
      for (let batch = first; !batch.done; batch = await batches.next()) {
        const slices = new Slices();
        let piece = '';
        for (const row of batch.value) {
          piece += text(row);
          if (!slices.isOver) continue;
          yield piece;
          piece = '';
          await slices.next();
        }
        if (piece !== '') yield piece;
      }
    } finally {
      await batches.return?.();
    }
  }
  // A failure half-way cuts the connection: after the first bytes there is no other way to report it.
  return reply.send(Readable.from(pieces(), { objectMode: false, highWaterMark: 1 }));
}

/** The most exports of a tenant at once: more would only make each of them slower. */
const MOST_AT_ONCE = 4;
const underWay = new Map<string, number>();

function enter(tenantId: string): () => void {
  const count = underWay.get(tenantId) ?? 0;
  if (count >= MOST_AT_ONCE) {
    const message = `At most ${MOST_AT_ONCE} exports of a tenant may be under way at once. Please wait for one to end.`;
    throw new AppError('rate_limited', message, undefined, { 'retry-after': '5' });
  }
  underWay.set(tenantId, count + 1);
  return () => {
    const left = underWay.get(tenantId)! - 1;
    if (left === 0) underWay.delete(tenantId);
    else underWay.set(tenantId, left);
  };
}

const AGAIN_MS = 500;
const PATIENCE_MS = 60_000;

/** Retries a page after the first until it succeeds: bytes that were sent cannot be withdrawn. */
export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(AGAIN_MS)) {
    try {
      return await read();
    } catch (error) {
      const mayPass = error instanceof AppError && error.code === 'unavailable';
      if (!mayPass || Date.now() > end) throw error;
    }
  }
}

function csvWriter<Row>(columns: Columns<Row>): (row: Row) => string {
  const cells = Object.values(columns);
  return (row) => csvLine(cells.map((cell) => cell(row)));
}

/** Reads a list page by page. Each page is a transaction of its own, so a slow client keeps none open. */
export async function* pagesOf<Row, After>(
  read: (after: After | null) => Promise<Row[]>,
  placeOf: (row: Row) => After,
  size: number,
  from: After | null = null,
): AsyncGenerator<Row[]> {
  let rows = await read(from);
  for (;;) {
    yield rows;
    if (rows.length < size) return;
    const after = placeOf(rows.at(-1)!);
    rows = await patiently(() => read(after));
  }
}
