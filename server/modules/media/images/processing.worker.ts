/** Makes pictures of uploaded images, one image at a time, in a separate process. */
import type { Kernel } from '#kernel/module.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import type { MediaSettings } from '../settings.ts';
import type { Storage } from '../storage/storage.ts';
import { createImageProcess } from './image-process.ts';
import { leaseMs, processRendition } from './processing.ts';
import { claimRendition } from './renditions.sql.ts';

const POLL_MS = 500;

export function startProcessing(kernel: Kernel, settings: MediaSettings, storage: Storage): Loop {
  const { db, clock, log } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  const images = createImageProcess(settings.processMaxBytes);
  let stopping = false;
  const loop = startLoop({
    name: 'media processing',
    idleMs: POLL_MS,
    log,
    round: async () => {
      const now = clock();
      const job = await claimRendition(worker, now, new Date(now.getTime() + leaseMs(settings)));
      if (job === undefined) return false;
      await processRendition(kernel, settings, storage, images, job, () => stopping);
      return true;
    },
  });
  return {
    wake: () => loop.wake(),
    stop: async () => {
      stopping = true;
      images.stop();
      await loop.stop();
    },
  };
}
