import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { jpeg } from '../server/modules/media/testing/images.ts';
import { decoded, newImage, setPresets } from '../server/modules/media/testing/pictures.ts';
import { newTenant, useApp } from '../server/testing.ts';
import { createClient } from './client.ts';
import { imageSrcset, imageUrl } from './images.ts';

const test = await useApp();
const tenant = await newTenant(test);
test.startWork();
await test.app.listen({ host: '127.0.0.1', port: 0 });
const here = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const client = createClient({ baseUrl: here, token: tenant.key });
const load = async (url: string) => {
  const answer = await fetch(url.replace(test.kernel.config.publicUrl, here));
  assert.equal(answer.status, 200, url);
  return { ...(await decoded(Buffer.from(await answer.arrayBuffer()))), headers: answer.headers };
};

it('addresses of pictures lead to the sizes that they name, and may be cached for ever', async () => {
  await setPresets(test, tenant, { teaser: { w: 640, h: 360 } });
  const { id } = await newImage(test, tenant, await jpeg(800, 800));
  const { data: asset } = await client.getAsset({ path: { id } });
  const whole = await load(imageUrl(asset, { w: 640, format: 'webp' })!);
  assert.equal(whole.size, '640x640');
  assert.match(whole.headers.get('cache-control')!, /immutable/);
  assert.equal((await load(imageUrl(asset, { w: 640, h: 360 })!)).size, '640x360');
  const sizes = [];
  for (const entry of imageSrcset(asset, [128, 384], { preset: 'teaser' })!.split(', ')) {
    const [url, width] = entry.split(' ');
    sizes.push([(await load(url!)).size, width]);
  }
  assert.deepEqual(sizes, [
    ['128x72', '128w'],
    ['384x216', '384w'],
  ]);
});

it('a file without pictures has no such address', () => {
  assert.equal(imageUrl({ imageUrl: null }, { w: 640 }), null);
  assert.equal(imageSrcset({ imageUrl: null }, [640]), null);
});
