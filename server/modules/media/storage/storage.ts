/** The storage of files: one interface for disk and S3 (storage.test.ts checks both). */
import type { Readable } from 'node:stream';

/** From the first to the last byte, both included. */
export type ByteRange = { first: number; last: number };

export type Storage = {
  /** Moves the file from this path; once it resolves, the file is stored whole, also after a power cut. */
  put(key: string, path: string): Promise<void>;
  /** Fails before the first byte when there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Provides the file on this machine for as long as the work takes. */
  withLocal<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** True if nothing was ever stored. */
  isEmpty(): Promise<boolean>;
  /** Succeeds also when there is no such file. */
  remove(key: string): Promise<void>;
};

/** Keys are made by the server: a tenant, the beginning of a digest, an id. A client's file name is never part of one. */
const KEY = /^[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}\/[0-9a-f-]{36}$/;

export const isKey = (key: string): boolean => KEY.test(key);

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error('this is not a key of the storage');
}

/** True for the error of a read that found no such file. */
export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'NoSuchKey', 'NotFound'].includes(
    (error as NodeJS.ErrnoException).code ?? (error as Error).name,
  );

/** Unique, so that removing an old file can never hit a newer one of the same bytes. */
export const keyOf = (tenantId: string, sha256: string, id: string) =>
  `${tenantId}/${sha256.slice(0, 2)}/${sha256}/${id}`;
