import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf } from '../testing/catalog.ts';
import { changedAmount } from './bulk.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf, publishedBy } = catalogOf(test, tenant);

describe('many products at once', () => {
  it('are activated without variants and prices too, with the same result as one by one', async () => {
    const kinds = [{}, { variants: [{ sku: 'UNPRICED-1' }] }, { variants: [{ sku: 'UNPRICED-2' }] }, {}];
    const [a, b, c, d] = await Promise.all(kinds.map((more) => newProduct(more)));
    const answer = await ask('POST', 'products/bulk', { ids: [a.id, b.id], status: 'active' });
    assert.deepEqual(answer, { changed: 2, unchanged: 0, failed: [] });
    for (const [many, one] of [
      [a, d],
      [b, c],
    ]) {
      const alone = await ask('POST', `products/${one.id}/activate`);
      const together = await ask('GET', `products/${many.id}`);
      const own = ({
        id: _,
        handle: __,
        createdAt: ___,
        updatedAt: ____,
        ...rest
      }: Record<string, unknown>) => rest;
      assert.deepEqual(own(together), own(alone));
      assert.equal(together.status, 'active');
    }
  });

  it('are not changed when a tag is both to be added and removed', async () => {
    const { id } = await newProduct({ tags: ['x'] });
    const body = { ids: [id], addTags: ['a', 'both'], removeTags: ['x', 'both'] };
    assert.deepEqual(problemsOf(await call('POST', 'products/bulk', body)), ['removeTags[1] not_unique']);
    assert.deepEqual((await ask('GET', `products/${id}`)).tags, ['x']);
  });

  it('change their status and tags; each that really changed has one event, and each that cannot is named', async () => {
    const [a, b, draft] = [
      await newProduct({ status: 'active', tags: ['old'] }),
      await newProduct({ status: 'active' }),
      await newProduct(),
    ];
    const none = crypto.randomUUID();
    const ids = [a.id, b.id, draft.id, none];
    let answer: { changed: number; failed: object[] } | undefined;
    const events = await publishedBy(async () => {
      answer = await ask('POST', 'products/bulk', {
        ids,
        status: 'archived',
        addTags: ['sale'],
        removeTags: ['old'],
      });
    });
    assert.deepEqual(answer, {
      changed: 2,
      unchanged: 0,
      failed: [
        { id: none, code: 'not_found', message: 'There is no product with this id.' },
        { id: draft.id, code: 'invalid_transition', message: 'It is draft, and cannot become archived.' },
      ],
    });
    assert.deepEqual(events, [
      'product.updated status,tags',
      'search.entity.changed',
      'product.updated status,tags',
      'search.entity.changed',
    ]);
    assert.deepEqual((await ask('GET', `products/${a.id}`)).tags, ['sale']);
    const { data } = (await call('GET', 'products?tag=sale&status=archived')).body;
    assert.equal(data.length, 2);
    const again = await publishedBy(() => ask('POST', 'products/bulk', { ids: [a.id], addTags: ['sale'] }));
    assert.deepEqual(again, []);
    const many = Array.from({ length: 1_001 }, () => none);
    assert.deepEqual(problemsOf(await call('POST', 'products/bulk', { ids: many })), ['ids too_many']);
  });
});

describe('many prices at once', () => {
  const newVariants = async (...amounts: (number | null)[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const amount of amounts) {
      const prices = amount === null ? [] : [{ currency: 'EUR', amount, compareAt: 99 }];
      const { id } = await newProduct({ variants: [{ sku: crypto.randomUUID(), prices }] });
      ids.push((await gridOf(id)).variants[0].id);
    }
    return ids;
  };
  const amountOf = async (id: string) => (await ask('GET', `variants/${id}`)).prices[0]?.amount;
  const change = (variantIds: string[], by: object) =>
    ask('POST', 'prices/bulk', { variantIds, currency: 'EUR', ...by });

  it('change by percent, by an amount, or to an amount; the answer names those that cannot', async () => {
    const ids = await newVariants(9.99, 10, null);
    const first = await change(ids, { percent: -10 });
    assert.deepEqual(
      [first.changed, first.failed.map(({ code }: { code: string }) => code)],
      [2, ['no_price']],
    );
    assert.deepEqual([await amountOf(ids[0]!), await amountOf(ids[1]!)], [8.99, 9]);
    const second = await change(ids, { amount: -9 });
    assert.deepEqual(
      [second.changed, second.failed.map(({ code }: { code: string }) => code).sort()],
      [1, ['no_price', 'too_small']],
    );
    assert.deepEqual(await change(ids, { set: 4.5 }), { changed: 3, unchanged: 0, failed: [] });
    assert.deepEqual(await change(ids, { set: 4.5 }), { changed: 0, unchanged: 3, failed: [] });
    assert.equal((await ask('GET', `variants/${ids[0]}`)).prices[0].compareAt, 99);
  });

  it('publish one event for each variant that changed, and the list follows', async () => {
    const ids = await newVariants(1, 2);
    assert.deepEqual(await publishedBy(() => change(ids, { percent: 100 })), [
      'variant.updated prices',
      'search.entity.changed',
      'variant.updated prices',
      'search.entity.changed',
    ]);
    assert.deepEqual(await publishedBy(() => change(ids, { percent: 0 })), []);
    const { data } = (await call('GET', 'products?currency=EUR&priceFrom=4&priceTo=4')).body;
    assert.equal(data.length, 1);
  });

  it('need exactly one kind of change, with at most six decimals', async () => {
    const [id] = await newVariants(1);
    const body = { variantIds: [id], currency: 'EUR' };
    assert.deepEqual(problemsOf(await call('POST', 'prices/bulk', body)), [' required']);
    assert.deepEqual(problemsOf(await call('POST', 'prices/bulk', { ...body, percent: 1, set: 1 })), [
      ' required',
    ]);
    assert.deepEqual(problemsOf(await call('POST', 'prices/bulk', { ...body, amount: 0.0000001 })), [
      'amount too_many_decimals',
    ]);
  });

  it('a percentage of a price is exact, rounded half up to the decimals of its currency or its own', () => {
    assert.equal(changedAmount(0.05, { percent: 50 }, 'EUR'), 0.08);
    assert.equal(changedAmount(1.15, { percent: -50 }, 'EUR'), 0.58);
    assert.equal(changedAmount(5, { percent: 10 }, 'JPY'), 6);
    assert.equal(changedAmount(0.333333, { percent: 10 }, 'JPY'), 0.366666);
    assert.equal(changedAmount(1.005, { percent: 0 }, 'KWD'), 1.005);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: -100, max: 300 }),
        (cents, percent) => {
          const expected = Math.floor((cents * (100 + percent) + 50) / 100) / 100;
          assert.equal(changedAmount(cents / 100, { percent }, 'EUR'), expected);
        },
      ),
    );
  });
});
