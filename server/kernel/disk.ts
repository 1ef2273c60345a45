/** Keeps a part of the disk for PostgreSQL, which cannot go on without any: uploads are refused before that. */
import { statfs } from 'node:fs/promises';
import { AppError } from '#kernel/errors.ts';

const LOOK_EVERY_MS = 1_000;

/** Refuses with 507 `disk_full` when the disk of this folder has less free than the reserve. */
export function createDiskGuard(dir: string, reserveBytes: number): () => Promise<void> {
  let looked: { at: number; free: Promise<number> } | null = null;
  return async () => {
    if (reserveBytes === 0) return;
    const now = performance.now();
    if (looked === null || now - looked.at > LOOK_EVERY_MS) looked = { at: now, free: freeBytes(dir) };
    if ((await looked.free) >= reserveBytes) return;
    throw new AppError(
      'disk_full',
      'The disk of this service is nearly full, so it takes no files. Try again later.',
    );
  };
}

/** A folder that cannot be asked about is not a reason to refuse; whoever writes there will be told. */
async function freeBytes(dir: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dir);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
