import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { gifThatIsHtml, hostileSvg, jpeg, pixelBomb, png } from '../testing/images.ts';
import { eventsOf, settled, uploaded } from '../testing/uploads.ts';

const test = await useApp({ MEDIA_MAX_MEGAPIXELS: '20' });
const tenant = await newTenant(test);
// One worker for all of them: it must survive each.
const work = test.startWork();
after(() => work.stop());

const HOSTILE: Record<string, { bytes: () => Buffer | Promise<Buffer>; reason: RegExp }> = {
  'a PNG that says it has a billion pixels': {
    bytes: () => pixelBomb(40_000, 25_000),
    reason: /^It has more than 20 megapixels\.$/,
  },
  'a PNG wider than any': { bytes: () => pixelBomb(2_000_000_000, 1), reason: /megapixels|broken/ },
  'a PNG of one column and very many rows': {
    bytes: () => pixelBomb(1, 10_000_000),
    reason: /^It is longer than 65,535 pixels\.$/,
  },
  'a PNG just within the limit, with most of it missing': {
    bytes: () => pixelBomb(4000, 4000),
    reason: /broken or cut short/,
  },
  'a JPEG that was cut short': {
    bytes: async () => (await jpeg(800, 600)).subarray(0, 2000),
    reason: /broken or cut short/,
  },
  'a JPEG with noise in its middle': {
    bytes: async () => {
      const image = await jpeg(800, 600);
      randomBytes(image.length - 400).copy(image, 200);
      return image;
    },
    reason: /broken or cut short|can be opened|megapixels/,
  },
  'a GIF that is HTML as well': { bytes: gifThatIsHtml, reason: /broken or cut short|can be opened/ },
  'nothing but the first bytes of a PNG': {
    bytes: () => pixelBomb(10, 10).subarray(0, 33),
    reason: /broken or cut short|can be opened/,
  },
};

describe('an image made to do harm ends as failed, with a reason, and the next one is processed:', () => {
  for (const [what, { bytes, reason }] of Object.entries(HOSTILE)) {
    it(what, async () => {
      const { id } = await uploaded(test, tenant.key, await bytes());
      const asset = await settled(test, tenant.key, id);
      assert.equal(asset.status, 'failed');
      assert.match(asset.failure, reason);
      assert.deepEqual(asset.derivatives, []);
      const told = (await eventsOf(test, tenant.id, 'media.processed')).filter((data) => data.id === id);
      assert.deepEqual(told, []);
      const next = await uploaded(test, tenant.key, await png(60 + what.length, 40));
      assert.equal((await settled(test, tenant.key, next.id)).status, 'ready');
    });
  }

  it('an SVG with a script, an entity and an outside image is stored as it is, and never opened', async () => {
    const asset = await uploaded(test, tenant.key, hostileSvg(), {
      filename: 'x.svg',
      type: 'image/svg+xml',
    });
    assert.deepEqual([asset.type, asset.status, asset.derivatives], ['image/svg+xml', 'ready', []]);
  });

  it('an SVG or a script under the name of a JPEG is recognised as such', async () => {
    const named = { filename: 'photo.jpg', type: 'image/jpeg' };
    assert.equal((await uploaded(test, tenant.key, hostileSvg(), named)).type, 'image/svg+xml');
    const page = '<html><script>alert(1)</script></html>';
    assert.equal((await uploaded(test, tenant.key, page, named)).type, 'text/html');
  });
});
