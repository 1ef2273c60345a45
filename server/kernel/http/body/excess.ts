/** Finds bodies that are not worth parsing. */
import { randomInt } from 'node:crypto';
import type { Problem } from '#kernel/errors.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SPACE,
} from '#kernel/http/body/characters.ts';

export const MAX_DEPTH = 64;
/** A large body with deeper nesting is refused unread: parsing takes long, and the exact position helps no client. */
const HOPELESS_DEPTH = 1_000;
/** The largest bulk requests, with 20,000 lines and 1,000 orders and every field, have 260,000 values. */
export const MAX_VALUES = 300_000;
/** Parsing takes far longer for a key that is new than for a value: the engine keeps each key, and each shape of an object. */
export const MAX_KEYS = 20_000;

export const TOO_DEEP = `must not be nested more than ${MAX_DEPTH} levels deep`;
const TOO_MANY = `must have at most ${MAX_VALUES.toLocaleString('en')} values altogether`;
const TOO_MANY_KEYS = `must have at most ${MAX_KEYS.toLocaleString('en')} different keys altogether`;

const KEY_BITS = 2 ** 18;
const FNV_PRIME = 0x01000193;
/** Chosen at start, so that nobody can send keys that are counted as one. */
const hashSeed = randomInt(2 ** 32);

/**
 * Finds excessive size or depth in a large body from its bytes alone: parsing the smallest values takes a hundred times as long
 * as counting them. Null for a body that is worth parsing.
 */
export function findExcess(bytes: Buffer): Problem | null {
  let depth = 0;
  let values = 1;
  let previous = 0;
  // Different keys are counted by the bits that their hashes set, a few per cent too low.
  let keys = 0;
  let hash = 0;
  const seen = new Uint8Array(KEY_BITS / 8);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte <= SPACE) continue;
    if (byte === QUOTE) {
      hash = hashSeed;
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) {
        if (bytes[at] === BACKSLASH) at++;
        hash = Math.imul(hash ^ bytes[at]!, FNV_PRIME);
      }
    } else if (byte === COLON) {
      const bit = (hash ^ (hash >>> 16)) & (KEY_BITS - 1);
      const mask = 1 << (bit & 7);
      if ((seen[bit >> 3]! & mask) === 0 && ++keys > MAX_KEYS) return excess('too_many', TOO_MANY_KEYS);
      seen[bit >> 3]! |= mask;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (++depth > HOPELESS_DEPTH) return excess('too_deep', TOO_DEEP);
      values++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth--;
      // The container is empty.
      if (previous === OPEN_BRACE || previous === OPEN_BRACKET) values--;
    } else if (byte === COMMA && ++values > MAX_VALUES) {
      break;
    }
    previous = byte;
  }
  return values > MAX_VALUES ? excess('too_many', TOO_MANY) : null;
}

const excess = (code: 'too_deep' | 'too_many', message: string): Problem => ({ path: '', code, message });
