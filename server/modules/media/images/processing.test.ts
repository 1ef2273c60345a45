import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { jpeg, png, twoHalves } from '../testing/images.ts';
import { type AssetBody, assetOf, eventsOf, settled, upload, uploaded } from '../testing/uploads.ts';

const test = await useApp();
const tenant = await newTenant(test);
const work = test.startWork();
after(() => work.stop());

const bytesOf = async (asset: AssetBody, file: string, of: TestTenant = tenant): Promise<Buffer> => {
  const answer = await test.app.inject({ url: `/media/${of.id}/${asset.id}/${file}` });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.rawPayload;
};
const colourOf = async (image: Buffer) => {
  const { dominant } = await sharp(image).stats();
  return dominant.r > dominant.b ? 'red' : 'blue';
};
const patch = (id: string, body: object) =>
  test.call('PATCH', `/v1/media/${id}`, { token: tenant.key, body });

describe('processing an uploaded image', () => {
  it('makes four sizes, each as WebP and AVIF, with what is needed to lay out a page', async () => {
    const { id } = await uploaded(test, tenant.key, await jpeg(3000, 300));
    const asset = await settled(test, tenant.key, id);
    assert.equal(asset.status, 'ready', asset.failure);
    assert.deepEqual([asset.width, asset.height], [3000, 300]);
    assert.match(asset.dominantColor, /^#[0-9a-f]{6}$/);
    assert.match(asset.placeholder, /^data:image\/webp;base64,/);
    assert.ok(asset.placeholder.length < 500);
    const made = asset.derivatives.map((d: AssetBody) => `${d.name}.${d.format} ${d.width}x${d.height}`);
    assert.deepEqual(made, [
      'thumbnail.webp 300x300',
      'thumbnail.avif 300x300',
      'small.webp 640x64',
      'small.avif 640x64',
      'medium.webp 1280x128',
      'medium.avif 1280x128',
      'large.webp 2048x205',
      'large.avif 2048x205',
    ]);
    for (const { name, format, width, height, size } of asset.derivatives) {
      const bytes = await bytesOf(asset, `${name}.${format}`);
      const found = await sharp(bytes).metadata();
      assert.deepEqual([found.width, found.height, bytes.length], [width, height, size]);
      assert.equal(found.format, format === 'avif' ? 'heif' : 'webp');
    }
    const [event] = (await eventsOf(test, tenant.id, 'media.processed')).filter((data) => data.id === id);
    assert.deepEqual(event.derivatives, asset.derivatives);
    assert.equal(event.placeholder, asset.placeholder);
  });

  it('removes the metadata of the camera and applies its orientation; the file itself stays as it is', async () => {
    const photo = await twoHalves(400, 200)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'someone', Orientation: '6' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    assert.ok((await sharp(photo).metadata()).exif);
    const { id } = await uploaded(test, tenant.key, photo);
    const asset = await settled(test, tenant.key, id);
    assert.deepEqual([asset.width, asset.height], [200, 400]);
    const large = await bytesOf(asset, 'large.webp');
    const { exif, icc, xmp, orientation, width, height } = await sharp(large).metadata();
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
    assert.deepEqual([width, height], [200, 400]);
    const original = await test.app.inject({ url: new URL(asset.url).pathname });
    assert.ok(original.rawPayload.equals(photo));
  });

  it('enlarges nothing, and stores sizes with the same result once', async () => {
    const other = await newTenant(test);
    const { id } = await uploaded(test, other.key, await png(100, 50));
    const asset = await settled(test, other.key, id);
    const sizes = new Set(asset.derivatives.map((d: AssetBody) => `${d.width}x${d.height}`));
    assert.deepEqual(sizes, new Set(['50x50', '100x50']));
    const { rowCount } = await test.db.inTenant(other.id, (tx) => tx.query('select from media_files'));
    assert.equal(rowCount, 1 + 4);
    await bytesOf(asset, 'large.avif', other);
  });

  it('names each width once in the srcset of a page', async () => {
    const other = await newTenant(test);
    const post = async (url: string, body: object, method = 'POST') =>
      (await test.call(method, url, { token: other.key, body })).body.data;
    const { id } = await uploaded(test, other.key, await png(700, 350));
    await settled(test, other.key, id);
    const fields = [{ name: 'image', kind: 'media' }];
    await post('/v1/content/types/photo', { title: 'Photo', fields }, 'PUT');
    const entry = await post('/v1/content/entries', { type: 'photo', fields: { image: id } });
    await post(`/v1/content/entries/${entry.id}/publish`, {});
    const { body } = await test.call('GET', `/v1/content/published/photo/${entry.id}?expand=image`, {
      token: other.key,
    });
    const widths = (srcset: string) => srcset.split(', ').map((part) => part.split(' ')[1]);
    const { webp, avif } = body.data.fields.image.srcset;
    assert.deepEqual(
      [widths(webp), widths(avif)],
      [
        ['640w', '700w'],
        ['640w', '700w'],
      ],
    );
  });

  it('shows the focal point in the thumbnail, and makes it again when the point changes', async () => {
    const fields: [string, string][] = [['focalPoint', '{"x":0,"y":0.5}']];
    const { id } = await uploaded(test, tenant.key, await png(600, 200), { fields });
    const before = await settled(test, tenant.key, id);
    assert.equal(await colourOf(await bytesOf(before, 'thumbnail.webp')), 'red');
    const changed = await patch(id, { focalPoint: { x: 1, y: 0.5 } });
    assert.equal(changed.status, 200, changed.text);
    // Until the new ones are ready, the former are shown.
    assert.equal(changed.body.data.derivatives.length, 8);
    const after = await settled(test, tenant.key, id);
    assert.equal(await colourOf(await bytesOf(after, 'thumbnail.webp')), 'blue');
    const urls = [before, after].map((asset) => asset.derivatives[0].url);
    assert.notEqual(urls[0], urls[1]);
    const events = (await eventsOf(test, tenant.id, 'media.processed')).filter((data) => data.id === id);
    assert.deepEqual(
      events.map(({ focalPoint }) => focalPoint.x),
      [0, 1],
    );
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query(
        'select r.focal_x from media_renditions r join media_assets a using (blob_id) where a.id = $1',
        [id],
      ),
    );
    assert.deepEqual(rows, [{ focal_x: 1000 }]);
  });

  it('is not repeated for the same bytes: they are ready at once, with their own media.processed', async () => {
    const image = await jpeg(220, 110);
    const first = await settled(test, tenant.key, (await uploaded(test, tenant.key, image)).id);
    const second = await uploaded(test, tenant.key, image);
    assert.equal(second.status, 'ready');
    assert.equal(second.derivatives.length, first.derivatives.length);
    const events = (await eventsOf(test, tenant.id, 'media.processed')).map(({ id }) => id);
    for (const { id } of [first, second]) assert.equal(events.filter((each) => each === id).length, 1);
  });
});

describe('a file that is no image', () => {
  it('is ready as it is, without pictures and without media.processed', async () => {
    const { id, status, derivatives, kind } = await uploaded(test, tenant.key, 'Some notes.');
    assert.deepEqual([status, derivatives, kind], ['ready', [], 'document']);
    const events = await eventsOf(test, tenant.id, 'media.processed');
    assert.deepEqual(
      events.filter((data) => data.id === id),
      [],
    );
  });
});

it('the asset shows the state of its processing', async () => {
  const answer = await upload(test, tenant.key, await jpeg(1000, 700));
  const { id } = answer.body.data;
  assert.equal(answer.body.data.status, 'uploaded');
  const seen = new Set<string>();
  while (!seen.has('ready')) seen.add((await assetOf(test, tenant.key, id)).status);
  assert.ok(seen.has('processing'), [...seen].join());
});
