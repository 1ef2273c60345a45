import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, useApp } from '../../testing.ts';
import { catalogOf } from './testing/catalog.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, newProduct, publishedBy, events } = catalogOf(test, tenant);

async function search(q: string): Promise<[title: string, subtitle: string | null][]> {
  const work = test.startWork();
  while ((await test.db.acrossTenantsQuery('select from event_queue')).rowCount > 0) await sleep(2);
  await work.stop();
  const { body } = await test.call('GET', `/v1/search?q=${encodeURIComponent(q)}&entities=product`, {
    token: tenant.key,
  });
  return body.data.map(({ title, subtitle }: { title: string; subtitle: string | null }) => [
    title,
    subtitle,
  ]);
}

describe('the one search', () => {
  it('finds a product by title, vendor, handle, SKU and barcode, and shows it as it is now', async () => {
    const { id } = await newProduct({
      title: 'Gyokuro',
      vendor: 'Uji Farm',
      handle: 'finest-leaf',
      variants: [{ sku: 'GYO-500', barcode: '40063811' }],
    });
    for (const q of ['gyokuro', 'gyokuor', 'uji', 'finest', 'gyo-500', '40063811']) {
      assert.deepEqual(await search(q), [['Gyokuro', 'Uji Farm · draft']], q);
    }
    await ask('POST', `products/${id}/activate`);
    await ask('PATCH', `products/${id}`, { title: 'Matcha' });
    assert.deepEqual(await search('matcha'), [['Matcha', 'Uji Farm']]);
    assert.deepEqual(await search('gyokuro'), []);
    await ask('POST', `products/${id}/archive`);
    await ask('DELETE', `products/${id}`);
    assert.deepEqual(await search('matcha'), []);
  });
});

describe('an event of the catalog', () => {
  it('is published once for each real change, and not for a change of nothing', async () => {
    let id = '';
    const created = await publishedBy(async () => {
      id = (await newProduct({ title: 'Told', variants: [{ sku: 'TOLD-1' }] })).id;
    });
    assert.deepEqual(created, ['product.created', 'variant.created', 'search.entity.changed']);
    const change = { title: 'Retold', tags: ['a'], metadata: { a: 1 } };
    assert.deepEqual(await publishedBy(() => ask('PATCH', `products/${id}`, change)), [
      'product.updated title,tags,metadata',
      'search.entity.changed',
    ]);
    assert.deepEqual(await publishedBy(() => ask('PATCH', `products/${id}`, change)), []);
    assert.deepEqual(await publishedBy(() => ask('POST', `products/${id}/activate`)), [
      'product.updated status',
      'search.entity.changed',
    ]);
    assert.deepEqual(await publishedBy(() => ask('POST', `products/${id}/activate`)), []);
    await ask('POST', `products/${id}/archive`);
    assert.deepEqual(await publishedBy(() => ask('DELETE', `products/${id}`)), [
      'product.deleted',
      'variant.deleted',
      'search.entity.changed',
    ]);
  });

  it('has the fields of the document, without a title or a price', async () => {
    const { id, handle } = await newProduct({
      title: 'Secret name',
      handle: 'plain',
      variants: [{ sku: 'FIELDS-1', prices: [{ currency: 'EUR', amount: 1 }] }],
    });
    const [product, variant] = (await events()).slice(-3);
    const { at } = product!.data;
    assert.deepEqual(product, {
      type: 'product.created',
      data: { id, handle, status: 'draft', kind: 'physical', variantCount: 1, version: 1, at },
    });
    assert.deepEqual(variant, {
      type: 'variant.created',
      data: { id: variant!.data.id, productId: id, sku: 'FIELDS-1', changed: [], version: 1, at },
    });
  });

  it('is not published by a dry run or by a save that fails', async () => {
    await newProduct({ handle: 'there', variants: [{ sku: 'THERE' }] });
    const none = await publishedBy(async () => {
      await newProduct({ title: 'Next' }).then(({ id }) => ask('DELETE', `products/${id}?dryRun=true`));
      await ask('POST', 'products?dryRun=true', { title: 'Dry' });
      await assert.rejects(newProduct({ handle: 'there' }));
      await assert.rejects(newProduct({ variants: [{ sku: 'THERE' }] }));
    });
    assert.deepEqual(none, ['product.created', 'search.entity.changed']);
  });
});
