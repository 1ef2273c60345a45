/** Where files are kept: one interface, kept by disk and by S3 alike (storage.test.ts holds both to it). */
import type { Readable } from 'node:stream';

/** From the first to the last byte, both included. */
export type ByteRange = { first: number; last: number };

export type Storage = {
  /** Takes the file over from this path; once it resolves, the file is there whole, also after a power cut. */
  put(key: string, path: string): Promise<void>;
  /** Fails before the first byte when there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** The file as one on this machine, for as long as the work takes. */
  withLocal<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Also fine when there is none. */
  remove(key: string): Promise<void>;
};

/** Keys are made by us: a tenant, the beginning of a digest, an id. A name that someone gave is never part of one. */
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}\/[0-9a-f-]{36}$/;

export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new Error('this is not a key of the storage');
}

/** Unlike any before, so that removing an old file can never hit a newer one of the same bytes. */
export const keyOf = (tenantId: string, sha256: string, id: string) =>
  `${tenantId}/${sha256.slice(0, 2)}/${sha256}/${id}`;
