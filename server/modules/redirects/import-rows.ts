/** Reads a file of redirects, CSV or NDJSON, row by row as it arrives. */
import type { Problem } from '#kernel/errors.ts';
import { CsvReader, withoutApostrophe } from '#kernel/files/csv.ts';
import { LineReader, type LineRow } from '#kernel/files/lines.ts';
import { ROW_PROBLEMS, type RowProblem } from '#kernel/files/rows.ts';
import { parseJson } from '#kernel/http/json.ts';

export type FileFormat = 'csv' | 'ndjson';

/** A row as it stands in the file, not judged yet; `row` counts from 1, with the header. */
export type Candidate = { row: number; value: Record<string, unknown>; problems: Problem[] };

const MAX_ROW_BYTES = 64 * 1024;

/** The columns a file may have; those that an export adds to them are not read. */
const COLUMNS = ['from', 'to', 'statusCode', 'match', 'query', 'activeFrom', 'activeUntil', 'notes'] as const;
const NEEDED = ['from', 'to'];

/** Why a file as a whole cannot be taken. */
export class Unreadable extends Error {}

export async function* readCandidates(
  format: FileFormat,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Candidate[]> {
  const rows = format === 'csv' ? csvRows() : lineRows();
  for await (const piece of pieces) yield rows.push(piece);
  yield rows.end();
}

type Rows = { push(piece: Buffer): Candidate[]; end(): Candidate[] };

function csvRows(): Rows {
  const reader = new CsvReader({ delimiter: ',', maxBytes: MAX_ROW_BYTES, at: 0 });
  let header: string[] | null = null;
  let number = 0;
  const take = (rows: ReturnType<typeof reader.push>): Candidate[] =>
    rows.flatMap(({ cells, problem }) => {
      number += 1;
      if (problem === 'too_long') {
        throw new Unreadable(`Row ${number} is too long, or opens a quote that is never closed.`);
      }
      if (problem !== undefined) return [{ row: number, value: {}, problems: [rowProblem(problem)] }];
      if (cells.every((cell) => cell === '')) return [];
      if (header !== null) return [{ row: number, value: readCells(header, cells), problems: [] }];
      header = readHeader(cells);
      return [];
    });
  return {
    push: (piece) => take(reader.push(piece)),
    end: () => {
      const last = take(reader.end());
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

/** `Status Code`, `status_code` and `statusCode` are the same to people. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** An empty cell says nothing. The apostrophe that an export puts before what looks like a formula is taken off again. */
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
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) return [{ row, value: {}, problems: [NOT_AN_OBJECT] }];
    return [{ row, value: value as Record<string, unknown>, problems }];
  } catch {
    return [{ row, value: {}, problems: [{ path: '', code: 'not_json', message: 'is not valid JSON' }] }];
  }
}

const rowProblem = (problem: RowProblem): Problem => ({
  path: '',
  code: problem,
  message: ROW_PROBLEMS[problem],
});
const NOT_AN_OBJECT: Problem = { path: '', code: 'wrong_type', message: 'must be a JSON object' };
