/** Resumes an export that was cut off: only whole rows are passed on, and the next part begins after the last of them. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Download, isAway } from './api.ts';

const AGAIN_MS = 1_000;
/** The longest absence of the server. */
const PATIENCE_MS = 120_000;

export async function resuming(
  format: string,
  downloadAfter: (id: string | null) => Promise<Download>,
  signal: AbortSignal,
): Promise<Download> {
  const { body, rows } = await downloadAfter(null);
  return { body: Readable.from(pieces(body), { objectMode: false }), rows };

  async function* pieces(body: Readable): AsyncGenerator<Buffer> {
    let last: string | null = null;
    for (let part: Readable | null = body; part !== null; ) {
      const whole = new WholeRows(format, last === null);
      const chunks: AsyncIterator<Buffer> = part[Symbol.asyncIterator]();
      for (part = null; part === null; ) {
        // Not in a try: an error of the reader is thrown at `yield` and must not be caught here.
        const next = await chunks.next().catch((error) => ({ error }));
        if ('error' in next) {
          if (signal.aborted) throw next.error;
          part = await comesBack(last);
          break;
        }
        const piece = next.done ? whole.rest() : whole.add(next.value);
        last = whole.last ?? last;
        if (piece.length > 0) yield piece;
        if (next.done) return;
      }
    }
  }

  async function comesBack(last: string | null): Promise<Readable> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(AGAIN_MS, undefined, { signal })) {
      try {
        return (await downloadAfter(last)).body;
      } catch (error) {
        if (!isAway(error) || Date.now() > end) throw error;
      }
    }
  }
}

const [QUOTE, LINE_END] = [0x22, 0x0a];

/** Holds back the lines with the id of the newest row: an order may have more lines. */
class WholeRows {
  /** The id of the last row that was passed on. */
  last: string | null = null;
  readonly #format: string;
  #held = Buffer.alloc(0);
  #scanned = 0;
  #rowStart = 0;
  #isQuoted = false;
  #newest: string | null = null;
  /** The header row is passed on with the first row. */
  #namesFollow: boolean;

  constructor(format: string, isBeginning: boolean) {
    this.#format = format;
    this.#namesFollow = format === 'csv' && isBeginning;
  }

  add(chunk: Buffer): Buffer {
    this.#held = Buffer.concat([this.#held, chunk]);
    let passed = 0;
    for (; this.#scanned < this.#held.length; this.#scanned++) {
      const byte = this.#held[this.#scanned];
      // A cell of CSV may contain line breaks; in NDJSON every line feed ends a line.
      if (byte === QUOTE && this.#format === 'csv') this.#isQuoted = !this.#isQuoted;
      if (byte !== LINE_END || this.#isQuoted) continue;
      const start = this.#rowStart;
      this.#rowStart = this.#scanned + 1;
      if (this.#namesFollow) {
        this.#namesFollow = false;
        continue;
      }
      const id = this.#idOf(this.#held.subarray(start, this.#rowStart));
      if (this.#newest !== null && id !== this.#newest) {
        passed = start;
        this.last = this.#newest;
      }
      this.#newest = id;
    }
    const piece = this.#held.subarray(0, passed);
    this.#held = this.#held.subarray(passed);
    this.#scanned -= passed;
    this.#rowStart -= passed;
    return piece;
  }

  rest(): Buffer {
    return this.#held;
  }

  #idOf(row: Buffer): string {
    if (this.#format === 'ndjson') return JSON.parse(row.toString()).id;
    return row.subarray(0, 64).toString('latin1').split(',')[0]!.replaceAll('"', '');
  }
}
