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

it('an expanded asset has its texts in the locale of the reader, with the fallbacks of content', async () => {
  const locales = [{ code: 'en' }, { code: 'de', fallback: 'en' }, { code: 'de-CH', fallback: 'de' }];
  await call('PUT', '/v1/content/locales', { default: 'en', locales });
  const asset = await newAsset();
  const { id } = (await newPage(asset)).body.data;
  await call('POST', `/v1/content/entries/${id}/publish`);
  const texts = async (locale: string) => {
    const url = `/v1/content/published/page/${id}?expand=picture&locale=${locale}`;
    const { alt, caption, credit } = (await call('GET', url)).body.data.fields.picture;
    return [alt, caption, credit];
  };
  await call('PATCH', `/v1/media/${asset}`, { alt: 'A boat', credit: 'Ada' });
  assert.deepEqual(await texts('de'), ['A boat', '', 'Ada']);
  const translations = { en: { caption: 'Dawn' }, de: { alt: 'Ein Boot' }, 'de-CH': { credit: 'A. L.' } };
  await call('PATCH', `/v1/media/${asset}`, { translations });
  assert.deepEqual(await texts('en'), ['A boat', 'Dawn', 'Ada']);
  assert.deepEqual(await texts('de'), ['Ein Boot', 'Dawn', 'Ada']);
  assert.deepEqual(await texts('de-CH'), ['Ein Boot', 'Dawn', 'A. L.']);
});
