/** Sweeping removes files without a reference, and no others. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createAssertRoom } from '#kernel/usage.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { filesInRows, filesOnDisk, sweep } from '../testing/files.ts';
import { jpeg } from '../testing/images.ts';
import { settled, startWork, uploaded } from '../testing/uploads.ts';
import { STORING_MS, storeUpload } from '../uploads/uploads.ts';
import { openStorage } from './open-storage.ts';
import { sweepSpool } from './sweeping.worker.ts';

const test = await useApp();
const { kernel } = test;
const storage = openStorage(kernel.config.media);

describe('after the process of an upload died', () => {
  const upload = async (tenant: TestTenant, bytes: Buffer, commit: Parameters<typeof storeUpload>[3]) => {
    const path = join(kernel.config.media.spoolDir, `upload-${randomBytes(4).toString('hex')}`);
    await mkdir(kernel.config.media.spoolDir, { recursive: true });
    await writeFile(path, bytes);
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = { path, sha256, size: bytes.length, filename: 'x' };
    const assertRoom = createAssertRoom(kernel.config, kernel.metrics);
    const deps = { db: test.db, clock: kernel.clock, storage, addresses: kernel.config, assertRoom };
    return storeUpload(deps, tenant.id, { said: {}, file }, commit);
  };

  it('between storing the file and the asset, the file is removed in time, and no row names it', async () => {
    const tenant = await newTenant(test);
    const dies = () => Promise.reject(new Error('the process is dead'));
    await assert.rejects(upload(tenant, randomBytes(50), dies), /the process is dead/);
    assert.equal(filesOnDisk(test, tenant).length, 1);
    await sweep(test);
    assert.equal(filesOnDisk(test, tenant).length, 1, 'it might still be on its way');
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.deepEqual([filesOnDisk(test, tenant), await filesInRows(test, tenant)], [[], []]);
  });

  it('a file left in the spool is removed after a day', async () => {
    const { spoolDir } = kernel.config.media;
    const path = join(spoolDir, 'upload-left-behind');
    await writeFile(path, 'x');
    await sweepSpool(spoolDir, test.now());
    const names = () => globSync('upload-left-*', { cwd: spoolDir }).length;
    const old = new Date(test.now().getTime() - 90_000_000);
    await utimes(path, test.now(), test.now());
    await sweepSpool(spoolDir, test.now());
    assert.equal(names(), 1);
    await utimes(path, old, old);
    await sweepSpool(spoolDir, test.now());
    assert.equal(names(), 0);
  });
});

describe('files of deleted assets', () => {
  it('stay as long as another asset has the same bytes, and are removed with the last', async (t) => {
    startWork(test, t);
    const tenant = await newTenant(test);
    const image = await jpeg(130, 60);
    const [first, second] = [
      await uploaded(test, tenant.key, image),
      await uploaded(test, tenant.key, image),
    ];
    await settled(test, tenant.key, second.id);
    const before = filesOnDisk(test, tenant);
    assert.equal(before.length, 1 + 4);
    const remove = (id: string) => test.call('DELETE', `/v1/media/${id}`, { token: tenant.key });
    await remove(first.id);
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.deepEqual(filesOnDisk(test, tenant), before);
    await remove(second.id);
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.deepEqual([filesOnDisk(test, tenant), await filesInRows(test, tenant)], [[], []]);
  });

  it('uploaded and deleted many times at once leave only whole assets behind', async () => {
    const tenant = await newTenant(test);
    const bytes = randomBytes(30);
    const live = new Set<string>();
    const churn = async () => {
      for (let n = 0; n < 6; n++) {
        const { id } = await uploaded(test, tenant.key, bytes);
        live.add(id);
        if (n < 5) {
          const { status } = await test.call('DELETE', `/v1/media/${id}`, { token: tenant.key });
          assert.equal(status, 200);
          live.delete(id);
        }
      }
    };
    await Promise.all(Array.from({ length: 6 }, churn));
    test.advance(2 * STORING_MS);
    await sweep(test);
    assert.equal(filesOnDisk(test, tenant).length, 1);
    for (const id of live) {
      const { rawPayload } = await test.app.inject({ url: `/media/${tenant.id}/${id}/original` });
      assert.deepEqual(rawPayload, bytes);
    }
  });
});
