/** Ids are UUID version 7: they grow with time, so new rows land at the end of their index. */
import { randomUUIDv7 } from 'node:crypto';

export const newId = (): string => randomUUIDv7();
