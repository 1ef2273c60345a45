/** Processes that die, are late or run at once keep the promises of processing. */
import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Kernel } from '#kernel/module.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { filesInRows, filesOnDisk, sweep } from '../testing/files.ts';
import { jpeg } from '../testing/images.ts';
import { assetOf, eventsOf, uploaded } from '../testing/uploads.ts';
import { STORING_MS } from '../uploads/uploads.ts';
import { createImageProcess, type ImageProcess } from './image-process.ts';
import { leaseMs, processRendition } from './processing.ts';
import { type Claimed, claimRendition, takeRendition } from './renditions.sql.ts';

const test = await useApp();
const { kernel } = test;
const storage = openStorage(kernel.config.media);
const worker = { query: test.db.acrossTenantsQuery };

const claim = async (): Promise<Claimed> => {
  const now = test.now();
  const job = await claimRendition(worker, now, new Date(now.getTime() + leaseMs(kernel.config.media)));
  return job ?? assert.fail('nothing to claim');
};
type Parts = { with?: Kernel; on?: Storage; images?: ImageProcess; stopping?: boolean };
const shared = createImageProcess(1024 ** 3);
after(() => shared.stop());
/** Runs one job as a worker does. */
const work = (
  job: Claimed,
  { with: using = kernel, on = storage, images = shared, stopping = false }: Parts = {},
) => processRendition(using, kernel.config.media, on, images, job, () => stopping);
/** A separate process, for tests that kill one or run two at once. */
function newImages(t: TestContext): ImageProcess {
  const images = createImageProcess(1024 ** 3);
  t.after(() => images.stop());
  return images;
}
const processedOf = async ({ id }: TestTenant) => (await eventsOf(test, id, 'media.processed')).length;
async function newImage(n: number) {
  const tenant = await newTenant(test);
  const asset = await uploaded(test, tenant.key, await jpeg(100 + n, 50));
  return { tenant, id: asset.id as string };
}

describe('an image is processed once, with one event, although', () => {
  it('its worker dies when everything is made and stored: the next one repeats the work', async () => {
    const { tenant, id } = await newImage(1);
    let calls = 0;
    const dying: Kernel = {
      ...kernel,
      db: {
        ...test.db,
        // Reads the source and registers the files; then dies before the commit that shows them.
        inTenant: (tenantId, work) =>
          ++calls > 2 ? Promise.reject(new Error('the process is dead')) : test.db.inTenant(tenantId, work),
      },
    };
    await assert.rejects(work(await claim(), { with: dying }), /the process is dead/);
    assert.equal((await assetOf(test, tenant.key, id)).status, 'processing');
    assert.equal(await claimRendition(worker, test.now(), test.now()), undefined);
    test.advance(leaseMs(kernel.config.media) + 1);
    await work(await claim());
    assert.equal((await assetOf(test, tenant.key, id)).status, 'ready');
    assert.equal(await processedOf(tenant), 1);
    // The files of the dead worker are removed; the shown ones stay.
    const stored = filesOnDisk(test, tenant).length;
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.ok(filesOnDisk(test, tenant).length < stored);
    assert.deepEqual(filesOnDisk(test, tenant), await filesInRows(test, tenant));
  });

  it('a delayed worker finishes after another took over: its result is discarded', async (t) => {
    const { tenant, id } = await newImage(2);
    const late = await claim();
    test.advance(leaseMs(kernel.config.media) + 1);
    const current = await claim();
    await Promise.all([work(current), work(late, { images: newImages(t) })]);
    assert.equal((await assetOf(test, tenant.key, id)).status, 'ready');
    assert.equal(await processedOf(tenant), 1);
  });

  it('the process that makes the pictures is killed in the middle: the image is tried again', async (t) => {
    const { tenant, id } = await newImage(3);
    const images = newImages(t);
    const working = work(await claim(), { images });
    while (images.pid === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    process.kill(images.pid, 'SIGKILL');
    await working;
    assert.equal((await assetOf(test, tenant.key, id)).status, 'uploaded');
    test.advance(5_000);
    await work(await claim());
    assert.equal((await assetOf(test, tenant.key, id)).status, 'ready');
    assert.equal(await processedOf(tenant), 1);
  });

  it('two assets of the same bytes wait for it: each gets one event', async () => {
    const tenant = await newTenant(test);
    const image = await jpeg(104, 50);
    for (let n = 0; n < 2; n++) await uploaded(test, tenant.key, image);
    await work(await claim());
    assert.equal(await processedOf(tenant), 2);
    assert.equal(await claimRendition(worker, test.now(), test.now()), undefined);
  });
});

it('an image that fails three times is marked as failed, with the reason', async () => {
  const { tenant, id } = await newImage(5);
  const absent: Storage = { ...storage, withLocal: (_key, work) => work('/nowhere') };
  for (let tries = 0; tries < 3; tries++) {
    test.advance(5_000);
    await work(await claim(), { on: absent });
  }
  const { status, failure } = await assetOf(test, tenant.key, id);
  assert.deepEqual([status, failure], ['failed', 'It could not be read.']);
});

it('a long outage of the storage fails no image: each is tried again, ever more slowly', async () => {
  const { tenant, id } = await newImage(10);
  const away: Storage = { ...storage, withLocal: () => Promise.reject(new Error('no connection')) };
  for (let tries = 0; tries < 10; tries++) {
    test.advance(600_000);
    await work(await claim(), { on: away });
  }
  assert.equal((await assetOf(test, tenant.key, id)).status, 'uploaded');
  test.advance(600_000);
  await work(await claim());
  assert.equal((await assetOf(test, tenant.key, id)).status, 'ready');
});

it('one tenant with many images does not keep another waiting', async () => {
  const [many, few] = [await newImage(8), await newImage(9)];
  const now = test.now();
  const want = ({ tenant }: typeof many, points: number) =>
    test.db.inTenant(tenant.id, async (tx) => {
      const { rows } = await tx.query<{ id: string }>('select id from media_blobs');
      for (let n = 1; n <= points; n++) {
        await takeRendition(tx, rows[0]!.id, { focal_x: n, focal_y: 0 }, 'waiting', now);
      }
    });
  await want(many, 6);
  await want(few, 1);
  const turns: string[] = [];
  for (let n = 0; n < 9; n++) {
    const job = await claimRendition(
      worker,
      new Date(now.getTime() + 60_000),
      new Date(now.getTime() + 120_000),
    );
    if (job!.focal_y === 0) turns.push(job!.tenant_id === few.tenant.id ? 'few' : 'many');
  }
  assert.ok(turns.indexOf('few') <= 2, turns.join());
  for (const { tenant, id } of [many, few]) {
    await test.call('DELETE', `/v1/media/${id}`, { token: tenant.key });
  }
});

it('a worker that is stopped releases its image at once, without counting a try', async (t) => {
  const { tenant, id } = await newImage(6);
  const images = newImages(t);
  const working = work(await claim(), { images, stopping: true });
  while (images.pid === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
  images.stop();
  await working;
  const again = await claim();
  assert.equal(again.failures, 0);
  await work(again);
  assert.equal((await assetOf(test, tenant.key, id)).status, 'ready');
});

it('an asset that is deleted while it is processed leaves no file behind', async () => {
  const { tenant, id } = await newImage(7);
  const job = await claim();
  const slow: Storage = {
    ...storage,
    withLocal: async (key, work) => {
      const made = await storage.withLocal(key, work);
      await test.call('DELETE', `/v1/media/${id}`, { token: tenant.key });
      return made;
    },
  };
  await work(job, { on: slow });
  assert.equal(await processedOf(tenant), 0);
  test.advance(2 * STORING_MS);
  await sweep(test);
  assert.deepEqual([filesOnDisk(test, tenant), await filesInRows(test, tenant)], [[], []]);
});
