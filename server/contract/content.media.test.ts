/** Content and media together: entries that show assets. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uploaded } from '../modules/media/testing/uploads.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const other = await newTenant(test);
const token = await tenant.staff('admin');
const call = (method: string, url: string, body?: object) => test.call(method, url, { token, body });

await call('PUT', '/v1/content/types/page', {
  title: 'Page',
  fields: [
    { name: 'title', kind: 'text' },
    { name: 'picture', kind: 'media' },
  ],
});
const newPage = (picture: string) =>
  call('POST', '/v1/content/entries', { type: 'page', fields: { title: 'Tea', picture } });
const newAsset = async (owner = tenant.key) =>
  (await uploaded(test, owner, crypto.randomUUID())).id as string;

describe('an asset that an entry shows', () => {
  it('names that entry, and cannot be deleted while the entry refers to it', async () => {
    const asset = await newAsset();
    const { id } = (await newPage(asset)).body.data;
    const usage = await call('GET', `/v1/media/${asset}/usage`);
    assert.deepEqual(
      usage.body.data.map((user: { type: string; id: string }) => [user.type, user.id]),
      [['entry', id]],
    );
    const refused = await call('DELETE', `/v1/media/${asset}`);
    assert.equal(refused.status, 409);
    assert.match(refused.body.error.message, /page/);
    await call('PATCH', `/v1/content/entries/${id}`, { fields: { picture: null } });
    assert.equal((await call('DELETE', `/v1/media/${asset}`)).status, 200);
  });

  it('must exist, and belong to the tenant', async () => {
    for (const id of [crypto.randomUUID(), await newAsset(other.key)]) {
      const answer = await newPage(id);
      assert.equal(answer.status, 422, answer.text);
      assert.equal(answer.body.error.details[0].path, 'fields.picture');
    }
  });
});
