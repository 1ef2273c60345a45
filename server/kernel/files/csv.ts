/**
 * CSV as RFC 4180 has it, read from bytes as they come. Our own, because an import must know at which byte each row ends, so
 * that it can go on there after a crash, which single row is broken, and must not hold a row without bounds. It takes half the
 * time of csv-parse, beside which it is tested.
 */
import { type FileRow, type RowReader, textOf } from '#kernel/files/rows.ts';

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [0x0a, 0x0d, 0x22];
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const NOTHING = Buffer.alloc(0);
/** Further ones are not kept: whatever is done with a row is done for each of its cells. */
export const MAX_CELLS = 1_000;

export type CsvRow = FileRow & {
  cells: string[];
  /** Of a row with a broken quote: how many of its first cells are certain. */
  certain?: number;
};

export class CsvReader implements RowReader<CsvRow> {
  readonly #delimiter: string;
  readonly #delimiterByte: number;
  readonly #maxBytes: number;
  /** What was read and is no whole row yet; its first byte is at #at in the file. */
  #rest: Buffer = NOTHING;
  #at: number;
  /** Behind a row that is too long: where the next one begins depends on quotes nobody has seen. */
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
    // A copy, so that the little that is left does not keep the whole chunk.
    this.#rest = start === bytes.length ? NOTHING : Buffer.from(bytes.subarray(start));
    this.#at += start;
    if (this.#rest.length > this.#maxBytes) {
      this.#rest = NOTHING;
      this.#isLost = true;
      rows.push({ cells: [], problem: 'too_long', end: this.#at });
    }
    return rows;
  }

  /** A row without a quote: most of all rows. */
  #plain(bytes: Buffer, start: number, newline: number): CsvRow {
    const { text, problem } = textOf(bytes, start, withoutReturn(bytes, start, newline));
    const end = Math.min(newline + 1, bytes.length);
    const cells = text === '' ? [] : text.split(this.#delimiter, MAX_CELLS + 1);
    return { ...bounded(cells, problem), end };
  }

  /** Null when the row is not all there yet. */
  #quoted(bytes: Buffer, start: number, isLast: boolean): CsvRow | null {
    const cells: string[] = [];
    let problem: FileRow['problem'];
    let certain: number | undefined;
    let at = start;
    // Looked for anew only once they were passed: a row may have very many cells.
    let newline = -2;
    let delimiter = -2;
    for (;;) {
      let cell = '';
      const isQuoted = bytes[at] === QUOTE;
      if (isQuoted) {
        let close = bytes.indexOf(QUOTE, at + 1);
        while (close !== -1 && bytes[close + 1] === QUOTE) close = bytes.indexOf(QUOTE, close + 2);
        // The quote that ends what we have may be the first of two.
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
        // What follows a closing quote belongs to nothing; an unquoted cell may hold quotes like any other character.
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
        // A broken quote that spans lines may have swallowed other rows, so that this is no single row at all.
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

/**
 * Spreadsheets take a cell that begins like this for a formula, and run it; unless an apostrophe stands before it. Some pass over
 * white space before the sign, and some read its full-width form as the sign itself.
 */
const FORMULA = /^'*[\s\ufeff\u200b]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** All else is quoted: what splits at a semicolon or a tab must not find the beginning of a cell inside of one. */
const PLAIN_TEXT = /^[\w.:/@'+ -]*$/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * One line of CSV. Text that a spreadsheet would run as a formula gets an apostrophe, which makes it text; and so does text that has
 * one there already, so that `withoutApostrophe` finds what it was.
 */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export function withoutApostrophe(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe =
    FORMULA.test(text) && !(typeof value === 'number' && PLAIN_NUMBER.test(text)) ? `'${text}` : text;
  return PLAIN_TEXT.test(safe) ? safe : `"${safe.replaceAll('"', '""')}"`;
}
