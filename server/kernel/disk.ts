/** Reserves a part of the disk for PostgreSQL, which stops when the disk is full: uploads are refused before that. */
import { statfs } from 'node:fs/promises';
import { AppError } from '#kernel/errors.ts';

const MEASURE_MS = 1_000;

/** Refuses with 507 `disk_full` when the disk of this folder has less free than the reserve. */
export function createDiskGuard(dir: string, reserveBytes: number): () => Promise<void> {
  let measured: { at: number; free: Promise<number> } | null = null;
  return async () => {
    if (reserveBytes === 0) return;
    const now = performance.now();
    if (measured === null || now - measured.at > MEASURE_MS) measured = { at: now, free: freeBytes(dir) };
    if ((await measured.free) >= reserveBytes) return;
    throw new AppError(
      'disk_full',
      'The disk of this service is nearly full, so it takes no files. Try again later.',
    );
  };
}

/** A folder whose free space cannot be read is no reason to refuse; the write itself will report an error. */
async function freeBytes(dir: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
