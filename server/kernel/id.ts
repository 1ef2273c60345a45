/**
 * Ids are UUID version 7: they grow with time, so new rows land at the end of their index. Ids of one process grow from one to the
 * next, so that rows of one millisecond are listed in the order in which they were made.
 */
import { randomFillSync } from 'node:crypto';

/** Random bytes for many ids: asking the system for each costs more than the rest. */
const pool = Buffer.alloc(10 * 512);
let used = pool.length;

const bytes = Buffer.alloc(16);
const text = Buffer.from('00000000-0000-0000-0000-000000000000');
const DIGITS = Buffer.from('0123456789abcdef');
/** The place of each byte's digits in the text. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** The millisecond of the newest id, and the 12 bits after it, which count the ids of that millisecond. */
let [millisecond, counter] = [0, 0];
const MAX_COUNTER = 0xfff;

/** A clock that goes back further was wrong before, and its ids are not continued. */
const MAX_STEP_BACK_MS = 1_000;

/** Moves on to the next pair. A clock that goes back a little, or a full counter, borrows from the milliseconds to come. */
function advance(random: number): void {
  const now = Date.now();
  if (now > millisecond || now < millisecond - MAX_STEP_BACK_MS) {
    // Begins in the lower half, so that there is room to count.
    [millisecond, counter] = [now, random & 0x7ff];
  } else if (counter < MAX_COUNTER) counter++;
  else [millisecond, counter] = [millisecond + 1, random & 0x7ff];
}

export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  pool.copy(bytes, 6, used, used + 10);
  used += 10;
  advance(bytes.readUInt16BE(6));
  bytes.writeUIntBE(millisecond, 0, 6);
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  for (let n = 0; n < 16; n++) {
    const place = PLACES[n]!;
    text[place] = DIGITS[bytes[n]! >> 4]!;
    text[place + 1] = DIGITS[bytes[n]! & 15]!;
  }
  // Not joined of parts: V8 serializes any JSON that contains a joined text far slower.
  return text.toString('latin1');
}
