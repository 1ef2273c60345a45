/** Keys: texts that sort like their values, so that one plain index serves numbers, times and words alike. */
import { sha256 } from '#kernel/secrets.ts';

export const MAX_KEY = 200;
/** The characters of the digest at the end of a long text's key. */
export const DIGEST = 22;
/** The characters of a long text that its key begins with. */
export const MAX_BEGINNING = MAX_KEY - DIGEST;

/** Removes differences of case, accents and letter forms. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Long texts are sorted by their beginning and distinguished by a digest. */
export function textKey(text: string): string {
  const folded = fold(text).trim();
  if (folded.length <= MAX_KEY) return folded;
  const digest = sha256(folded).toString('base64url').slice(0, DIGEST);
  return `${folded.slice(0, MAX_BEGINNING).toWellFormed()}${digest}`;
}

/** Encodes the bits of the number so that a greater number is a greater text: negative numbers first, with inverted bits. */
export function numberKey(value: number): string {
  // Minus zero is zero.
  bits.writeDoubleBE(value === 0 ? 0 : value);
  const isNegative = bits[0]! >= 0x80;
  for (let at = 0; at < 8; at++) bits[at] = isNegative ? ~bits[at]! : at === 0 ? bits[at]! ^ 0x80 : bits[at]!;
  return bits.toString('hex');
}
const bits = Buffer.alloc(8);

export const NUMBER_KEY = /^[0-9a-f]{16}$/;

/** The number that has this key. */
export function numberOfKey(key: string): number {
  const read = Buffer.from(key, 'hex');
  const isNegative = read[0]! < 0x80;
  for (let at = 0; at < 8; at++) read[at] = isNegative ? ~read[at]! : at === 0 ? read[at]! ^ 0x80 : read[at]!;
  return read.readDoubleBE();
}

/** The value must be a valid time. */
export function timeKey(value: string): string {
  // Most times are UTC already; 24 o'clock is 0 o'clock of the next day.
  if (value.endsWith('Z') && !value.includes('T24')) {
    if (value.length === 'yyyy-mm-ddThh:mm:ssZ'.length) return `${value.slice(0, -1)}.000Z`;
    if (value.length === 'yyyy-mm-ddThh:mm:ss.mmmZ'.length) return value;
  }
  return new Date(value).toISOString();
}
