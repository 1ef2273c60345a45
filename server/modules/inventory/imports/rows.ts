/** The rows of a file of counts, CSV or NDJSON, as they arrive. */
import type { Problem } from '#kernel/errors.ts';
import { CsvReader } from '#kernel/files/csv.ts';
import { LineReader, type LineRow } from '#kernel/files/lines.ts';
import { ROW_PROBLEMS, type RowProblem, rowsIn, Unreadable } from '#kernel/files/rows.ts';
import type { FileFormat } from '#kernel/http/body/import-upload.ts';
import { parseJson } from '#kernel/http/body/json.ts';
import type { Slices } from '#kernel/work/slices.ts';
import { withoutApostrophe } from '#shared/csv-line.ts';

/** A row of the file, not checked yet; `row` counts from 1, with the header. */
export type Candidate = { row: number; value: Record<string, unknown>; problems: Problem[] };

const MAX_ROW_BYTES = 16 * 1024;
const PROBLEMS_PER_ROW = 5;
const COLUMNS = ['sku', 'location', 'count'] as const;
const NEEDED = ['sku', 'count'];

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
      if (problem !== undefined && header === null) throw new Unreadable('The first row is not readable.');
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
  const names: string[] = cells.map(
    (cell) => COLUMNS.find((name) => name === cell.trim().toLowerCase()) ?? '',
  );
  const missing = NEEDED.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Unreadable(`The file has no column ${missing.join(', ')}.`);
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (twice !== undefined) throw new Unreadable(`The file has more than one column ${twice}.`);
  return names;
}

/** An empty cell is an absent value. */
function readCells(header: string[], cells: string[]): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const cell = withoutApostrophe(cells[index] ?? '');
    if (name === '' || cell === '') continue;
    value[name] = name === 'count' && /^\d{1,15}$/.test(cell.trim()) ? Number(cell) : cell;
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
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ row, value: {}, problems: [NOT_AN_OBJECT] }];
    }
    return [{ row, value: value as Record<string, unknown>, problems: problems.slice(0, PROBLEMS_PER_ROW) }];
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
