/** Which part of a file a request asks for (RFC 9110, section 14). */
import type { ByteRange } from './storage.ts';

/** With a few spaces, for those who send them. With any number of them, refusing thousands would keep everybody waiting. */
const RANGE = /^bytes {0,9}= {0,9}(\d{0,15}) {0,9}- {0,9}(\d{0,15})$/i;

/** Null: the whole file. Several parts at once, and what is no range of bytes, get the whole too, as the RFC allows. */
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

/** If-Range: a part is only of use to someone who has the other parts of the very same file. */
export const continues = (header: string | undefined, etag: string) =>
  header === undefined || header.trim() === etag;
