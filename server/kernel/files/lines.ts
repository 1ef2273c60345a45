/** Lines, each a row of its own (NDJSON). A line that is too long is skipped and reported, never held in memory. */
import type { FileRow, RowReader } from '#kernel/files/rows.ts';

const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

export type LineRow = FileRow & { bytes: Buffer };

export class LineReader implements RowReader<LineRow> {
  readonly #maxBytes: number;
  #rest: Buffer = NOTHING;
  #at: number;
  #skipping = false;

  constructor(options: { maxBytes: number; at: number }) {
    this.#maxBytes = options.maxBytes;
    this.#at = options.at;
  }

  push(chunk: Buffer): LineRow[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const rows: LineRow[] = [];
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      rows.push(this.#row(bytes.subarray(start, end), this.#at + end + 1));
      start = end + 1;
    }
    this.#keep(bytes.subarray(start), start);
    return rows;
  }

  end(): LineRow[] {
    if (this.#rest.length === 0 && !this.#skipping) return [];
    return [this.#row(this.#rest, this.#at + this.#rest.length)];
  }

  #row(bytes: Buffer, end: number): LineRow {
    const tooLong = this.#skipping || bytes.length > this.#maxBytes;
    this.#skipping = false;
    return tooLong ? { bytes: NOTHING, problem: 'too_long', end } : { bytes, end };
  }

  #keep(rest: Buffer, taken: number): void {
    this.#at += taken;
    this.#skipping ||= rest.length > this.#maxBytes;
    if (this.#skipping) {
      this.#at += rest.length;
      this.#rest = NOTHING;
    } else {
      this.#rest = Buffer.from(rest);
    }
  }
}
