import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf, sizes } from '../testing/catalog.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf } = catalogOf(test, tenant);

describe('a product', () => {
  it('is refused with a blank title, or a SKU with control characters or blanks around it', async () => {
    const path = 'variants[0].sku wrong_format';
    for (const sku of [' A', 'A ', '\u00a0A', 'A\tB', 'A\u0007', 'A\n', ' ', '\u0085']) {
      const answer = await call('POST', 'products', { title: 'Tea', variants: [{ sku }] });
      assert.deepEqual(problemsOf(answer), [path], JSON.stringify(sku));
    }
    const { id } = await newProduct({ variants: [{ sku: 'A 1/ü-😀' }] });
    const [variant] = (await gridOf(id)).variants;
    assert.deepEqual(problemsOf(await call('PATCH', `variants/${variant.id}`, { sku: 'B ' })), [
      'sku wrong_format',
    ]);
    for (const title of [' ', '\t\n', '\u3000']) {
      assert.deepEqual(problemsOf(await call('POST', 'products', { title })), ['title wrong_format']);
      assert.deepEqual(problemsOf(await call('PATCH', `products/${id}`, { title })), ['title wrong_format']);
    }
  });

  it('is created with its variants, and is read back the same', async () => {
    const body = {
      title: 'Oolong',
      kind: 'physical',
      description: '<p>Fine</p>',
      vendor: 'Acme',
      productType: 'Tea',
      tags: ['organic', 'black'],
      options: [{ name: 'Size', values: ['S', 'M'] }],
      taxCode: 'food',
      seo: { title: 'Oolong tea' },
      translations: { de: { title: 'Oolong-Tee', handle: 'oolong-tee' } },
    };
    const made = await newProduct({
      ...body,
      metadata: { b: 1, a: [1.5] },
      variants: sizes('OOL', ['S', 'M']),
    });
    const { id, createdAt, updatedAt, ...rest } = made;
    assert.deepEqual(rest, {
      ...body,
      handle: 'oolong',
      status: 'draft',
      seo: { title: 'Oolong tea', description: null },
      media: [],
      categoryIds: [],
      propertyIds: [],
      contentEntryId: null,
      metadata: { b: 1, a: [1.5] },
      variantCount: 2,
      priceRanges: [],
      rating: { count: 0, average: null },
      version: 1,
      variantsVersion: 1,
    });
    assert.equal(createdAt, updatedAt);
    const { body: read, headers } = await call('GET', `products/${id}`);
    assert.deepEqual([read.data, headers.etag], [made, '"1"']);
    const { variants } = await gridOf(id);
    assert.deepEqual(
      variants.map((variant: { sku: string; position: number }) => [variant.sku, variant.position]),
      [
        ['OOL-S', 0],
        ['OOL-M', 1],
      ],
    );
  });

  it('gets a handle from its title in any script; the next of that name gets a number', async () => {
    assert.equal((await newProduct({ title: 'شاي أخضر' })).handle, 'شاي-أخضر');
    assert.equal((await newProduct({ title: 'شاي أخضر' })).handle, 'شاي-أخضر-2');
    assert.equal((await newProduct({ title: '!!!' })).handle, 'product');
    const made = await Promise.all(Array.from({ length: 5 }, () => newProduct({ title: 'Same moment' })));
    assert.equal(new Set(made.map(({ handle }) => handle)).size, 5);
  });

  it('names everything that is wrong at once', async () => {
    const answer = await call('POST', 'products', {
      title: 'Bad',
      handle: 'Not A Handle',
      tags: ['a', 'a'],
      options: [
        { name: 'Size', values: ['S', 'S'] },
        { name: 'Size', values: ['M'] },
      ],
      translations: { 'not a tag': { title: 'x' } },
      variants: [
        { sku: 'B-1', optionValues: ['S'] },
        { sku: 'B-1', optionValues: ['S', 'L'] },
        {
          sku: 'B-2',
          optionValues: ['S', 'M'],
          prices: [
            { currency: 'EUR', amount: 1.0000001 },
            { currency: 'EUR', amount: 1 },
          ],
        },
        { sku: 'B-3', optionValues: ['S', 'M'] },
      ],
    });
    assert.deepEqual(problemsOf(answer), [
      'handle wrong_format',
      'translations.not a tag wrong_format',
      'tags[1] not_unique',
      'options[1] not_unique',
      'options[0].values[1] not_unique',
      'variants[0].optionValues wrong_length',
      'variants[1].sku not_unique',
      'variants[1].optionValues[1] not_allowed',
      'variants[2].prices[0].amount too_many_decimals',
      'variants[2].prices[1].currency not_unique',
      'variants[3].optionValues not_unique',
    ]);
  });

  it('names categories, assets, properties and entries that exist, and every one that does not', async () => {
    const id = crypto.randomUUID();
    const body = { title: 'X', categoryIds: [id], media: [id], propertyIds: [id], contentEntryId: id };
    assert.deepEqual(problemsOf(await call('POST', 'products', body)), [
      'categoryIds[0] not_found',
      'media[0] not_found',
      'propertyIds[0] not_found',
      'contentEntryId not_found',
    ]);
    const category = await ask('POST', 'categories', { name: 'Teas' });
    const property = await test.call('POST', '/v1/properties', { token: tenant.key, body: { name: 'Shop' } });
    const propertyIds = [property.body.data.id];
    const made = await newProduct({ categoryIds: [category.id], propertyIds });
    assert.deepEqual([made.categoryIds, made.propertyIds], [[category.id], propertyIds]);
    const refused = await test.call('DELETE', `/v1/properties/${propertyIds[0]}`, { token: tenant.key });
    assert.deepEqual(
      [refused.status, refused.body.error.details.usedBy],
      [409, [{ what: 'products', count: 1, first: ['Green tea'] }]],
    );
  });

  it('is changed field by field; with If-Match, only if it was not changed meanwhile', async () => {
    const { id } = await newProduct({ title: 'Before', tags: ['a'] });
    const changed = await ask('PATCH', `products/${id}`, { title: 'After' }, { 'if-match': '"1"' });
    assert.deepEqual([changed.title, changed.tags, changed.version], ['After', ['a'], 2]);
    assert.equal((await call('PATCH', `products/${id}`, { title: 'X' }, { 'if-match': '"1"' })).status, 412);
    assert.equal((await ask('PATCH', `products/${id}`, { title: 'After' })).version, 2);
  });

  it('keeps options that fit its variants', async () => {
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const { id } = await newProduct({ options, variants: sizes('FIT', ['S', 'M']) });
    const refused = await call('PATCH', `products/${id}`, { options: [{ name: 'Size', values: ['S'] }] });
    assert.deepEqual(problemsOf(refused), ['variants[1].optionValues[0] not_allowed']);
  });

  it('goes from draft to active, and from there to archived and back; not from draft to archived', async () => {
    const { id } = await newProduct();
    const refused = await call('POST', `products/${id}/archive`);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [409, 'invalid_transition', { state: 'draft', allowed: ['active'] }],
    );
    for (const [action, status] of [
      ['activate', 'active'],
      ['archive', 'archived'],
      ['activate', 'active'],
    ] as const) {
      assert.equal((await ask('POST', `products/${id}/${action}`)).status, status);
    }
    assert.equal((await ask('POST', `products/${id}/activate`)).version, 4, 'it is active already');
  });

  it('is deleted with its variants while draft or archived; an active one is refused', async () => {
    const { id } = await newProduct({ status: 'active', variants: [{ sku: 'DEL-1' }] });
    assert.equal((await call('DELETE', `products/${id}`)).body.error.code, 'invalid_transition');
    await ask('POST', `products/${id}/archive`);
    assert.deepEqual(await ask('DELETE', `products/${id}`), { id, deleted: true });
    assert.equal((await call('GET', `products/${id}`)).status, 404);
    assert.deepEqual((await call('GET', 'variants?sku=DEL-1')).body.data, []);
    await newProduct({ variants: [{ sku: 'DEL-1' }] });
  });

  it('is not stored by a dry run, and only once with an Idempotency-Key', async () => {
    const dry = await ask('POST', 'products?dryRun=true', { title: 'Dry', handle: 'dry' });
    assert.equal((await call('GET', `products/${dry.id}`)).status, 404);
    const headers = { 'idempotency-key': 'tea-1' };
    const first = await ask('POST', 'products', { title: 'Dry', handle: 'dry' }, headers);
    assert.equal((await ask('POST', 'products', { title: 'Dry', handle: 'dry' }, headers)).id, first.id);
  });
});

describe('a handle', () => {
  it('is one product, in each locale; the answer names all that are taken', async () => {
    await newProduct({ handle: 'taken', translations: { de: { handle: 'vergeben' } } });
    const answer = await call('POST', 'products', {
      title: 'X',
      handle: 'taken',
      translations: { de: { handle: 'vergeben' }, fr: { handle: 'vergeben' } },
    });
    assert.deepEqual(problemsOf(answer, 409), ['handle not_unique', 'translations.de.handle not_unique']);
  });

  it('is given once, however many products ask for it at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', 'products', { title: 'X', handle: 'contested' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
  });
});
