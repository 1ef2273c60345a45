/** Alternative text, caption and credit of an asset, in several languages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { textsIn } from './asset-record.ts';
import { upload, uploaded } from './testing/uploads.ts';

const test = await useApp();
const tenant = await newTenant(test);
const patch = (id: string, body: object) =>
  test.call('PATCH', `/v1/media/${id}`, { token: tenant.key, body });

describe('the texts of an asset', () => {
  it('come with the file or later; alt alone works as before', async () => {
    const translations = { de: { alt: 'Ein Boot', caption: 'Im Hafen' } };
    const asset = await uploaded(test, tenant.key, 'x', {
      fields: [
        ['alt', 'A boat'],
        ['credit', 'Ada Lovelace'],
        ['translations', JSON.stringify(translations)],
      ],
    });
    const { alt, caption, credit } = asset;
    assert.deepEqual(
      [alt, caption, credit, asset.translations],
      ['A boat', '', 'Ada Lovelace', translations],
    );
    const { body } = await patch(asset.id, { alt: 'A small boat' });
    const { data } = body;
    assert.deepEqual(
      [data.alt, data.credit, data.translations],
      ['A small boat', 'Ada Lovelace', translations],
    );
    const replaced = { fr: { credit: 'Photo : Ada' } };
    const after = (await patch(asset.id, { caption: 'Dawn', translations: replaced })).body.data;
    assert.deepEqual([after.caption, after.translations], ['Dawn', replaced]);
  });

  it('are found by their words in every language', async () => {
    const { id } = await uploaded(test, tenant.key, 'y', { fields: [['credit', 'Xenia']] });
    await patch(id, { translations: { de: { alt: 'Zwetschgen', caption: 'Quitten' } } });
    for (const q of ['xenia', 'zwetsch', 'quitten']) {
      const { body } = await test.call('GET', `/v1/media?q=${q}`, { token: tenant.key });
      assert.deepEqual(
        body.data.map((asset: { id: string }) => asset.id),
        [id],
        q,
      );
    }
  });

  it('that are wrong get 422 with their path', async () => {
    const { id } = await uploaded(test, tenant.key, 'z');
    const wrong = { translations: { German: { alt: 'x' }, de: { captoin: 'x' } } };
    const { status, body } = await patch(id, wrong);
    const found = body.error.details.map(({ path, message }: Record<string, string>) => `${path} ${message}`);
    assert.deepEqual(
      [status, found],
      [
        422,
        [
          'translations.German must be under a language tag such as en or pt-BR',
          'translations.de.captoin is not known here; did you mean caption?',
        ],
      ],
    );
    for (const texts of [{ alt: 'x'.repeat(1001) }, { alt: 5 }, 'x', null]) {
      assert.equal((await patch(id, { translations: { de: texts } })).status, 422);
    }
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`de-${10 + n}`, {}]));
    assert.equal((await patch(id, { translations: many })).status, 422);
    const sent = await upload(test, tenant.key, 'w', { fields: [['translations', 'no JSON']] });
    assert.equal(sent.status, 422);
  });

  it('are read in the first of the languages that has them, else in the one for all', () => {
    const row = {
      ...{ alt: 'A boat', caption: '', credit: 'Ada' },
      translations: JSON.stringify({
        de: { alt: 'Ein Boot', caption: 'Hafen' },
        'de-CH': { alt: '', credit: 'A.' },
      }),
    };
    assert.deepEqual(textsIn(row, ['de-CH', 'de', 'en']), {
      alt: 'Ein Boot',
      caption: 'Hafen',
      credit: 'A.',
    });
    assert.deepEqual(textsIn(row, ['en']), { alt: 'A boat', caption: '', credit: 'Ada' });
  });
});
