/** The whole module on S3: from upload to pictures, ranges and removal. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { jpeg } from '../testing/images.ts';
import { startS3 } from '../testing/s3.ts';
import { settled, startWork, uploaded } from '../testing/uploads.ts';
import { openStorage } from './open-storage.ts';
import { sweepFiles } from './sweeping.worker.ts';

const folder = await mkdtemp(join(tmpdir(), 'colonnade-s3-'));
const s3 = await startS3(folder);
const test = await useApp({
  MEDIA_S3_BUCKET: s3.settings.bucket,
  MEDIA_S3_ENDPOINT: s3.settings.endpoint,
  MEDIA_S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  MEDIA_S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
});
after(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

it('an image is uploaded, processed, served and removed', async (t) => {
  startWork(test, t);
  const tenant = await newTenant(test);
  const bytes = await jpeg(60, 30);
  const { id } = await uploaded(test, tenant.key, bytes);
  const asset = await settled(test, tenant.key, id);
  assert.equal(asset.status, 'ready', asset.failure);
  const get = (file: string, headers = {}) =>
    test.app.inject({ url: `/media/${tenant.id}/${id}/${file}`, headers });
  assert.deepEqual((await get('original')).rawPayload, bytes);
  const part = await get('original', { range: 'bytes=10-19' });
  assert.deepEqual([part.statusCode, part.rawPayload], [206, bytes.subarray(10, 20)]);
  assert.equal((await get('large.avif')).headers['content-type'], 'image/avif');
  const objects = () => globSync(`**/${tenant.id}/**/*_object`, { cwd: folder }).length;
  assert.equal(objects(), 1 + 4);
  assert.deepEqual(globSync(`${tenant.id}/**`, { cwd: test.kernel.config.media.dir }), []);
  await test.call('DELETE', `/v1/media/${id}`, { token: tenant.key });
  test.advance(600_000);
  await sweepFiles(test.kernel, openStorage(test.kernel.config.media));
  assert.equal(objects(), 0);
});
