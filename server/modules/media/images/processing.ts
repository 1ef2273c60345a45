/** Makes pictures of one image: reads it from the storage, makes them in another process, stores them and publishes one event. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crashPoint } from '#kernel/crash.ts';
import type { Tx } from '#kernel/db/db.ts';
import { publish } from '#kernel/events/publish.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { findAssetsOf } from '../assets.sql.ts';
import { expectFiles, keepFiles } from '../files/files.sql.ts';
import { assetProcessed } from '../media.events.ts';
import type { MediaSettings } from '../settings.ts';
import { holdBlob } from '../storage/blobs.sql.ts';
import { keyOf, type Storage } from '../storage/storage.ts';
import { STORING_MS } from '../uploads/uploads.ts';
import type { Pictures } from './image-maker.ts';
import type { ImageProcess } from './image-process.ts';
import { processingMetrics } from './processing.metrics.ts';
import {
  type Claimed,
  deleteIdleRenditions,
  failRendition,
  findSource,
  finishRendition,
  insertDerivatives,
  releaseRendition,
} from './renditions.sql.ts';

/** An image that crashes the process or takes too long fails soon; an outage of the storage ends by itself. */
const MAX_TRIES = { image: 3, ours: 20 };
const AFTER_FAILURE_MS = 2_000;
const LONGEST_WAIT_MS = 600_000;

/** Longer than an image can take with everything around it, so that only a dead worker loses its lease. */
export const leaseMs = ({ processSeconds }: MediaSettings) => (processSeconds + 60) * 1000;

export async function processRendition(
  kernel: Kernel,
  { spoolDir, maxPixels, processSeconds: seconds }: MediaSettings,
  storage: Storage,
  images: ImageProcess,
  job: Claimed,
  isStopping: () => boolean,
): Promise<void> {
  const { db, clock, log, metrics } = kernel;
  const observe = processingMetrics(metrics).pictures.startTimer();
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.inTenant(job.tenant_id, work);
  const retryOrFail = async (fault: keyof typeof MAX_TRIES, trouble: Error, reason: string) => {
    // A job that was stopped by the server counts no failure.
    if (isStopping()) return inTenant((tx) => releaseRendition(tx, job, clock(), job.failures));
    observe({ outcome: 'stumbled' });
    log.warn({ err: trouble, blobId: job.blob_id }, 'an image could not be processed');
    if (job.failures + 1 >= MAX_TRIES[fault]) return inTenant((tx) => failRendition(tx, job, reason));
    const wait = Math.min(AFTER_FAILURE_MS * 2 ** job.failures, LONGEST_WAIT_MS);
    const later = new Date(clock().getTime() + wait);
    return inTenant((tx) => releaseRendition(tx, job, later, job.failures + 1));
  };
  const source = await inTenant((tx) => findSource(tx, job.blob_id));
  if (source === undefined) return;
  const folder = join(spoolDir, `pictures-${newId()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const focal = { x: job.focal_x / 1000, y: job.focal_y / 1000 };
    const outcome = await storage.withLocal(source, (path) =>
      images.make({ source: path, folder, focal, maxPixels, seconds }),
    );
    if ('trouble' in outcome) return await retryOrFail('image', new Error(outcome.trouble), outcome.trouble);
    if ('refused' in outcome) await inTenant((tx) => failRendition(tx, job, outcome.refused));
    else await finish(kernel, storage, job, outcome.pictures, folder);
    observe({ outcome: 'refused' in outcome ? 'refused' : 'made' });
  } catch (error) {
    await retryOrFail('ours', error as Error, 'Something went wrong on our side. It has been recorded.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores the files first; the transaction that shows them keeps them. A worker that is too late leaves files that are then
 * removed.
 */
async function finish(
  { db, clock, config }: Kernel,
  storage: Storage,
  job: Claimed,
  pictures: Pictures,
  folder: string,
): Promise<void> {
  const keyOfFile = new Map(
    pictures.derivatives.map(({ file, sha256 }) => [file, keyOf(job.tenant_id, sha256, newId())]),
  );
  const keys = [...keyOfFile.values()];
  const until = new Date(clock().getTime() + STORING_MS);
  await db.inTenant(job.tenant_id, (tx) => expectFiles(tx, keys, until));
  await Promise.all([...keyOfFile].map(([file, key]) => storage.put(key, join(folder, file))));
  crashPoint('after_store_before_keep');
  await db.inTenant(job.tenant_id, async (tx) => {
    const now = clock();
    if (!(await holdBlob(tx, job.blob_id)) || !(await finishRendition(tx, job, pictures))) return;
    if (!(await keepFiles(tx, keys, now))) throw new Error('storing the pictures took too long');
    await insertDerivatives(tx, job, pictures.derivatives, keyOfFile);
    for (const row of await findAssetsOf(tx, job)) {
      await publish(tx, now, assetProcessed(config, row, now));
    }
    await deleteIdleRenditions(tx, job.blob_id, now);
  });
}
