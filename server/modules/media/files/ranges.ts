/** The part of a file that a request asks for (RFC 9110, section 14). */
import type { ByteRange } from '../storage/storage.ts';

/** Allows a few spaces. With any number of them, refusing thousands of headers would block the event loop. */
const RANGE = /^bytes {0,9}= {0,9}(\d{0,15}) {0,9}- {0,9}(\d{0,15})$/i;

/** Null: the whole file. Several ranges at once, and an invalid range, get the whole file too, as the RFC allows. */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, from = '', to = ''] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'unsatisfiable' : { first, last };
}

/** If-None-Match: the client has it already. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/** If-Range: a part is of use only to a client with the other parts of the very same file. */
export const continues = (header: string | undefined, etag: string) =>
  header === undefined || header.trim() === etag;
