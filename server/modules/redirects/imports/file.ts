/** Checks the rows of a file as they arrive, and keeps of them only the values and errors that the import needs at its end. */
import { createHash } from 'node:crypto';
import { AppError, badRequest } from '#kernel/errors.ts';
import { Unreadable } from '#kernel/files/rows.ts';
import type { FileFormat } from '#kernel/http/body/import-upload.ts';
import { compileCheck } from '#kernel/http/body/validation.ts';
import { Slices } from '#kernel/work/slices.ts';
import { findProblems } from '../redirect-check.ts';
import { NewRedirect } from '../redirect-fields.ts';
import { draft } from '../redirects.ts';
import type { StatusCode } from '../rules.ts';
import { type Candidate, readCandidates } from './rows.ts';

export const MAX_ROWS = 100_000;
/** The most errors that an import reports in detail. */
export const MAX_ERRORS = 1_000;
const CHUNK_BYTES = 64 * 1024;

export type RowError = { row: number; field: string; code: string; message: string };

export async function readFile(format: FileFormat, pieces: AsyncIterable<Buffer>, now: Date) {
  const digest = createHash('sha256');
  async function* digested() {
    for await (const piece of pieces) {
      digest.update(piece);
      yield piece;
    }
  }
  const rows = new CheckedRows();
  const slices = new Slices();
  try {
    for await (const candidates of readCandidates(format, digested(), slices)) {
      for (const candidate of candidates) {
        if (slices.isOver) await slices.next();
        rows.add(candidate, now);
      }
      if (rows.count > MAX_ROWS) {
        throw new AppError('payload_too_large', `The file has more than ${MAX_ROWS} redirects.`, undefined, {
          connection: 'close',
        });
      }
    }
  } catch (error) {
    throw error instanceof Unreadable ? badRequest(error.message) : error;
  }
  return { rows, digest: digest.digest() };
}

const check = compileCheck(NewRedirect);

/**
 * Valid rows are kept as UTF-8, so that a file takes no more memory than its bytes. A string may take two bytes for each
 * character, and a string that is a part of another keeps the whole row in memory.
 */
export class CheckedRows {
  count = 0;
  failed = 0;
  /** The errors that a row has by itself, by row. */
  readonly errors: RowError[] = [];
  readonly #chunks: Buffer[] = [];
  /** The used bytes of the last chunk. */
  #filled = CHUNK_BYTES;

  add({ row, value, problems }: Candidate, now: Date): void {
    this.count += 1;
    const wrong = problems.length > 0 ? problems : check(value);
    const all = wrong.length > 0 ? wrong : findProblems(draft(value as NewRedirect, now));
    if (all.length === 0) {
      this.#pack(row, value as NewRedirect);
      return;
    }
    this.failed += 1;
    if (this.errors.length >= MAX_ERRORS) return;
    for (const { path, code, message } of all) {
      this.errors.push({ row, field: copyOf(path), code, message: copyOf(message) });
    }
  }

  /** The rows without errors of their own, in the order of the file. */
  *[Symbol.iterator](): Generator<{ row: number; redirect: NewRedirect }> {
    for (const chunk of this.#chunks) {
      for (let at = 0; at < chunk.length; ) {
        const length = chunk.readUInt32LE(at);
        if (length === 0) break;
        yield unpacked(chunk.toString('utf8', at + LENGTH_BYTES, at + LENGTH_BYTES + length));
        at += LENGTH_BYTES + length;
      }
    }
  }

  #pack(row: number, redirect: NewRedirect): void {
    const text = packed(row, redirect);
    const length = Buffer.byteLength(text);
    // A length of 0 ends each chunk.
    if (this.#filled + length + 2 * LENGTH_BYTES > CHUNK_BYTES) {
      this.#chunks.push(Buffer.alloc(CHUNK_BYTES));
      this.#filled = 0;
    }
    const chunk = this.#chunks.at(-1)!;
    this.#filled = chunk.writeUInt32LE(length, this.#filled);
    this.#filled += chunk.write(text, this.#filled);
  }
}

const LENGTH_BYTES = 4;
/** No text of a file contains NUL. */
const BETWEEN_FIELDS = '\0';

/** JSON would take six bytes for a control character. */
const packed = (row: number, { from, to, statusCode, match, query, ...rest }: NewRedirect) =>
  [
    row,
    from,
    to ?? '',
    statusCode,
    match,
    query,
    ...[rest.activeFrom, rest.activeUntil, rest.notes].map(optional),
  ].join(BETWEEN_FIELDS);

/** An empty text is not the same as none. */
const optional = (text: string | null | undefined) => (text == null ? '' : `=${text}`);
const given = (text: string) => (text === '' ? null : text.slice(1));

function unpacked(text: string): { row: number; redirect: NewRedirect } {
  const [row, from, to, statusCode, match, query, activeFrom, activeUntil, notes] = text.split(
    BETWEEN_FIELDS,
  ) as [string, string, string, string, string, string, string, string, string];
  const redirect: NewRedirect = {
    from,
    to,
    statusCode: Number(statusCode) as StatusCode,
    match: match as NewRedirect['match'],
    query: query as NewRedirect['query'],
    activeFrom: given(activeFrom),
    activeUntil: given(activeUntil),
    notes: given(notes),
  };
  return { row: Number(row), redirect };
}

const copyOf = (text: string) => Buffer.from(text).toString();
