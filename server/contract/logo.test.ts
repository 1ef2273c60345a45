import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { png } from '../modules/media/testing/images.ts';
import { uploaded } from '../modules/media/testing/uploads.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const patch = (body: object, token: string) => test.call('PATCH', '/v1/tenant', { token, body });

describe('the logo', async () => {
  const [shop, other] = [await newTenant(test), await newTenant(test)];
  const token = await shop.staff('admin');
  const image = await uploaded(test, shop.key, await png(8, 8));

  it('is an image of the tenant, and cannot be deleted while it is the logo', async () => {
    const text = await uploaded(test, shop.key, Buffer.from('no image'));
    assert.equal((await patch({ logoAssetId: text.id }, token)).status, 422);
    assert.equal(
      (await patch({ logoAssetId: image.id }, await other.staff('admin'))).status,
      422,
      'of another tenant',
    );
    assert.equal((await patch({ logoAssetId: image.id }, token)).status, 200);
    const usage = (await test.call('GET', `/v1/media/${image.id}/usage`, { token: shop.key })).body.data;
    assert.deepEqual(usage, [{ type: 'tenant', id: shop.id, title: `Logo of ${shop.slug}` }]);
    const refused = await test.call('DELETE', `/v1/media/${image.id}`, { token });
    assert.deepEqual([refused.status, refused.body.error.details], [409, { usedBy: usage }]);
    await patch({ logoAssetId: null }, token);
    assert.equal((await test.call('DELETE', `/v1/media/${image.id}`, { token })).status, 200);
  });

  it('and its deletion at the same moment exclude each other', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await uploaded(test, shop.key, await png(8, 8 + n));
      const [deleted, chosen] = await Promise.all([
        test.call('DELETE', `/v1/media/${id}`, { token }),
        patch({ logoAssetId: id }, token),
      ]);
      assert.deepEqual(
        [deleted.status, chosen.status].sort(),
        deleted.status === 200 ? [200, 422] : [200, 409],
      );
      await patch({ logoAssetId: null }, token);
    }
  });
});
