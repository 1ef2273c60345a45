/** Ids are UUID version 7: they grow with time, so new rows land at the end of their index. */
import { randomFillSync } from 'node:crypto';

/** Random bytes for many ids: asking the system for each costs more than the rest. */
const pool = Buffer.alloc(10 * 512);
let used = pool.length;

const bytes = Buffer.alloc(16);
const text = Buffer.from('00000000-0000-0000-0000-000000000000');
const DIGITS = Buffer.from('0123456789abcdef');
/** The place of each byte's digits in the text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  bytes.writeUIntBE(Date.now(), 0, 6);
  pool.copy(bytes, 6, used, used + 10);
  used += 10;
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  for (let n = 0; n < 16; n++) {
    const place = PLACES[n]!;
    text[place] = DIGITS[bytes[n]! >> 4]!;
    text[place + 1] = DIGITS[bytes[n]! & 15]!;
  }
  // Not joined of parts: V8 serializes any JSON that contains a joined text far slower.
  return text.toString('latin1');
}
