/** Reads products from a file, CSV or NDJSON, in batches; each batch knows the byte at which the next one begins. */
import type { Problem } from '#kernel/errors.ts';
import { CsvReader } from '#kernel/files/csv.ts';
import { DELIMITERS, type Delimiter, type Mapping } from '#kernel/files/csv-options.ts';
import { LineReader } from '#kernel/files/lines.ts';
import {
  MORE_CELLS_THAN_NAMES,
  ROW_PROBLEMS,
  type RowProblem,
  rowsIn,
  Unreadable,
} from '#kernel/files/rows.ts';
import { parseJson } from '#kernel/http/body/json.ts';
import type { ReadFrom } from '#kernel/imports/run.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type CellOptions, type Cells, type Plan, planColumns, productOf, readCells } from './columns.ts';

/** A product of the file, not checked yet. Rows count from 1, with the header. */
export type Candidate = {
  row: number;
  value: Record<string, unknown>;
  /** Problems of rows that cannot be read; the path `row 8` names another row than the first. */
  problems: Problem[];
  /** The row of each variant; empty: all are in one row. */
  variantRows: number[];
};
export type Batch = { candidates: Candidate[]; rows: number; end: number };

const MAX_ROW_BYTES = 1024 * 1024;
const PRODUCTS_PER_BATCH = 200;
const ROWS_PER_BATCH = 1_000;
/** Each turn of an import reads the header again; the rows behind it are read later. */
const HEADER_PIECE = 16 * 1024;
/** The most rows of one product; more are no product. */
const MAX_ROWS_OF_PRODUCT = 10_000;

/** The notation of a CSV file. */
export type Notation = CellOptions & { delimiter: Delimiter };

export async function readPlan(readFrom: ReadFrom, delimiter: Delimiter, mapping: Mapping): Promise<Plan> {
  const reader = new CsvReader({ delimiter: DELIMITERS[delimiter], maxBytes: MAX_ROW_BYTES, at: 0 });
  for (let byte = 0; ; ) {
    const piece = await readFrom(byte).then((bytes) => bytes?.subarray(0, HEADER_PIECE) ?? null);
    const [header] = piece === null ? reader.end() : reader.push(piece);
    if (header?.problem !== undefined) throw new Unreadable(`Row 1 ${ROW_PROBLEMS[header.problem]}.`);
    if (header !== undefined) return planColumns(header.cells, mapping);
    if (piece === null) throw new Unreadable('The file is empty.');
    byte += piece.length;
  }
}

/** `from`: the byte and the number of rows at which an earlier run ended. */
export async function* readBatches(
  readFrom: ReadFrom,
  plan: Plan | null,
  from: { byte: number; rows: number },
  notation: Notation,
): AsyncGenerator<Batch> {
  const products = plan === null ? readLines(readFrom, from) : readGroups(readFrom, plan, from, notation);
  let batch: Batch = { candidates: [], rows: 0, end: from.byte };
  let rowsDone = from.rows;
  const handles = new Set<unknown>();
  for await (const { candidate, lastRow, end } of products) {
    const rows = lastRow - rowsDone;
    const isRepeated = candidate !== null && handles.has(candidate.value.handle);
    const isFull = batch.candidates.length >= PRODUCTS_PER_BATCH || batch.rows + rows > ROWS_PER_BATCH;
    if (batch.rows > 0 && (isRepeated || isFull)) {
      yield batch;
      handles.clear();
      batch = { candidates: [], rows: 0, end: batch.end };
    }
    if (candidate !== null) {
      batch.candidates.push(candidate);
      if (candidate.value.handle !== undefined) handles.add(candidate.value.handle);
    }
    batch.rows += rows;
    batch.end = end;
    rowsDone = lastRow;
  }
  if (batch.rows > 0) yield batch;
}

type Read = { candidate: Candidate | null; lastRow: number; end: number };

async function* piecesFrom(readFrom: ReadFrom, start: number): AsyncGenerator<Buffer> {
  for (let byte = start; ; ) {
    const piece = await readFrom(byte);
    if (piece === null) return;
    yield piece;
    byte += piece.length;
  }
}

/**
 * Rows that follow each other with the same handle, or with none behind one that has it, are one product. A row without a handle
 * that has a title of its own begins another product.
 */
async function* readGroups(
  readFrom: ReadFrom,
  plan: Plan,
  from: { byte: number; rows: number },
  notation: Notation,
): AsyncGenerator<Read> {
  const reader = new CsvReader({
    delimiter: DELIMITERS[notation.delimiter],
    maxBytes: MAX_ROW_BYTES,
    at: from.byte,
  });
  const slices = new Slices();
  let row = from.rows;
  let end = from.byte;
  let group: { first: number; rows: Cells[]; numbers: number[]; problems: Problem[] } | null = null;
  const close = (): Candidate | null => {
    if (group === null) return null;
    const { value, variantRows } = productOf(group.rows, notation);
    const numbers = group.numbers;
    const rows = variantRows.map((index) => numbers[index]!);
    return {
      row: group.first,
      value: value as Record<string, unknown>,
      problems: group.problems,
      variantRows: rows,
    };
  };
  const pieces = piecesFrom(readFrom, from.byte);
  for (let isLast = false; !isLast; ) {
    const { value: piece, done } = await pieces.next();
    isLast = done === true;
    const portions = isLast ? [reader.end()] : rowsIn(reader, piece!, slices);
    for await (const portion of portions) {
      for (const { cells, problem, end: next } of portion) {
        row += 1;
        if (problem === 'too_long')
          throw new Unreadable(`Row ${row} is too long, or opens a quote that is never closed.`);
        const isHeader = row === 1;
        const isLong = !isHeader && cells.length > plan.fields.length && cells.some((cell) => cell !== '');
        const read = isHeader || problem !== undefined ? {} : readCells(plan, cells);
        const given = isLong ? namesOf(read) : read;
        const first: Cells | undefined = group?.rows[0];
        const isNext = given.handle === undefined && beginsProduct(given, first);
        const handle = given.handle ?? (isNext ? undefined : first?.handle);
        const isOfGroup: boolean = group !== null && !isHeader && !isNext && handle === first?.handle;
        if (!isOfGroup && group !== null) {
          yield { candidate: close(), lastRow: row - 1, end };
          group = null;
        }
        if (!isHeader && (problem !== undefined || isLong || Object.keys(given).length > 0)) {
          group ??= { first: row, rows: [], numbers: [], problems: [] };
          if (group.rows.length >= MAX_ROWS_OF_PRODUCT)
            throw new Unreadable(`Row ${row} belongs to a product of too many rows.`);
          if (problem !== undefined)
            group.problems.push({ path: `row ${row}`, code: problem, message: ROW_PROBLEMS[problem] });
          else if (isLong) group.problems.push({ ...MORE_CELLS_THAN_NAMES, path: `row ${row}` });
          group.rows.push({ ...given, ...(handle !== undefined && { handle }) });
          group.numbers.push(row);
        }
        end = next;
      }
      if (slices.isOver) await slices.next();
    }
  }
  yield { candidate: close(), lastRow: row, end };
}

/** The other cells of a row with too many may be in wrong columns: their problems would only distract. */
const namesOf = ({ handle, title }: Cells): Cells => ({
  ...(handle !== undefined && { handle }),
  ...(title !== undefined && { title }),
});

const beginsProduct = ({ title }: Cells, first: Cells | undefined) =>
  title !== undefined && (first?.handle === undefined || title !== first.title);

async function* readLines(readFrom: ReadFrom, from: { byte: number; rows: number }): AsyncGenerator<Read> {
  const reader = new LineReader({ maxBytes: MAX_ROW_BYTES, at: from.byte });
  const slices = new Slices();
  let row = from.rows;
  const pieces = piecesFrom(readFrom, from.byte);
  for (let isLast = false; !isLast; ) {
    const { value: piece, done } = await pieces.next();
    isLast = done === true;
    const portions = isLast ? [reader.end()] : rowsIn(reader, piece!, slices);
    for await (const portion of portions) {
      for (const { bytes, problem, end } of portion) {
        row += 1;
        await slices.pause();
        yield { candidate: lineOf(bytes, problem, row), lastRow: row, end };
      }
    }
  }
}

function lineOf(bytes: Buffer, problem: RowProblem | undefined, row: number): Candidate | null {
  const wrong = (code: string, message: string) => ({
    ...{ row, value: {}, variantRows: [] },
    problems: [{ path: '', code, message }],
  });
  if (problem !== undefined) return wrong(problem, ROW_PROBLEMS[problem]);
  if (bytes.toString('latin1').trim() === '') return null;
  try {
    const { value, problems } = parseJson(bytes);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return wrong('wrong_type', 'must be a JSON object');
    }
    return { row, value: value as Record<string, unknown>, problems: problems.slice(0, 5), variantRows: [] };
  } catch {
    return wrong('not_json', 'is not valid JSON');
  }
}
