/** Makes pictures of uploaded images, one image at a time, in a separate process. */
import type { Kernel } from '#kernel/module.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import type { MediaSettings } from '../settings.ts';
import type { Storage } from '../storage/storage.ts';
import { createImageProcess } from './image-process.ts';
import { leaseMs, processRendition } from './processing.ts';
import { claimRendition, RENDITION_DUE } from './renditions.sql.ts';

export function startProcessing(kernel: Kernel, settings: MediaSettings, storage: Storage): Loop {
  const { db, clock } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  const images = createImageProcess(settings.processMaxBytes);
  let stopping = false;
  const loop = startDueLoop(kernel, {
    name: 'media processing',
    due: RENDITION_DUE,
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
