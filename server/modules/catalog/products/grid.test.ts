import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf, sizes } from '../testing/catalog.ts';
import { settle } from './draft.ts';
import { applyGrid } from './grid.ts';
import { blankProduct } from './products.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf, publishedBy } = catalogOf(test, tenant);

const VALUES = ['S', 'M', 'L', 'XL'];
const options = [{ name: 'Size', values: VALUES }];
const put = (id: string, body: object, headers = {}) => call('PUT', `products/${id}/variants`, body, headers);
type Row = { id: string; sku: string; optionValues: string[]; version: number };
const shown = (rows: Row[]) => rows.map(({ sku, optionValues }) => `${sku} ${optionValues.join()}`);

describe('a grid of variants', () => {
  it('is stored as it is sent: others are deleted, and those that stay keep their ids', async () => {
    const { id } = await newProduct({ options, variants: sizes('G', ['S', 'M', 'L']) });
    const before = (await gridOf(id)).variants;
    const { variants, version } = (await put(id, { variants: sizes('G', ['L', 'XL', 'S']) })).body.data;
    assert.deepEqual(shown(variants), ['G-L L', 'G-XL XL', 'G-S S']);
    assert.deepEqual([variants[0].id, variants[2].id], [before[2].id, before[0].id]);
    assert.deepEqual((await gridOf(id)).variants, variants);
    assert.deepEqual([version, (await ask('GET', `products/${id}`)).variantsVersion], [2, 2]);
  });

  it('renames a SKU by id, and lets two variants exchange SKUs and options', async () => {
    const { id } = await newProduct({ options, variants: sizes('X', ['S', 'M']) });
    const [s, m] = (await gridOf(id)).variants;
    const exchanged = [
      { id: s.id, sku: 'X-M', optionValues: ['M'] },
      { id: m.id, sku: 'X-S', optionValues: ['S'] },
    ];
    const { variants } = (await put(id, { variants: exchanged })).body.data;
    assert.deepEqual(
      variants.map(({ id, sku }: Row) => [id, sku]),
      [
        [s.id, 'X-M'],
        [m.id, 'X-S'],
      ],
    );
  });

  it('leaves fields alone that its rows do not have', async () => {
    const prices = [{ currency: 'EUR', amount: 4.5, compareAt: null }];
    const { id } = await newProduct({ variants: [{ sku: 'KEEP', prices, barcode: '123' }] });
    const { variants } = (await put(id, { variants: [{ sku: 'KEEP', weightGrams: 5 }] })).body.data;
    assert.deepEqual([variants[0].prices, variants[0].barcode, variants[0].weightGrams], [prices, '123', 5]);
  });

  it('publishes an event for each variant that really changed, and none for a grid that changes nothing', async () => {
    const { id } = await newProduct({ options, variants: sizes('E', ['S', 'M', 'L']) });
    const grid = { variants: [...sizes('E', ['S', 'M']), ...sizes('E', ['XL'])] };
    assert.deepEqual(await publishedBy(() => put(id, grid)), [
      'variant.deleted',
      'variant.created',
      'search.entity.changed',
    ]);
    assert.deepEqual(await publishedBy(() => put(id, grid)), []);
    const priced = { variants: [{ ...sizes('E', ['S'])[0], barcode: '1' }, ...sizes('E', ['M', 'XL'])] };
    assert.deepEqual(await publishedBy(() => put(id, priced)), [
      'variant.updated barcode',
      'search.entity.changed',
    ]);
    const wider = [{ name: 'Size', values: [...VALUES, 'XXL'] }];
    assert.deepEqual(await publishedBy(() => put(id, { options: wider, ...priced })), [
      'product.updated options',
      'search.entity.changed',
    ]);
  });

  it('with If-Match is refused if a variant was changed meanwhile', async () => {
    const { id } = await newProduct({ variants: [{ sku: 'IF-1' }] });
    const { headers, body } = await call('GET', `products/${id}/variants`);
    await ask('PATCH', `variants/${body.data.variants[0].id}`, { barcode: '9' });
    const late = await put(id, { variants: [] }, { 'if-match': String(headers.etag) });
    assert.equal(late.status, 412);
    assert.equal((await gridOf(id)).variants.length, 1);
  });

  it('takes 2,000 variants of four options, and refuses one more', async () => {
    const values = (name: string, count: number) => ({
      name,
      values: Array.from({ length: count }, (_, n) => `${name}${n}`),
    });
    const many = [values('a', 200), values('b', 200), values('c', 200), values('d', 200)];
    const { id } = await newProduct({ options: many });
    const row = (n: number) => ({
      sku: `MANY-${n}`,
      optionValues: [`a${n % 200}`, `b${Math.floor(n / 200)}`, 'c0', 'd199'],
      prices: [{ currency: 'JPY', amount: n + 0.000001 }],
    });
    const grid = Array.from({ length: 2_000 }, (_, n) => row(n));
    const { variants } = (await put(id, { variants: grid })).body.data;
    assert.equal(variants.length, 2_000);
    assert.deepEqual((await ask('GET', `products/${id}`)).priceRanges, [
      { currency: 'JPY', from: 0.000001, to: 1999.000001 },
    ]);
    assert.deepEqual(problemsOf(await put(id, { variants: [...grid, row(2_000)] })), ['variants too_many']);
    const next = { productId: id, ...row(2_000) };
    assert.deepEqual(problemsOf(await call('POST', 'variants', next)), ['variants too_many']);
  });

  it('refuses NUL, bodies that are too large, and ids of other products', async () => {
    const { id } = await newProduct();
    const other = await newProduct({ variants: [{ sku: 'OTHER' }] });
    const [foreign] = (await gridOf(other.id)).variants;
    assert.equal((await put(id, { variants: [{ sku: 'NUL\u0000' }] })).status, 422);
    assert.equal((await put(id, { variants: [{ sku: 'x', barcode: 'y'.repeat(4_000_000) }] })).status, 413);
    assert.deepEqual(problemsOf(await put(id, { variants: [{ id: foreign.id, sku: 'OTHER' }] })), [
      'variants[0].id not_found',
    ]);
  });
});

describe('a SKU', () => {
  it('is one variant; the answer names every one that is taken', async () => {
    await newProduct({ options, variants: sizes('T', ['S', 'M']) });
    const answer = await call('POST', 'products', {
      title: 'X',
      options,
      variants: sizes('T', ['L', 'M', 'S']),
    });
    assert.deepEqual(problemsOf(answer, 409), ['variants[1].sku not_unique', 'variants[2].sku not_unique']);
  });

  it('is given once, however many variants ask for it at the same moment', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await newProduct()).id));
    const answers = await Promise.all(
      ids.map((productId) => call('POST', 'variants', { productId, sku: 'CONTESTED' })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
  });

  it('finds its variant, among up to a hundred', async () => {
    await newProduct({ options, variants: sizes('F', ['S', 'M', 'L']) });
    const { data } = (await call('GET', 'variants?sku=F-L,F-S,none')).body;
    assert.deepEqual(shown(data), ['F-L L', 'F-S S']);
    const many = Array.from({ length: 101 }, (_, n) => `s${n}`).join();
    assert.deepEqual(problemsOf(await call('GET', `variants?sku=${many}`)), ['sku too_many']);
  });
});

describe('a single variant', () => {
  it('is added, changed and deleted, each with one event', async () => {
    const { id: productId } = await newProduct();
    let variant: Row;
    const added = await publishedBy(async () => {
      variant = await ask('POST', 'variants', { productId, sku: 'ONE' });
    });
    assert.deepEqual(added, ['variant.created', 'search.entity.changed']);
    const prices = [{ currency: 'EUR', amount: 3 }];
    const changed = await publishedBy(() => ask('PATCH', `variants/${variant.id}`, { prices }));
    assert.deepEqual(changed, ['variant.updated prices', 'search.entity.changed']);
    assert.deepEqual(await publishedBy(() => ask('PATCH', `variants/${variant.id}`, { prices })), []);
    const late = await call('DELETE', `variants/${variant!.id}`, undefined, { 'if-match': '"1"' });
    assert.equal(late.status, 412);
    const gone = await publishedBy(() => ask('DELETE', `variants/${variant.id}`));
    assert.deepEqual(gone, ['variant.deleted', 'search.entity.changed']);
  });

  it('names its problems without the list that it is part of', async () => {
    const { id: productId } = await newProduct({ options, variants: sizes('P', ['S']) });
    const wrong = { productId, sku: 'P-2', optionValues: ['none'] };
    assert.deepEqual(problemsOf(await call('POST', 'variants', wrong)), ['optionValues[0] not_allowed']);
    const taken = { productId, sku: 'P-S', optionValues: ['M'] };
    assert.deepEqual(problemsOf(await call('POST', 'variants', taken)), ['sku not_unique']);
  });
});

describe('the difference between two grids', () => {
  const now = new Date('2030-01-01T00:00:00Z');
  const product = { ...blankProduct(now), options };
  const row = fc.record(
    {
      sku: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
      barcode: fc.constantFrom(null, '1', '2'),
      weightGrams: fc.constantFrom(null, 5),
      prices: fc.uniqueArray(
        fc.record(
          { currency: fc.constantFrom('EUR', 'USD'), amount: fc.constantFrom(1, 2) },
          { noNullPrototype: true },
        ),
        { selector: ({ currency }) => currency },
      ),
    },
    { noNullPrototype: true },
  );
  const grid = fc.uniqueArray(row, { selector: ({ sku }) => sku });

  it('applied to the first one gives the second one, for any two', () => {
    fc.assert(
      fc.property(grid, grid, (first, second) => {
        const before = applyGrid(product, [], first, now);
        const after = applyGrid(product, before, second, now);
        const settled = settle(
          { before: product, after: product, variantsBefore: before, variantsAfter: after },
          now,
        );
        const gone = new Set(settled.deleted.map(({ id }) => id));
        const changed = new Map(settled.updated.map(({ row }) => [row.id, row]));
        const rows = [
          ...before.filter(({ id }) => !gone.has(id)).map((one) => changed.get(one.id) ?? one),
          ...settled.inserted,
        ].sort((one, other) => one.position - other.position);
        const plain = ({ sku, barcode, weight_grams, prices }: (typeof rows)[number]) => ({
          ...{ sku, barcode, weightGrams: weight_grams },
          prices: prices.map(({ currency, amount }) => ({ currency, amount })),
        });
        const wanted = second.map((one) => ({
          ...one,
          prices: one.prices.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
        }));
        assert.deepEqual(rows.map(plain), wanted);
        // A row that is the same in both grids is not written.
        for (const { changed: fields } of settled.updated) assert.ok(fields.length > 0);
        const unchanged = before.filter((one) => !gone.has(one.id) && !changed.has(one.id));
        for (const one of unchanged)
          assert.equal(after.find(({ id }) => id === one.id)!.version, one.version);
        // The stored prices are those of the second grid.
        const prices = new Map<string, number>();
        for (const one of before)
          for (const price of one.prices) prices.set(`${one.id} ${price.currency}`, price.amount);
        for (const key of [...prices.keys()]) if (gone.has(key.split(' ')[0]!)) prices.delete(key);
        for (const { variantId, currency } of settled.prices.removed)
          prices.delete(`${variantId} ${currency}`);
        for (const { variantId, currency, amount } of settled.prices.stored)
          prices.set(`${variantId} ${currency}`, amount);
        const expected = after.flatMap((one) =>
          one.prices.map(({ currency, amount }) => [`${one.id} ${currency}`, amount] as const),
        );
        assert.deepEqual([...prices].sort(), expected.sort());
      }),
    );
  });
});
