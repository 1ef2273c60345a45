/** Files of rows, read chunk by chunk: an incomplete row waits for the next chunk, within a limit. */
import { isUtf8 } from 'node:buffer';
import type { Slices } from '#kernel/work/slices.ts';

export type RowProblem =
  | 'not_utf8'
  | 'text_not_allowed'
  | 'quote_not_closed'
  | 'text_after_quote'
  | 'too_many_cells'
  | 'too_long';

export type FileRow = {
  /** The byte of the file at which the next row begins. */
  end: number;
  problem?: RowProblem;
};

export type RowReader<Row extends FileRow> = { push(chunk: Buffer): Row[]; end(): Row[] };

/** The reason why a whole file is rejected, in a sentence for the person who sent it. */
export class Unreadable extends Error {}

export const ROW_PROBLEMS: Record<RowProblem, string> = {
  not_utf8: 'is not valid UTF-8',
  text_not_allowed: 'must not contain NUL',
  quote_not_closed: 'opens a quote that is never closed',
  text_after_quote: 'has text behind a closing quote',
  too_many_cells: 'has more than 1,000 cells',
  too_long: 'is too long',
};

/** A comma that is not in quotes moves all cells behind it to the next column. */
export const MORE_CELLS_THAN_NAMES = {
  code: 'too_many',
  message: 'must not have more cells than the first row has names',
};

/** The bytes that are split into rows at once; with the shortest rows that takes some milliseconds. */
const BYTES_AT_ONCE = 32 * 1024;

/** The rows of a chunk, in portions, with pauses for other work in between. */
export async function* rowsIn<Row>(
  reader: { push(chunk: Buffer): Row[] },
  chunk: Buffer,
  slices: Slices,
): AsyncGenerator<Row[]> {
  for (let at = 0; at < chunk.length; at += BYTES_AT_ONCE) {
    await slices.pause();
    yield reader.push(chunk.subarray(at, at + BYTES_AT_ONCE));
  }
}

export function textOf(bytes: Buffer, start: number, end: number): { text: string; problem?: RowProblem } {
  const text = bytes.toString('utf8', start, end);
  // Bytes that are not UTF-8 are decoded as this character; only a text that contains it needs the check.
  if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) return { text, problem: 'not_utf8' };
  return text.includes('\0') ? { text, problem: 'text_not_allowed' } : { text };
}
