/**
 * CSV after RFC 4180, parsed from chunks of bytes. Not a library, because an import must know the byte at which each row ends, so
 * that it can resume there after a crash, must know which single row is broken, and must not buffer a row without a limit. It
 * takes half the time of csv-parse, against which it is tested.
 */
import { type FileRow, type RowReader, textOf } from '#kernel/files/rows.ts';

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [0x0a, 0x0d, 0x22];
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const NOTHING = Buffer.alloc(0);
/** Further cells are dropped: the cost of a row grows with its cells. */
export const MAX_CELLS = 1_000;

export type CsvRow = FileRow & {
  cells: string[];
  /** For a row with a broken quote: the number of its first cells that are certain. */
  certain?: number;
};

export class CsvReader implements RowReader<CsvRow> {
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #maxBytes: number;
  /** Bytes that are not a whole row yet; the first one is at #at in the file. */
  #rest: Buffer = NOTHING;
  #at: number;
  /** Set after a row that is too long: the start of the next row depends on quotes that were not scanned. */
  #isLost = false;

  constructor(options: { delimiter: string; maxBytes: number; at: number }) {
    this.#delimiter = options.delimiter;
    this.#delimiterByte = options.delimiter.charCodeAt(0);
    this.#maxBytes = options.maxBytes;
    this.#at = options.at;
  }

  push(chunk: Buffer): CsvRow[] {
    if (this.#isLost) return [];
    return this.#read(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]), false);
  }

  end(): CsvRow[] {
    return this.#read(this.#rest, true);
  }

  #read(bytes: Buffer, isLast: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let start = this.#at === 0 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
    let quote = bytes.indexOf(QUOTE);
    while (start < bytes.length) {
      const newline = bytes.indexOf(LINE_FEED, start);
      if (quote !== -1 && quote < start) quote = bytes.indexOf(QUOTE, start);
      const isPlain = quote === -1 || (newline !== -1 && quote > newline);
      if (isPlain && newline === -1 && !isLast) break;
      const row = isPlain
        ? this.#plain(bytes, start, newline === -1 ? bytes.length : newline)
        : this.#quoted(bytes, start, isLast);
      if (row === null) break;
      start = row.end;
      rows.push({ ...row, end: this.#at + row.end });
    }
    // Copied, so that the small rest does not keep the whole chunk in memory.
    this.#rest = start === bytes.length ? NOTHING : Buffer.from(bytes.subarray(start));
    this.#at += start;
    if (this.#rest.length > this.#maxBytes) {
      this.#rest = NOTHING;
      this.#isLost = true;
      rows.push({ cells: [], problem: 'too_long', end: this.#at });
    }
    return rows;
  }

  /** Parses a row without a quote, which most rows are. */
  #plain(bytes: Buffer, start: number, newline: number): CsvRow {
    const { text, problem } = textOf(bytes, start, withoutReturn(bytes, start, newline));
    const end = Math.min(newline + 1, bytes.length);
    const cells = text === '' ? [] : text.split(this.#delimiter, MAX_CELLS + 1);
    return { ...bounded(cells, problem), end };
  }

  /** Null when the row is incomplete. */
  #quoted(bytes: Buffer, start: number, isLast: boolean): CsvRow | null {
    const cells: string[] = [];
    let problem: FileRow['problem'];
    let certain: number | undefined;
    let at = start;
    // Searched again only after they were passed: a row may have very many cells.
    let newline = -2;
    let delimiter = -2;
    for (;;) {
      let cell = '';
      const isQuoted = bytes[at] === QUOTE;
      if (isQuoted) {
        let close = bytes.indexOf(QUOTE, at + 1);
        while (close !== -1 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
        // A quote at the end of the chunk may be the first of two.
        if (!isLast && (close === -1 || close + 1 === bytes.length)) return null;
        if (cells.length <= MAX_CELLS) {
          const inside = textOf(bytes, at + 1, close === -1 ? bytes.length : close);
          cell = inside.text.includes('"') ? inside.text.replaceAll('""', '"') : inside.text;
          problem ??= inside.problem;
        }
        if (close === -1) {
          problem = 'quote_not_closed';
          certain ??= cells.length;
        }
        at = close === -1 ? bytes.length : close + 1;
      }
      if (newline !== -1 && newline < at) newline = bytes.indexOf(LINE_FEED, at);
      if (newline === -1 && !isLast) return null;
      const lineEnd = newline === -1 ? bytes.length : newline;
      if (delimiter !== -1 && delimiter < at) delimiter = bytes.indexOf(this.#delimiterByte, at);
      const isLastCell = delimiter === -1 || delimiter > lineEnd;
      const end = isLastCell ? withoutReturn(bytes, at, lineEnd) : delimiter;
      if (end > at) {
        // Text after a closing quote belongs to no cell; an unquoted cell may contain quotes like any other character.
        if (isQuoted) {
          problem ??= 'text_after_quote';
          certain ??= cells.length;
        }
        if (cells.length <= MAX_CELLS) {
          const outside = textOf(bytes, at, end);
          cell += outside.text;
          problem ??= outside.problem;
        }
      }
      if (cells.length <= MAX_CELLS) cells.push(cell);
      if (isLastCell) {
        // A broken quote that spans lines may have swallowed other rows, so this may not be a single row.
        if (certain !== undefined && bytes.subarray(start, lineEnd).includes(LINE_FEED)) certain = 0;
        return { ...bounded(cells, problem), certain, end: Math.min(lineEnd + 1, bytes.length) };
      }
      at = end + 1;
    }
  }
}

function bounded(cells: string[], problem: FileRow['problem']): Pick<CsvRow, 'cells' | 'problem'> {
  if (cells.length <= MAX_CELLS) return { cells, problem };
  return { cells: cells.slice(0, MAX_CELLS), problem: problem ?? 'too_many_cells' };
}

function withoutReturn(bytes: Buffer, start: number, end: number): number {
  return end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}
