/** Ids are UUID version 7: they grow with time, so new rows land at the end of their index. */
import { randomUUIDv7 } from 'node:crypto';

export function newId(): string {
  // Copied, because V8 stores a fresh UUID as a concatenation and serializes any JSON that contains one far slower.
  return Buffer.from(randomUUIDv7(), 'latin1').toString('latin1');
}
