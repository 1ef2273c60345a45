/** Pictures by parameter under attack and in trouble: the work is bounded, shared fairly, done once, and never half served. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import type { Kernel } from '#kernel/module.ts';
import { setQuota } from '#kernel/usage.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { TRANSFORMS } from '../settings.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { filesInRows, filesOnDisk, sweep } from '../testing/files.ts';
import { jpeg, png } from '../testing/images.ts';
import { decoded, getPicture, newImage, setPresets } from '../testing/pictures.ts';
import { type AssetBody, settled, uploaded } from '../testing/uploads.ts';
import { STORING_MS } from '../uploads/uploads.ts';
import { WIDTHS } from './sizes.ts';
import { createTransforms } from './transforms.ts';

const test = await useApp();
const { kernel } = test;
const owner = await connectAsOwner(test.database);
after(() => owner.end());
test.startWork();
const MOST_TRIES = 20;

const getOnce = (tenant: TestTenant, asset: AssetBody, query: string) =>
  getPicture(test, tenant, asset, query);
/** As a browser does that is told to come back: a busy machine makes the picture, or answers at all, after the first request is over. */
async function get(...wanted: Parameters<typeof getOnce>) {
  const isBusy = ({ statusCode, headers }: Awaited<ReturnType<typeof getOnce>>) =>
    statusCode === 503 && ['1', '5', '20'].includes(String(headers['retry-after']));
  for (let tries = 1; ; tries++) {
    const answer = await getOnce(...wanted);
    if (!isBusy(answer) || tries === MOST_TRIES) return answer;
  }
}
const whenGone = () => {};
/** The same for a caller without HTTP. */
async function patiently<T>(find: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await find();
    } catch (error) {
      if ((error as { code?: string }).code !== 'unavailable' || tries === MOST_TRIES) throw error;
    }
  }
}
const rowsOf = ({ id }: TestTenant) =>
  test.db.inTenant(id, async (tx) => {
    const { rows } = await tx.query<{ picture: string }>(
      'select picture from media_transforms order by picture',
    );
    return rows.map(({ picture }) => picture);
  });
async function newPhoto(width = 1000, height = 500) {
  const tenant = await newTenant(test);
  return { tenant, photo: await newImage(test, tenant, await jpeg(width, height)) };
}

it('requests for the same picture that arrive together do the work once', async () => {
  const { tenant, photo } = await newPhoto();
  const before = (await filesInRows(test, tenant)).length;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => get(tenant, photo, 'w=256&format=webp')),
  );
  const etags = new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`));
  assert.equal(etags.size, 1);
  assert.match([...etags][0]!, /^200 /);
  assert.equal((await filesInRows(test, tenant)).length, before + 1);
  await get(tenant, photo, 'w=256&format=webp');
  assert.equal((await filesInRows(test, tenant)).length, before + 1);
});

it('a flood of sizes is refused without work, and what is left of it does not keep another tenant waiting', async () => {
  const [flooded, other] = [await newPhoto(2000, 1500), await newPhoto(400, 300)];
  const presets = Array.from({ length: 14 }, (_, n) => [`p${n}`, { w: 900 + n, h: 500 }]);
  await setPresets(test, flooded.tenant, Object.fromEntries(presets));
  const statuses: number[] = [];
  let made = 0;
  const ask = async (query: string) => {
    const { statusCode, headers } = await getOnce(flooded.tenant, flooded.photo, query);
    statuses.push(statusCode);
    if (statusCode === 503) assert.ok(Number(headers['retry-after']) > 0);
    if (statusCode === 200) made++;
  };
  const nonsense = Array.from({ length: 300 }, (_, n) => ask(`w=${n * 13 + 5}&h=${n + 3}`));
  await Promise.all(nonsense);
  // Some are refused before that, by the tenant's share of the database.
  assert.ok(
    statuses.every((status) => [422, 429].includes(status)) && statuses.includes(422),
    statuses.join(),
  );
  statuses.length = 0;
  const flood = presets.flatMap(([name]) =>
    ['webp', 'jpeg', 'png'].map((format) => ask(`preset=${name}&format=${format}`)),
  );
  while (made === 0) await sleep(5);
  const before = made;
  const { statusCode } = await get(other.tenant, other.photo, 'w=128');
  assert.equal(statusCode, 200);
  assert.ok(made - before <= 3, `${made - before} pictures of the flood were made before`);
  assert.equal((await test.app.inject({ url: new URL(other.photo.url).pathname })).statusCode, 200);
  await Promise.all(flood);
  const refused = statuses.filter((status) => [429, 503].includes(status)).length;
  assert.ok(refused > 0 && made <= 42 - refused, statuses.join());
  assert.equal(made + refused, 42);
});

describe('pictures of a tenant', () => {
  it('take no more than its quota: the least recently used go, with their files', async () => {
    const { tenant, photo } = await newPhoto();
    const sizeOf = async (query: string) =>
      Number((await get(tenant, photo, query)).headers['content-length']);
    const first = await sizeOf('w=640&format=png');
    const second = await sizeOf('w=384&format=png');
    const third = await sizeOf('w=828&format=png');
    assert.equal((await rowsOf(tenant)).length, 3);
    const usage = async () => {
      const { data } = (await test.call('GET', '/v1/usage', { token: tenant.key })).body;
      return data.find(({ kind }: { kind: string }) => kind === 'transforms').used;
    };
    assert.equal(await usage(), first + second + third);
    // The first is used again, after more than a day.
    test.advance(2 * 86_400_000);
    await get(tenant, photo, 'w=640&format=png');
    await setQuota(owner, tenant.id, TRANSFORMS, first + second + third);
    await sizeOf('w=256&format=png');
    const pictures = await rowsOf(tenant);
    assert.ok(
      pictures.some((each) => each.startsWith('inside,640')),
      pictures.join(' '),
    );
    assert.ok(!pictures.some((each) => each.startsWith('inside,384')), pictures.join(' '));
    assert.ok((await usage()) <= first + second + third);
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.deepEqual(filesOnDisk(test, tenant), await filesInRows(test, tenant));
    await setQuota(owner, tenant.id, TRANSFORMS, 10);
    const refused = await get(tenant, photo, 'w=750&format=png');
    assert.deepEqual([refused.statusCode, refused.json().error.code], [403, 'quota_exceeded']);
  });

  it('that find no room leave no file, and are not made again at once', async () => {
    const { tenant, photo } = await newPhoto();
    await get(tenant, photo, 'w=64&format=png');
    await setQuota(owner, tenant.id, TRANSFORMS, 300);
    const before = filesOnDisk(test, tenant);
    const { media } = kernel.config;
    const storage = openStorage(media);
    let opened = 0;
    const counting: Storage = {
      ...storage,
      withLocal: (key, work) => {
        opened++;
        return storage.withLocal(key, work);
      },
    };
    const transforms = createTransforms(kernel, media, counting);
    const wanted = { tenantId: tenant.id, assetId: photo.id, accept: undefined, whenGone };
    for (const asked of [{ w: 640 }, { w: 640 }, { w: 640 }]) {
      await assert.rejects(
        transforms.find({ ...wanted, asked }, () => true),
        { code: 'quota_exceeded' },
      );
    }
    transforms.stop();
    assert.equal(opened, 1);
    assert.deepEqual(filesOnDisk(test, tenant), before);
  });

  it('beyond a quota that became small are removed over several requests, in short transactions', async () => {
    const { tenant, photo } = await newPhoto();
    await get(tenant, photo, 'w=64');
    await test.db.inTenant(tenant.id, async (tx) => {
      await tx.query('set local statement_timeout = 60000');
      await tx.query(
        `insert into media_files (tenant_id, key) select current_tenant(), 'none-' || n from generate_series(1, 12000) n`,
      );
      await tx.query(
        `insert into media_transforms (tenant_id, blob_id, focal_x, focal_y, picture, type, size, version, file_key, used_at)
         select tenant_id, blob_id, focal_x, focal_y, 'p' || n, 'image/png', 100, 'v', 'none-' || n, used_at - interval '1 day'
         from media_transforms, generate_series(1, 12000) n`,
      );
    });
    await setQuota(owner, tenant.id, TRANSFORMS, 100_000);
    const first = await getOnce(tenant, photo, 'w=96');
    assert.equal(first.statusCode, 503);
    const left = (await rowsOf(tenant)).length;
    assert.ok(left > 1, 'one request removed all');
    // Otherwise a busy database ended a transaction before.
    if (first.headers['retry-after'] === '2') assert.ok(left < 2_500, `${left} are left`);
    let last = first;
    for (let tries = 1; last.statusCode === 503 && tries < MOST_TRIES; tries++)
      last = await getOnce(tenant, photo, 'w=96');
    assert.equal(last.statusCode, 200);
  });

  it('that were asked for once make way before those in constant use', async () => {
    const { tenant, photo } = await newPhoto();
    const sizeOf = async (query: string) =>
      Number((await get(tenant, photo, query)).headers['content-length']);
    const used = await sizeOf('w=640&format=png');
    await get(tenant, photo, 'w=640&format=png');
    test.advance(86_400_000 / 2);
    const once = await sizeOf('w=384&format=png');
    await setQuota(owner, tenant.id, TRANSFORMS, used + once);
    await get(tenant, photo, 'w=64&format=png');
    assert.deepEqual(
      (await rowsOf(tenant)).map((each) => each.split(',')[1]),
      ['640x320', '64x32'],
    );
  });

  it('are removed with the asset, and when another focal point replaces theirs', async () => {
    const { tenant, photo } = await newPhoto();
    await get(tenant, photo, 'w=256');
    const change = { focalPoint: { x: 0.1, y: 0.1 } };
    await test.call('PATCH', `/v1/media/${photo.id}`, { token: tenant.key, body: change });
    await settled(test, tenant.key, photo.id);
    assert.deepEqual(await rowsOf(tenant), []);
    await get(tenant, photo, 'w=256');
    assert.equal((await rowsOf(tenant)).length, 1);
    await test.call('DELETE', `/v1/media/${photo.id}`, { token: tenant.key });
    assert.equal((await get(tenant, photo, 'w=256')).statusCode, 404);
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.deepEqual([filesOnDisk(test, tenant), await filesInRows(test, tenant)], [[], []]);
  });
});

it('files of pictures are removed also if a process of the version before deletes their asset', async () => {
  const { tenant, photo } = await newPhoto();
  await get(tenant, photo, 'w=256');
  await test.db.inTenant(tenant.id, async (tx) => {
    await tx.query('delete from media_assets');
    await tx.query(
      `with discarded as (
         update media_files set doomed_at = $1 where key in (
           select file_key from media_blobs union all select file_key from media_derivatives))
       delete from media_blobs`,
      [test.now()],
    );
  });
  test.advance(STORING_MS);
  await sweep(test);
  assert.deepEqual([filesOnDisk(test, tenant), await filesInRows(test, tenant)], [[], []]);
});

describe('a private image', () => {
  it('has no pictures for strangers, and a signed address has them in every allowed size', async () => {
    const tenant = await newTenant(test);
    const photo = await newImage(test, tenant, await jpeg(500, 300), [['visibility', 'private']]);
    assert.equal(photo.imageUrl, null);
    for (const query of ['w=256', 'w=257', 'preset=none']) {
      const [hidden, never] = [
        await get(tenant, photo, query),
        await get(tenant, { id: crypto.randomUUID() }, query),
      ];
      assert.deepEqual([hidden.statusCode, hidden.json().error.message], [404, never.json().error.message]);
    }
    const { body } = await test.call('POST', `/v1/media/${photo.id}/sign`, { token: tenant.key, body: {} });
    const { pathname, search } = new URL(body.data.imageUrl);
    const shown = await test.app.inject({ url: `${pathname}${search}&w=256` });
    assert.equal((await decoded(shown.rawPayload)).size, '256x154');
    assert.match(String(shown.headers['cache-control']), /^private, max-age=60$/);
    assert.equal((await get(tenant, photo, 'w=256')).statusCode, 404);
    const forged = search.replace(/signature=./, 'signature=_');
    assert.equal((await test.app.inject({ url: `${pathname}${forged}&w=256` })).statusCode, 404);
  });

  it('that was public when its picture was asked for is not shown, nor is one that was deleted', async () => {
    const media = kernel.config.media;
    const storage = openStorage(media);
    for (const change of [
      (path: string, token: string) => test.call('PATCH', path, { token, body: { visibility: 'private' } }),
      (path: string, token: string) => test.call('DELETE', path, { token }),
    ]) {
      const { tenant, photo } = await newPhoto();
      const slow: Storage = {
        ...storage,
        put: async (key, path) => {
          await storage.put(key, path);
          assert.ok((await change(`/v1/media/${photo.id}`, tenant.key)).status < 300);
        },
      };
      const transforms = createTransforms(kernel, media, slow);
      const wanted = {
        tenantId: tenant.id,
        assetId: photo.id,
        asked: { w: 64 },
        accept: undefined,
        whenGone,
      };
      await assert.rejects(
        transforms.find(wanted, (visibility) => visibility === 'public'),
        { code: 'not_found' },
      );
      transforms.stop();
      test.advance(STORING_MS / 2);
      await sweep(test);
      const unkept = await test.db.inTenant(tenant.id, (tx) =>
        tx.query('select from media_files where doomed_at is not null'),
      );
      assert.equal(unkept.rowCount, 0);
    }
  });

  it("of another tenant is not found, nor is another tenant's public one", async () => {
    const { photo } = await newPhoto();
    const stranger = await newTenant(test);
    assert.equal((await get(stranger, photo, 'w=256')).statusCode, 404);
  });
});

it('an image whose pictures are still being made gets 503 and a time to come back', async () => {
  const tenant = await newTenant(test);
  const photo = await uploaded(test, tenant.key, await png(1500, 1500));
  const early = await get(tenant, photo, 'w=256');
  assert.deepEqual([early.statusCode, early.headers['retry-after']], [503, '2']);
  await settled(test, tenant.key, photo.id);
  assert.equal((await get(tenant, photo, 'w=256')).statusCode, 200);
});

it('a storage that does not answer loses its turn, and keeps no request waiting for long', async () => {
  const [one, other] = [await newPhoto(), await newPhoto()];
  const media = { ...kernel.config.media, processSeconds: 3 };
  const storage = openStorage(media);
  let calls = 0;
  const stuck: Storage = {
    ...storage,
    withLocal: (key, work) => (++calls === 1 ? new Promise(() => {}) : storage.withLocal(key, work)),
  };
  const transforms = createTransforms(kernel, media, stuck);
  const find = ({ tenant, photo }: typeof one) =>
    transforms.find(
      {
        tenantId: tenant.id,
        assetId: photo.id,
        asked: { w: 64, format: 'png' },
        accept: undefined,
        whenGone,
      },
      () => true,
    );
  await assert.rejects(find(one), { code: 'unavailable' });
  assert.equal((await patiently(() => find(other))).file.type, 'image/png');
  assert.equal((await patiently(() => find(one))).file.type, 'image/png');
  transforms.stop();
});

it('a request waits for its turn for a limited time, and a picture that no client waits for is not made', async () => {
  const { tenant, photo } = await newPhoto();
  const { media } = kernel.config;
  const storage = openStorage(media);
  const { promise: turn, resolve: next } = Promise.withResolvers<void>();
  const slow: Storage = {
    ...storage,
    withLocal: async (key, work) => {
      await turn;
      return storage.withLocal(key, work);
    },
  };
  const transforms = createTransforms(kernel, media, slow, 2_000);
  const find = (w: number, gone = whenGone as (run: () => void) => void) =>
    transforms.find(
      { tenantId: tenant.id, assetId: photo.id, asked: { w }, accept: undefined, whenGone: gone },
      () => true,
    );
  let isFirstOver = false;
  const tooLate = { code: 'unavailable', headers: { 'retry-after': '5' } };
  const first = assert.rejects(find(640), tooLate).finally(() => {
    isFirstOver = true;
  });
  await assert.rejects(
    find(64, (run) => run()),
    { code: 'unavailable' },
  );
  assert.equal(isFirstOver, false, 'a request whose client has gone waits no longer');
  await Promise.all([first, assert.rejects(find(96), tooLate)]);
  const last = patiently(() => find(128));
  await sleep(100);
  next();
  assert.equal((await last).label, '128x64.jpeg');
  // The one that had begun is there; of those that waited, only the one with a client.
  assert.deepEqual(
    (await rowsOf(tenant)).map((each) => each.split(',')[1]),
    ['128x64', '640x320'],
  );
  transforms.stop();
});

/** The processes that this one started to make pictures. */
const makers = () =>
  globSync('/proc/[0-9]*/stat').flatMap((path) => {
    try {
      const [, parent] = /\) \S (\d+) /.exec(readFileSync(path, 'utf8')) ?? [];
      const command = readFileSync(path.replace(/stat$/, 'cmdline'), 'utf8');
      return Number(parent) === process.pid && command.includes('image-child')
        ? [Number(path.split('/')[2])]
        : [];
    } catch {
      return [];
    }
  });

describe('a picture is served whole or not at all, although', { skip: process.platform !== 'linux' }, () => {
  it('the process that makes it is killed in the middle', async () => {
    const { tenant, photo } = await newPhoto(4000, 3000);
    await get(tenant, photo, 'w=64');
    const answer = get(tenant, photo, 'w=3840&format=png');
    await sleep(100);
    for (const pid of makers()) process.kill(pid, 'SIGKILL');
    const { statusCode, rawPayload } = await answer;
    assert.deepEqual([statusCode, (await decoded(rawPayload)).size], [200, '3840x2880']);
  });

  it('it is killed each time: the same answer comes for a minute, without a new try', async () => {
    const { tenant, photo } = await newPhoto(3000, 3000);
    let isOver = false;
    const answer = getOnce(tenant, photo, 'w=2048&format=png').finally(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const pid of makers()) process.kill(pid, 'SIGKILL');
      await sleep(20);
    }
    const { statusCode, headers } = await answer;
    assert.deepEqual([statusCode, headers['retry-after']], [503, '60']);
    // In no size: each would end the process again.
    for (const query of ['w=2048&format=png', 'w=64']) {
      const again = await get(tenant, photo, query);
      assert.deepEqual([again.statusCode, again.headers['retry-after']], [503, '60']);
    }
    assert.deepEqual(await rowsOf(tenant), []);
    const other = await newPhoto();
    assert.equal((await get(other.tenant, other.photo, 'w=64')).statusCode, 200);
  });

  it('the server dies after the file is stored: the next one makes it again, and the file is removed', async () => {
    const { tenant, photo } = await newPhoto();
    let calls = 0;
    const dying: Kernel = {
      ...kernel,
      db: {
        ...test.db,
        // Reads the image, looks for the picture, finds room twice and registers the file; then dies before the commit that shows it.
        inTenant: (tenantId, work) =>
          ++calls > 5 ? Promise.reject(new Error('the process is dead')) : test.db.inTenant(tenantId, work),
      },
    };
    const { media } = kernel.config;
    const storage = openStorage(media);
    const transforms = createTransforms(dying, media, storage);
    const wanted = {
      tenantId: tenant.id,
      assetId: photo.id,
      asked: { w: WIDTHS[0]! },
      accept: undefined,
      whenGone,
    };
    const before = filesOnDisk(test, tenant).length;
    await assert.rejects(
      transforms.find(wanted, () => true),
      /the process is dead/,
    );
    transforms.stop();
    assert.equal(filesOnDisk(test, tenant).length, before + 1);
    assert.deepEqual(await rowsOf(tenant), []);
    assert.equal((await get(tenant, photo, `w=${WIDTHS[0]}`)).statusCode, 200);
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.equal(filesOnDisk(test, tenant).length, before + 1);
    assert.deepEqual(filesOnDisk(test, tenant), await filesInRows(test, tenant));
    assert.equal((await get(tenant, photo, `w=${WIDTHS[0]}`)).statusCode, 200);
  });
});
