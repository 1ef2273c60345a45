/** Lists as files: rows become CSV or NDJSON while they are read, a batch at a time, and no faster than the client takes them. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { csvLine } from '#kernel/files/csv.ts';
import { OneOf } from '#kernel/http/fields.ts';
import { stringifyJson } from '#kernel/http/verbatim.ts';

const FORMATS = ['csv', 'ndjson'] as const;
const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' };

export const ExportFormat = Type.Unsafe<(typeof FORMATS)[number]>({
  ...OneOf(FORMATS),
  default: 'csv',
  description: 'csv: cells that a spreadsheet would run as a formula begin with an apostrophe.',
});

/** What an export answers with, for the contract. */
export const FileOf = (description: string) => ({
  description,
  content: {
    'text/csv': { schema: Type.String() },
    'application/x-ndjson': { schema: Type.String() },
  },
});

/** How a row looks in CSV: the name of each column, and what to put there. */
export type Columns<Row> = Record<string, (row: Row) => unknown>;

export async function sendFile<Row>(
  request: FastifyRequest,
  reply: FastifyReply,
  file: {
    name: string;
    format: (typeof FORMATS)[number];
    columns: Columns<Row>;
    batches: AsyncIterator<Row[]>;
    /** How many rows it will be, where that is known without counting them. */
    total?: number;
  },
): Promise<FastifyReply> {
  const { name, format, columns, batches, total } = file;
  // Before the first byte, so that what is wrong from the start is still told as an error.
  const first = await batches.next();
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`).type(CONTENT_TYPES[format]);
  if (total !== undefined) reply.header('x-total-count', total);
  if (request.method === 'HEAD') return reply.send('');
  const text = format === 'csv' ? csvWriter(columns) : (row: Row) => `${stringifyJson(row)}\n`;
  async function* pieces() {
    try {
      if (format === 'csv') yield csvLine(Object.keys(columns));
      for (let batch = first; !batch.done; batch = await batches.next()) {
        if (batch.value.length > 0) yield batch.value.map(text).join('');
      }
    } finally {
      await batches.return?.();
    }
  }
  // When it fails half-way, the connection is cut: an end without an end is the only way left to say so.
  return reply.send(Readable.from(pieces(), { objectMode: false, highWaterMark: 1 }));
}

function csvWriter<Row>(columns: Columns<Row>): (row: Row) => string {
  const cells = Object.values(columns);
  return (row) => csvLine(cells.map((cell) => cell(row)));
}

/** Follows a list page by page. Each page is a transaction of its own, so a slow client holds none open. */
export async function* pagesOf<Row, After>(
  read: (after: After | null) => Promise<Row[]>,
  placeOf: (row: Row) => After,
  size: number,
): AsyncGenerator<Row[]> {
  let after: After | null = null;
  for (;;) {
    const rows = await read(after);
    yield rows;
    if (rows.length < size) return;
    after = placeOf(rows.at(-1)!);
  }
}
