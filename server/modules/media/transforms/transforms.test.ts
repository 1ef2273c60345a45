import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { surrogateKey } from '#kernel/http/surrogate-keys.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { hostileSvg, jpeg, png, twoHalves } from '../testing/images.ts';
import { decoded, getPicture, newImage, setPresets } from '../testing/pictures.ts';
import { type AssetBody, settled, uploaded } from '../testing/uploads.ts';

const test = await useApp();
const tenant = await newTenant(test);
test.startWork();

const get = (asset: AssetBody, query: string, headers?: Record<string, string>) =>
  getPicture(test, tenant, asset, query, headers);
async function picture(asset: AssetBody, query: string, headers?: Record<string, string>) {
  const answer = await get(asset, query, headers);
  assert.equal(answer.statusCode, 200, answer.body);
  return { ...(await decoded(answer.rawPayload)), type: answer.headers['content-type'], answer };
}
const problemOf = async (asset: AssetBody, query: string) => {
  const answer = await get(asset, query);
  assert.equal(answer.statusCode, 422, answer.body);
  const [{ path, message }] = answer.json().error.details;
  return `${path} ${message}`;
};

const PRESETS = {
  teaser: { w: 640, h: 360 },
  social: { w: 1200, h: 630, format: 'jpeg', q: 60 },
  square: { w: 100, h: 100, fit: 'contain' },
  stamp: { w: 100, h: 100, fit: 'cover' },
};
let photo: AssetBody;
before(async () => {
  await setPresets(test, tenant, PRESETS);
  photo = await newImage(test, tenant, await jpeg(2000, 1000), [['focalPoint', '{"x":0,"y":0.5}']]);
});

describe('a picture', () => {
  it('has the width that the address asks for, and the whole image', async () => {
    const { size, colourAt } = await picture(photo, 'w=640');
    assert.equal(size, '640x320');
    assert.deepEqual([colourAt(10, 160), colourAt(630, 160)], ['red', 'blue']);
  });

  it('of a preset is cropped around the focal point', async () => {
    const { size, colourAt } = await picture(photo, 'preset=teaser');
    assert.equal(size, '640x360');
    assert.deepEqual([colourAt(5, 5), colourAt(350, 180)], ['red', 'red']);
    const stamp = await picture(photo, 'preset=stamp');
    assert.deepEqual([stamp.size, stamp.colourAt(1, 1), stamp.colourAt(98, 98)], ['100x100', 'red', 'red']);
    const right = await newImage(test, tenant, await png(2000, 1000), [['focalPoint', '{"x":1,"y":0}']]);
    const other = await picture(right, 'w=100&h=100&fit=cover');
    assert.deepEqual([other.colourAt(1, 1), other.colourAt(98, 98)], ['blue', 'blue']);
  });

  it('has the shape of a preset at another standard width', async () => {
    assert.equal((await picture(photo, 'preset=teaser&w=384')).size, '384x216');
    assert.equal((await picture(photo, 'w=384&h=216')).size, '384x216');
  });

  it('in a box is the whole image in its middle', async () => {
    const { size, colourAt } = await picture(photo, 'preset=square&format=jpeg');
    assert.equal(size, '100x100');
    assert.deepEqual([colourAt(50, 10), colourAt(20, 50), colourAt(80, 50)], ['white', 'red', 'blue']);
    const clear = await get(photo, 'preset=square&format=png');
    assert.equal((await sharp(clear.rawPayload).metadata()).hasAlpha, true);
  });

  it('is never larger than its image: a crop keeps its shape', async () => {
    const small = await newImage(test, tenant, await jpeg(300, 200));
    assert.equal((await picture(small, 'w=3840')).size, '300x200');
    assert.equal((await picture(small, 'preset=teaser')).size, '300x169');
  });

  it('comes in the best format that the browser accepts', async () => {
    const typeFor = async (accept: string, query = 'w=256') => {
      const { type, answer } = await picture(photo, query, { accept });
      return [type, answer.headers.vary];
    };
    assert.deepEqual(await typeFor('image/avif,image/webp,*/*'), ['image/avif', 'Accept']);
    assert.deepEqual(await typeFor('image/webp,*/*'), ['image/webp', 'Accept']);
    assert.deepEqual(await typeFor('*/*'), ['image/jpeg', 'Accept']);
    assert.deepEqual(await typeFor('image/avif', 'preset=social'), ['image/jpeg', undefined]);
    assert.deepEqual(await typeFor('image/avif', 'w=256&format=png'), ['image/png', undefined]);
    const clear = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    const seeThrough = await newImage(test, tenant, clear);
    assert.equal((await picture(seeThrough, 'w=64', { accept: '*/*' })).type, 'image/png');
  });

  it('stands upright and tells nothing that the camera wrote', async () => {
    const held = await twoHalves(400, 200)
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const upright = await newImage(test, tenant, held);
    const { size, colourAt, answer } = await picture(upright, 'w=128&format=webp');
    assert.equal(size, '128x256');
    assert.deepEqual([colourAt(64, 10), colourAt(64, 245)], ['red', 'blue']);
    const { exif, orientation } = await sharp(answer.rawPayload).metadata();
    assert.deepEqual([exif, orientation], [undefined, undefined]);
  });

  it('of an animation is its first frame', async () => {
    const gif = await sharp(
      Buffer.concat([
        Buffer.alloc(300, Buffer.from([255, 0, 0])),
        Buffer.alloc(300, Buffer.from([0, 0, 255])),
      ]),
      { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } },
    )
      .gif({ delay: [100, 100], loop: 0 })
      .toBuffer();
    const { size, colourAt } = await picture(await newImage(test, tenant, gif), 'w=64&format=png');
    assert.deepEqual([size, colourAt(5, 5)], ['10x10', 'red']);
  });

  it('is cached for a year under the address that names its version, and for an hour under the name of a preset', async () => {
    const cached = async (query: string) => (await get(photo, query)).headers['cache-control'];
    const { search } = new URL(photo.imageUrl);
    assert.equal(await cached(`${search.slice(1)}&w=256`), 'public, max-age=31536000, immutable');
    assert.equal(await cached('w=256'), 'public, max-age=60');
    assert.equal(await cached('v=0123456789abcdef&w=256'), 'public, max-age=60');
    assert.equal(await cached(`${search.slice(1)}&preset=stamp`), 'public, max-age=3600');
    const { etag } = (await get(photo, 'w=256')).headers;
    const again = await get(photo, 'w=256', { 'if-none-match': etag as string });
    assert.deepEqual([again.statusCode, again.headers.vary], [304, 'Accept']);
  });

  it('carries the key by which `media.changed` purges shared caches, as the file itself does, unless it is private', async () => {
    const key = surrogateKey('asset', photo.id);
    for (const query of ['w=256', 'preset=stamp', '']) {
      const { headers } = await get(photo, query);
      assert.deepEqual([headers['surrogate-key'], headers['cache-tag']], [key, key], query);
    }
    const hidden = await newImage(test, tenant, await jpeg(100, 100), [['visibility', 'private']]);
    const { body } = await test.call('POST', `/v1/media/${hidden.id}/sign`, { token: tenant.key, body: {} });
    const { pathname, search } = new URL(body.data.imageUrl);
    const { headers, statusCode } = await test.app.inject({ url: `${pathname}${search}&w=64` });
    assert.deepEqual([statusCode, headers['surrogate-key']], [200, undefined]);
  });

  it('follows the focal point at once, under a new address', async () => {
    const asset = await newImage(test, tenant, await jpeg(1000, 500));
    const middle = await picture(asset, 'preset=stamp');
    assert.deepEqual([middle.colourAt(1, 50), middle.colourAt(98, 50)], ['red', 'blue']);
    const change = { focalPoint: { x: 1, y: 0.5 } };
    await test.call('PATCH', `/v1/media/${asset.id}`, { token: tenant.key, body: change });
    const moved = await picture(asset, 'preset=stamp');
    assert.deepEqual([moved.colourAt(1, 50), moved.colourAt(98, 50)], ['blue', 'blue']);
    const now = await settled(test, tenant.key, asset.id);
    assert.notEqual(now.imageUrl, asset.imageUrl);
    assert.notEqual(moved.answer.headers.etag, middle.answer.headers.etag);
  });
});

describe('parameters that are wrong get 422 with their name', () => {
  it('also sizes that nobody allowed', async () => {
    assert.match(await problemOf(photo, 'w=641'), /^w must be one of 64, 96, .*presets/);
    assert.match(await problemOf(photo, 'w=640&h=361'), /^w must be, with the other parameters/);
    assert.match(await problemOf(photo, 'w=0'), /^w must be >= 1/);
    assert.match(await problemOf(photo, 'w=99999'), /^w must be <= 4096/);
    assert.match(await problemOf(photo, 'w=abc'), /^w must be an integer/);
    assert.match(await problemOf(photo, 'w=64&w=96'), /^w is given more than once/);
    assert.match(await problemOf(photo, 'w=64&fit=fill'), /^fit must be one of cover, contain, inside/);
    assert.match(await problemOf(photo, 'w=64&format=gif'), /^format must be one of auto/);
    assert.match(await problemOf(photo, 'w=640&heigth=360'), /^heigth is not known here/);
    assert.match(await problemOf(photo, 'preset=none'), /^preset must be the name of a preset/);
    assert.match(await problemOf(photo, 'q=50'), /^w or h is required/);
  });

  it('also a format that has no room for the picture; auto takes another', async () => {
    const tall = await newImage(test, tenant, await jpeg(64, 17_000));
    assert.match(
      await problemOf(tall, 'w=64&format=webp'),
      /^format is not possible: WebP and AVIF have 16,383 pixels a side at most, and the picture has 64x17000/,
    );
    const { size, type } = await picture(tall, 'w=64', { accept: 'image/avif,image/webp' });
    assert.deepEqual([size, type], ['64x17000', 'image/jpeg']);
  });

  it('also for files of which no pictures are made', async () => {
    for (const [bytes, type] of [
      [hostileSvg(), 'image/svg+xml'],
      ['%PDF-1.7 x', 'application/pdf'],
      ['Just text.', 'text/plain'],
      [Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), 'video/mp4'],
    ] as const) {
      const asset = await uploaded(test, tenant.key, bytes as Buffer);
      assert.equal(
        await problemOf(asset, 'w=640'),
        `w is for JPEG, PNG, WebP, GIF, AVIF and TIFF; this file is ${type}`,
      );
      assert.equal(asset.imageUrl, null);
    }
  });

  it('also for broken images, with the reason', async () => {
    const whole = await jpeg(400, 400);
    const broken = await newImage(test, tenant, whole.subarray(0, 300));
    assert.match(
      await problemOf(broken, 'w=64'),
      /no pictures can be made of this image\. The image is broken/,
    );
  });

  it('but a file without them is served as it is, with whatever a link on another site adds', async () => {
    for (const query of ['utm_source=mail', 'width=64', 'v=x']) {
      const answer = await get(photo, query);
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/jpeg']);
      assert.equal((await decoded(answer.rawPayload)).size, '2000x1000');
    }
  });

  it('also at the address of a derivative', async () => {
    const answer = await test.app.inject({ url: `/media/${tenant.id}/${photo.id}/large.webp?w=640` });
    assert.equal(answer.statusCode, 422);
    assert.match(answer.json().error.message, /^w: is for the address of the original/);
  });
});

describe('presets', () => {
  const put = (body: object, token = tenant.key) => test.call('PUT', '/v1/media/presets', { token, body });

  it('are read as they were stored, and of one tenant alone', async () => {
    const { body } = await test.call('GET', '/v1/media/presets', { token: tenant.key });
    assert.deepEqual(body.data, PRESETS);
    const stranger = await newTenant(test);
    assert.deepEqual((await test.call('GET', '/v1/media/presets', { token: stranger.key })).body.data, {});
    const asset = await newImage(test, stranger, await jpeg(100, 100));
    assert.equal((await getPicture(test, stranger, asset, 'preset=teaser')).statusCode, 422);
  });

  it('that are wrong get 422 with each path', async () => {
    const wrong = {
      'Not a name': { w: 1 },
      empty: {},
      half: { w: 100, fit: 'cover' },
      typo: { width: 100, w: 100 },
    };
    const { status, body } = await put(wrong);
    assert.equal(status, 422);
    assert.deepEqual(
      body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
      ['Not a name not_allowed', 'empty.w required', 'half.h required', 'typo.width unknown_field'],
    );
    assert.equal((await put({ big: { w: 5000 } })).status, 422);
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`p${n}`, { w: 10 }]));
    assert.equal((await put(many)).status, 422);
  });
});
