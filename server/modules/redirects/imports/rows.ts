/** Reads a file of redirects, CSV or NDJSON, row by row as it arrives. */
import type { Problem } from '#kernel/errors.ts';
import { CsvReader, type CsvRow, MAX_CELLS } from '#kernel/files/csv.ts';
import { LineReader, type LineRow } from '#kernel/files/lines.ts';
import { ROW_PROBLEMS, type RowProblem, rowsIn, Unreadable } from '#kernel/files/rows.ts';
import type { FileFormat } from '#kernel/http/body/import-upload.ts';
import { parseJson } from '#kernel/http/body/json.ts';
import type { Slices } from '#kernel/work/slices.ts';
import { withoutApostrophe } from '#shared/csv-line.ts';

/** A row of the file, not checked yet; `row` counts from 1, with the header. */
export type Candidate = { row: number; value: Record<string, unknown>; problems: Problem[] };

const MAX_ROW_BYTES = 64 * 1024;
const PROBLEMS_PER_ROW = 5;

/** The columns a file may have; an export adds others, which are ignored. */
const COLUMNS = ['from', 'to', 'statusCode', 'match', 'query', 'activeFrom', 'activeUntil', 'notes'] as const;
const NEEDED = ['from', 'to'];

export async function* readCandidates(
  format: FileFormat,
  pieces: AsyncIterable<Buffer>,
  slices: Slices,
): AsyncGenerator<Candidate[]> {
  const rows = format === 'csv' ? csvRows() : lineRows();
  for await (const piece of pieces) yield* rowsIn(rows, piece, slices);
  yield rows.end();
}

type Rows = { push(piece: Buffer): Candidate[]; end(): Candidate[] };

/** Spreadsheets write semicolons where the comma is the decimal point. */
function delimiterOf(head: Buffer): string {
  const [first = ''] = head.toString('utf8').split('\n', 1);
  return first.includes(';') && !first.includes(',') ? ';' : ',';
}

function csvRows(): Rows {
  let reader: CsvReader | null = null;
  let head = Buffer.alloc(0);
  const readerFor = (piece: Buffer) =>
    new CsvReader({ delimiter: delimiterOf(piece), maxBytes: MAX_ROW_BYTES, at: 0 });
  let header: string[] | null = null;
  let number = 0;
  const take = (rows: CsvRow[]): Candidate[] =>
    rows.flatMap(({ cells, problem }) => {
      number += 1;
      if (problem === 'too_long') {
        throw new Unreadable(`Row ${number} is too long, or opens a quote that is never closed.`);
      }
      if (problem === 'too_many_cells' && header === null) {
        throw new Unreadable(`The file has more than ${MAX_CELLS.toLocaleString('en')} columns.`);
      }
      if (problem !== undefined) return [{ row: number, value: {}, problems: [rowProblem(problem)] }];
      if (cells.every((cell) => cell === '')) return [];
      if (header !== null) return [{ row: number, value: readCells(header, cells), problems: [] }];
      header = readHeader(cells);
      return [];
    });
  return {
    push: (piece) => {
      if (reader !== null) return take(reader.push(piece));
      head = Buffer.concat([head, piece]);
      if (!head.includes('\n') && head.length < MAX_ROW_BYTES) return [];
      reader = readerFor(head);
      return take(reader.push(head));
    },
    end: () => {
      const isShort = reader === null;
      reader ??= readerFor(head);
      const last = take([...(isShort ? reader.push(head) : []), ...reader.end()]);
      if (header === null) throw new Unreadable('The file is empty.');
      return last;
    },
  };
}

function readHeader(cells: string[]): string[] {
  const names: string[] = cells.map((cell) => COLUMNS.find((name) => bare(name) === bare(cell)) ?? '');
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Unreadable(`The file has no column ${missing.join(', ')}.`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new Unreadable(`The file has more than one column ${twice}.`);
  return names;
}

/** Treats `Status Code`, `status_code` and `statusCode` as the same name. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** An empty cell is an absent value. Removes the apostrophe that an export puts before a text that looks like a formula. */
function readCells(header: string[], cells: string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const cell = withoutApostrophe(cells[index] ?? '');
    if (name === '' || cell === '') continue;
    value[name] = name === 'statusCode' && /^\d{3}$/.test(cell) ? Number(cell) : cell;
  }
  return value;
}

function lineRows(): Rows {
  const reader = new LineReader({ maxBytes: MAX_ROW_BYTES, at: 0 });
  let number = 0;
  const take = (rows: LineRow[]) => rows.flatMap((row) => readLine(row, ++number));
  return { push: (piece) => take(reader.push(piece)), end: () => take(reader.end()) };
}

function readLine({ bytes, problem }: LineRow, row: number): Candidate[] {
  if (problem !== undefined) return [{ row, value: {}, problems: [rowProblem(problem)] }];
  if (bytes.toString('latin1').trim() === '') return [];
  try {
    const { value, problems } = parseJson(bytes);
    if (!isRecord(value)) return [{ row, value: {}, problems: [NOT_AN_OBJECT] }];
    if (problems.length > 0) return [{ row, value: {}, problems: problems.slice(0, PROBLEMS_PER_ROW) }];
    return [{ row, value: knownOf(value), problems }];
  } catch {
    return [{ row, value: {}, problems: [{ path: '', code: 'not_json', message: 'is not valid JSON' }] }];
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An export has fields that cannot be set, such as the property; they are ignored, like its columns. */
const knownOf = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(COLUMNS.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name]]] : [])));

const rowProblem = (problem: RowProblem): Problem => ({
  path: '',
  code: problem,
  message: ROW_PROBLEMS[problem],
});
const NOT_AN_OBJECT: Problem = { path: '', code: 'wrong_type', message: 'must be a JSON object' };
