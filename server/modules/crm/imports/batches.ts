/** Reads a file from the position reached, and returns it in batches of checked orders. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { normalEmail } from '#kernel/contact.ts';
import type { Problem } from '#kernel/errors.ts';
import { CsvReader, type CsvRow, MAX_CELLS } from '#kernel/files/csv.ts';
import { DELIMITERS } from '#kernel/files/csv-options.ts';
import { LineReader, type LineRow } from '#kernel/files/lines.ts';
import { type RowReader, rowsIn, Unreadable } from '#kernel/files/rows.ts';
import type { ReadFrom } from '#kernel/imports/run.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type Checked, checkOrder } from '../orders/placing/batch.ts';
import { type Plan, planColumns } from './columns.ts';
import { withValue } from './errors.ts';
import type { ImportOptions } from './imports.ts';
import { type Candidate, CsvOrders, type Notation, readLine } from './orders.ts';

export const MAX_ROW_BYTES = 1024 * 1024;
const ORDERS_PER_BATCH = 1_000;
const LINES_PER_BATCH = 5_000;
/** Orders with large texts: escaping them for the statement holds the event loop. */
const BYTES_PER_BATCH = 512 * 1024;
/** Pauses after this many rows, so that other requests of the process run. */
const ROWS_PER_TURN = 30;

export type Entry = Omit<Candidate, 'value' | 'problems'> & {
  checked: Checked;
  /** The customer's address, if the file does not give its id. */
  email: string | null;
  name: string | null;
};

export type Batch = {
  entries: Entry[];
  /** Rows of the file in this batch, empty ones included. */
  rows: number;
  /** The byte at which the next batch begins. */
  end: number;
  /** Its last row may belong to the first order of the next batch. */
  endsInStrayRow: boolean;
};

export type ImportFile = {
  format: 'csv' | 'ndjson';
  options: ImportOptions;
  readFrom: ReadFrom;
};

/** Reads the first row of a CSV file: the columns, and the byte at which the rows begin. */
export async function readHeader(file: ImportFile): Promise<Plan & { end: number }> {
  for await (const rows of rowsOf(file, newCsvReader(file.options, 0), 0)) {
    const header = rows.find((row) => row.cells.length > 0 || row.problem !== undefined);
    if (header === undefined) continue;
    if (header.problem === 'too_many_cells')
      throw new Unreadable(`The file has more than ${MAX_CELLS.toLocaleString('en')} columns.`);
    if (header.problem !== undefined)
      throw new Unreadable('The first row, with the names of the columns, cannot be read.');
    return { ...planColumns(header.cells, file.options.mapping), end: header.end };
  }
  throw new Unreadable('The file is empty.');
}

const newCsvReader = ({ delimiter }: ImportOptions, at: number) =>
  new CsvReader({ delimiter: DELIMITERS[delimiter], maxBytes: MAX_ROW_BYTES, at });

async function* rowsOf<Row extends CsvRow | LineRow>(
  file: ImportFile,
  reader: RowReader<Row>,
  from: number,
): AsyncGenerator<Row[]> {
  const slices = new Slices();
  let at = from;
  for (let chunk = await file.readFrom(at); chunk !== null; chunk = await file.readFrom(at)) {
    at += chunk.length;
    yield* rowsIn(reader, chunk, slices);
  }
  yield reader.end();
}

export async function* readBatches(
  file: ImportFile,
  plan: (Plan & { end: number }) | null,
  from: { byte: number; rowsDone: number; behindStrayRow: boolean },
  now: () => Date,
): AsyncGenerator<Batch> {
  const start = Math.max(from.byte, plan?.end ?? 0);
  let row = from.rowsDone + (plan === null ? 0 : 1);
  let batch: Batch = { entries: [], rows: 0, end: start, endsInStrayRow: from.behindStrayRow };
  let lines = 0;
  let begin = start;
  let lastRow = row;
  const take = () => {
    const full = batch;
    batch = { entries: [], rows: 0, end: full.end, endsInStrayRow: full.endsInStrayRow };
    lines = 0;
    begin = full.end;
    return full;
  };
  for await (const slice of slicesOf(file, plan, start, row, from.behindStrayRow)) {
    row = slice.lastRow;
    for (const candidate of slice.candidates) {
      const entry = checkCandidate(candidate, file.options, now());
      batch.entries.push(entry);
      lines += 'order' in entry.checked ? entry.checked.order.lines.length : 1;
      const reached = candidate.row + candidate.rowCount - 1;
      batch.rows += reached - lastRow;
      batch.end = candidate.end;
      batch.endsInStrayRow = candidate.isStrayRow === true;
      lastRow = reached;
      const isHeavy = batch.end - begin >= BYTES_PER_BATCH;
      if (batch.entries.length >= ORDERS_PER_BATCH || lines >= LINES_PER_BATCH || isHeavy) yield take();
    }
    if (slice.isLost) {
      if (batch.entries.length > 0) yield take();
      throw new Unreadable(`Row ${row} is longer than 1 MiB, or opens a quote that is never closed.`);
    }
    if (slice.isLast) {
      batch.rows += row - lastRow;
      batch.end = slice.end;
      if (batch.rows > 0) yield take();
    }
    await nextTurn();
  }
}

/** Some rows of the file, and the orders that are complete with them. */
type Slice = {
  candidates: Candidate[];
  lastRow: number;
  end: number;
  isLast?: boolean;
  /** The file cannot be read beyond this slice. */
  isLost?: boolean;
};

/** An import of a program before these options has neither. */
const notationOf = ({ decimal = 'point', timeZone = 'UTC' }: ImportOptions): Notation => ({
  decimal,
  timeZone,
});

async function* slicesOf(
  file: ImportFile,
  plan: Plan | null,
  start: number,
  before: number,
  behindStrayRow: boolean,
): AsyncGenerator<Slice> {
  let number = before;
  let end = start;
  const orders =
    plan === null ? null : new CsvOrders(plan, behindStrayRow ? before : null, notationOf(file.options));
  const rows =
    orders === null
      ? rowsOf(file, new LineReader({ maxBytes: MAX_ROW_BYTES, at: start }), start)
      : rowsOf(file, newCsvReader(file.options, start), start);
  for await (const read of rows as AsyncGenerator<(CsvRow | LineRow)[]>) {
    for (let at = 0; at < read.length; at += ROWS_PER_TURN) {
      const candidates: Candidate[] = [];
      for (const row of read.slice(at, at + ROWS_PER_TURN)) {
        number++;
        end = row.end;
        if ('cells' in row && row.problem === 'too_long') {
          candidates.push(...orders!.flushBefore(number));
          return yield { candidates, lastRow: number, end, isLost: true };
        }
        candidates.push(...('cells' in row ? orders!.add(row, number) : await readLine(row, number)));
      }
      yield { candidates, lastRow: number, end };
    }
  }
  yield { candidates: orders?.flush() ?? [], lastRow: number, end, isLast: true };
}

/** Placeholder for the customer's id until its address is looked up. */
const TO_BE_FOUND = '00000000-0000-0000-0000-000000000000';

function checkCandidate({ value, problems, ...at }: Candidate, options: ImportOptions, now: Date): Entry {
  const { customerEmail, customerName } = value;
  const email = value.customerId === undefined && typeof customerEmail === 'string' ? customerEmail : null;
  const also: Problem[] = [...problems];
  if (email !== null && normalEmail(email) === undefined) also.push(NOT_AN_EMAIL);
  const name = typeof customerName === 'string' && customerName !== '' ? customerName.slice(0, 200) : null;
  if (also.length > 0 && Object.keys(value).length === 0)
    return { ...at, checked: { problems: also }, email, name };
  if (email !== null) value.customerId = TO_BE_FOUND;
  if (value.channel === undefined) value.channel = options.channel;
  if (value.currency === undefined && options.currency !== null) value.currency = options.currency;
  const found = checkOrder(value, now);
  const checked =
    'problems' in found ? { problems: found.problems.map((problem) => withValue(problem, value)) } : found;
  if (also.length === 0) return { ...at, checked, email, name };
  return {
    ...at,
    checked: { problems: [...also, ...('problems' in checked ? checked.problems : [])] },
    email,
    name,
  };
}

const NOT_AN_EMAIL: Problem = {
  path: 'customerEmail',
  code: 'wrong_format',
  message: 'must be an e-mail address',
};
