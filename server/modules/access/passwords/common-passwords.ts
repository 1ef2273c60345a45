/**
 * Passwords that guessers try first, as sorted four-byte digests: 120 thousand in 480 kB. One in forty thousand good passwords is
 * refused by mistake; its owner chooses another.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#kernel/secrets.ts';

const digests = readFileSync(join(import.meta.dirname, 'common-passwords.bin'));

export const digestOf = (password: string): number => sha256(password.toLowerCase()).readUInt32BE(0);

export function isCommon(password: string): boolean {
  const wanted = digestOf(password);
  let low = 0;
  let high = digests.length / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = digests.readUInt32BE(middle * 4);
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}
