/** Pictures in the sizes that pages ask for: made once, in a separate process, stored, and served from then on. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crashPoint } from '#kernel/crash.ts';
import type { Tx } from '#kernel/db/db.ts';
import { createDiskGuard } from '#kernel/disk.ts';
import { AppError, notFound, unavailable } from '#kernel/errors.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { FairQueue } from '#kernel/work/fair-queue.ts';
import { pictureVersion } from '../asset-record.ts';
import { discardFiles, discardUnkept, expectFiles, keepFiles, type ServedFile } from '../files/files.sql.ts';
import { createImageProcess } from '../images/image-process.ts';
import type { Picture } from '../images/picture-maker.ts';
import type { MediaSettings } from '../settings.ts';
import { holdBlob } from '../storage/blobs.sql.ts';
import { keyOf, type Storage } from '../storage/storage.ts';
import { STORING_MS } from '../uploads/uploads.ts';
import { type Order, readOrder } from './order.ts';
import { createMakeRoom } from './room.ts';
import type { Asked } from './transform-fields.ts';
import { transformMetrics } from './transforms.metrics.ts';
import { findImage, findTransform, insertTransform, noteUse, type TransformRow } from './transforms.sql.ts';

/** Requests for different pictures that wait for their turn; beyond it, the tenant with the most gets 503. */
const MOST_WAITING = 32;
const LONGEST_SECONDS = 20;
/** A request waits no longer; work that has begun goes on for the next request. */
const LONGEST_WAIT_MS = 15_000;
const AGAIN_SECONDS = 5;
const SOON_MS = 5_000;
/** An image of which no picture could be made is not opened again for so long. */
const AFTER_FAILURE_MS = 60_000;
/** A picture that found no room is not made again for so long. */
const AFTER_REFUSAL_MS = 10_000;
const USED_MS = 86_400_000;
/** The process ends so long after its last picture. */
const IDLE_MS = 60_000;

/** No picture can be made of this image in this size. */
class Unmakeable extends AppError {}

export type Request = {
  tenantId: string;
  assetId: string;
  asked: Asked;
  accept: string | undefined;
  /** Calls back when the client has left. */
  whenGone(run: () => void): void;
};
export type Found = {
  file: ServedFile;
  /** Size and format, for the name of a download. */
  label: string;
  /** The version in an address that always names these bytes, unless the address names a preset. */
  version: string;
  /** Another browser may get another format. */
  varies: boolean;
};
export type Transforms = {
  /** `maySee` is asked before anything else is said about the asset. */
  find(request: Request, maySee: (visibility: ServedFile['visibility']) => boolean): Promise<Found>;
  stop(): void;
};

type Making = { row: Promise<TransformRow> | null; clients: number };

export function createTransforms(
  kernel: Kernel,
  settings: MediaSettings,
  storage: Storage,
  longestWaitMs = LONGEST_WAIT_MS,
): Transforms {
  const { db, clock, config, log, metrics } = kernel;
  const images = createImageProcess(settings.processMaxBytes);
  const assertDisk = createDiskGuard(config.dataDir, settings.s3 === null ? config.diskReserveBytes : 0);
  const makeRoom = createMakeRoom(kernel);
  const queue = new FairQueue({
    ...{ atOnce: 1, waitingOfParty: Number.POSITIVE_INFINITY, waiting: MOST_WAITING },
    refusal: 'Too many pictures are being made. Try again shortly.',
  });
  const seconds = Math.min(settings.processSeconds, LONGEST_SECONDS);
  const underWay = new Map<string, Making>();
  /** By blob. */
  const failures = new Map<string, Unmakeable>();
  let idle: NodeJS.Timeout | undefined;

  /** Requests for the same picture that arrive together share the work. */
  async function makeOnce(order: Order, { tenantId, whenGone }: Request): Promise<void> {
    const { blob_id, focal_x, focal_y, picture } = order.key;
    const failure = failures.get(`${tenantId} ${blob_id}`);
    if (failure !== undefined) throw failure;
    const name = [tenantId, blob_id, focal_x, focal_y, picture].join(' ');
    const making = underWay.get(name) ?? { row: null, clients: 0 };
    making.clients++;
    making.row ??= start(name, making, tenantId, order);
    try {
      await inTime(making.row, longestWaitMs, AGAIN_SECONDS, whenGone);
    } finally {
      making.clients--;
    }
  }

  function start(name: string, making: Making, tenantId: string, order: Order): Promise<TransformRow> {
    underWay.set(name, making);
    const row = queue.run([tenantId], () => {
      if (making.clients > 0) return make(tenantId, order);
      throw unavailable('The clients that asked for the picture have left.');
    });
    const forget = () => underWay.delete(name);
    row.then(forget, (error) => {
      if (error.code === 'quota_exceeded') return void setTimeout(forget, AFTER_REFUSAL_MS).unref();
      forget();
      if (!(error instanceof Unmakeable)) return;
      const blob = `${tenantId} ${order.key.blob_id}`;
      failures.set(blob, error);
      setTimeout(() => failures.delete(blob), AFTER_FAILURE_MS).unref();
    });
    return row;
  }

  async function make(tenantId: string, order: Order): Promise<TransformRow> {
    const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.inTenant(tenantId, work);
    const there = await inTenant((tx) => findTransform(tx, order.key));
    if (there !== undefined) return there;
    await assertDisk();
    // A full quota is noticed before the work.
    await makeRoom(tenantId, 1);
    clearTimeout(idle);
    const observe = transformMetrics(metrics).made.startTimer();
    const folder = join(settings.spoolDir, `picture-${newId()}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const made = await draw(order, folder);
      observe({ outcome: 'made' });
      await makeRoom(tenantId, made.size);
      const key = keyOf(tenantId, made.sha256, newId());
      await inTenant((tx) => expectFiles(tx, [key], new Date(clock().getTime() + STORING_MS)));
      await storage.put(key, join(folder, made.file));
      crashPoint('after_store_before_keep');
      return await inTenant((tx) => keep(tx, order, made, key)).catch(async (error) => {
        // If that fails too, its time of removal comes.
        await inTenant((tx) => discardUnkept(tx, key, clock())).catch(() => {});
        throw error;
      });
    } catch (error) {
      observe({ outcome: 'failed' });
      throw error;
    } finally {
      idle = setTimeout(() => images.rest(), IDLE_MS).unref();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /**
   * A process that ended soon is given a second chance: perhaps another cause than the image ended it. A storage that does not answer
   * loses its turn.
   */
  async function draw({ source, key, picture }: Order, folder: string): Promise<Picture> {
    const { maxPixels } = settings;
    let isLate = false;
    const once = () =>
      storage.withLocal(source, async (path) => {
        if (isLate) throw new Error('the image came too late');
        return images.makeOne({ source: path, folder, maxPixels, seconds, picture });
      });
    const twice = async () => {
      const from = performance.now();
      const outcome = await once();
      return 'trouble' in outcome && performance.now() - from < SOON_MS ? once() : outcome;
    };
    const outcome = await inTime(twice(), 2_000 * seconds, seconds).catch((error) => {
      isLate = true;
      images.rest();
      throw error;
    });
    if ('picture' in outcome) return outcome.picture;
    const reason = 'refused' in outcome ? outcome.refused : outcome.trouble;
    log.warn({ blobId: key.blob_id, picture: key.picture, reason }, 'a picture could not be made');
    const message = `The picture could not be made. ${reason}`;
    if ('refused' in outcome) throw new Unmakeable('validation_error', message);
    throw new Unmakeable('unavailable', message, undefined, {
      'retry-after': String(AFTER_FAILURE_MS / 1000),
    });
  }

  /** The transaction that shows the file keeps it. Another process may have been quicker, or the image is gone. */
  async function keep(tx: Tx, { key }: Order, made: Picture, fileKey: string): Promise<TransformRow> {
    const now = clock();
    if (!(await holdBlob(tx, key.blob_id))) throw notFound('file');
    const there = await findTransform(tx, key);
    if (there !== undefined) {
      await discardFiles(tx, [fileKey], now);
      return there;
    }
    if (!(await keepFiles(tx, [fileKey], now))) throw unavailable('Storing the picture took too long.');
    const { type, size, sha256 } = made;
    const row = { file_key: fileKey, type, version: sha256.slice(0, 16) };
    const usedAt = new Date(now.getTime() - USED_MS);
    if (!(await insertTransform(tx, { ...key, ...row, size }, usedAt))) throw notFound('file');
    return { ...row, size: BigInt(size), used_at: usedAt };
  }

  /** The work goes on, for the next request. */
  async function inTime<T>(
    work: Promise<T>,
    ms: number,
    againSeconds: number,
    whenGone: Request['whenGone'] = () => {},
  ): Promise<T> {
    const over = new AbortController();
    whenGone(() => over.abort());
    const late = sleep(ms, undefined, { signal: over.signal })
      .catch(() => {})
      .then(() => {
        throw unavailable('The picture is being made. Try again shortly.', againSeconds);
      });
    late.catch(() => {});
    return Promise.race([work, late]).finally(() => over.abort());
  }

  return {
    async find(request, maySee) {
      const { tenantId, assetId, asked, accept } = request;
      // A picture starts a day back, so that only its second use makes it recent: visitors who try all sizes displace no picture in use.
      const look = (isUse: boolean) =>
        db.inTenant(
          tenantId,
          async (tx) => {
            const image = await findImage(tx, assetId);
            // The same answer as for a file that never existed.
            if (image === undefined || !maySee(image.visibility)) throw notFound('file');
            const order = readOrder(image, asked, accept);
            const made = await findTransform(tx, order.key);
            const dayAgo = new Date(clock().getTime() - USED_MS);
            if (isUse && made !== undefined && made.used_at < dayAgo)
              await noteUse(tx, order.key, clock(), dayAgo);
            return { image, order, made };
          },
          'request',
        );
      let found = await look(true);
      if (found.made === undefined) {
        await makeOnce(found.order, request);
        // Meanwhile the asset may have become private, got another focal point, or been deleted.
        found = await look(false);
      }
      const { image, order, made } = found;
      if (made === undefined) throw unavailable('The image was changed meanwhile. Try again shortly.');
      const { visibility, filename } = image;
      const { label, varies } = order;
      const version = pictureVersion(image.original_version, image);
      const file = { ...made, visibility, filename };
      return { file, label: `${label}.${file.type.slice('image/'.length)}`, version, varies };
    },
    stop: () => images.stop(),
  };
}
