/** Removes files that no row refers to, or ever did. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import { claimDiscarded, forgetFile } from '../files/files.sql.ts';
import type { MediaSettings } from '../settings.ts';
import type { Storage } from './storage.ts';

const EVERY_MS = 60_000;
/** Allows for differences between the clocks of machines, and for answers that are still sending a deleted file. */
const MARGIN_MS = 300_000;
const TRY_AGAIN_MS = 3_600_000;
/** No upload takes a day, so an older file was left by a process that died. */
const SPOOL_MS = 86_400_000;

export function startSweeping(kernel: Kernel, { spoolDir }: MediaSettings, storage: Storage): Loop {
  return startLoop({
    name: 'media sweeping',
    idleMs: EVERY_MS,
    log: kernel.log,
    round: async () => {
      await sweepSpool(spoolDir, kernel.clock());
      return (await sweepFiles(kernel, storage)) > 0;
    },
  });
}

export async function sweepFiles({ db, clock, log }: Kernel, storage: Storage): Promise<number> {
  const worker = { query: db.acrossTenantsQuery };
  const now = (await clock.ask()).getTime();
  const files = await claimDiscarded(worker, new Date(now - MARGIN_MS), new Date(now + TRY_AGAIN_MS));
  for (const file of files) {
    try {
      await storage.remove(file.key);
      await forgetFile(worker, file);
    } catch (error) {
      log.warn({ err: error, key: file.key }, 'a file could not be removed; it will be tried again');
    }
  }
  return files.length;
}

export async function sweepSpool(spoolDir: string, now: Date): Promise<void> {
  const names = await readdir(spoolDir).catch(() => []);
  for (const name of names) {
    const path = join(spoolDir, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now.getTime() - found.mtimeMs > SPOOL_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
