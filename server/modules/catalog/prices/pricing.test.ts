import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newTenant, useApp } from '../../../testing.ts';
import { catalogOf, problemsOf } from '../testing/catalog.ts';
import { type PriceContext, priceLines } from './pricing.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf } = catalogOf(test, tenant);

let made = 0;
async function newVariant(prices: object[] = [{ currency: 'EUR', amount: 10 }]) {
  const { id } = await newProduct({ variants: [{ sku: `PR-${++made}`, prices }] });
  const [variant] = (await gridOf(id)).variants;
  return variant as { id: string; sku: string };
}
const newList = async (more: object, entries: object[]) => {
  const { id } = await ask('POST', 'price-lists', { name: 'List', currency: 'EUR', ...more });
  await ask('PUT', `price-lists/${id}/entries`, { entries });
  return id as string;
};
const quote = (lines: object[], more: object = {}) =>
  call('POST', 'prices', { currency: 'EUR', lines, ...more });
const prices = async (lines: object[], more: object = {}): Promise<number[]> => {
  const { body, text } = await quote(lines, more);
  assert.ok(body.success, text);
  return body.data.lines.map(({ unitPrice }: { unitPrice: number }) => unitPrice);
};

describe('the price of a line', () => {
  it('is that of the list with the highest priority that fits, never the lowest one', async () => {
    const { id: variantId, sku } = await newVariant();
    await newList({ priority: 1 }, [{ variantId, amount: 1 }]);
    const dear = await newList({ priority: 2 }, [{ variantId, amount: 9 }]);
    const { data } = (await quote([{ sku, quantity: 3 }])).body;
    assert.deepEqual(data, {
      currency: 'EUR',
      lines: [
        {
          ...{ variantId, quantity: 3, unitPrice: 9, compareAt: null },
          ...{ priceListId: dear, minQuantity: 1, amount: 27 },
        },
      ],
      subtotal: 27,
    });
  });

  it('is in this list that of the highest quantity reached; without one, that of the next list', async () => {
    const { id: variantId } = await newVariant();
    await newList({ priority: 7 }, [
      { variantId, minQuantity: 10, amount: 8 },
      { variantId, minQuantity: 100, amount: 7 },
    ]);
    const lines = [9, 10, 99, 100].map((quantity) => ({ variantId, quantity }));
    assert.deepEqual(await prices(lines), [10, 8, 8, 7]);
  });

  it('depends on the tags of the customer, the site, the time and the status of the list', async () => {
    const { id: variantId } = await newVariant();
    const property = await test.call('POST', '/v1/properties', { token: tenant.key, body: { name: 'Shop' } });
    const propertyId = property.body.data.id;
    await newList({ priority: 4, customerTags: ['vip', 'staff'] }, [{ variantId, amount: 4 }]);
    await newList({ priority: 3, propertyIds: [propertyId] }, [{ variantId, amount: 3 }]);
    const sale = { startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-02T00:00:00Z' };
    await newList({ priority: 5, ...sale }, [{ variantId, amount: 5 }]);
    await newList({ priority: 9, status: 'archived' }, [{ variantId, amount: 9 }]);
    const of = async (more: object) => (await prices([{ variantId }], more))[0];
    assert.equal(await of({}), 10);
    assert.equal(await of({ customerTags: ['other', 'vip'] }), 4);
    assert.equal(await of({ propertyId }), 3);
    assert.equal(await of({ propertyId, customerTags: ['staff'], at: '2030-01-01T00:00:00Z' }), 5);
    assert.equal(await of({ at: '2030-01-02T00:00:00Z' }), 10);
  });

  it('is refused for a site that the tenant does not have', async () => {
    const { id: variantId } = await newVariant();
    const other = await newTenant(test);
    const body = { name: 'Theirs' };
    const theirs = (await test.call('POST', '/v1/properties', { token: other.key, body })).body.data.id;
    for (const propertyId of [crypto.randomUUID(), theirs]) {
      assert.deepEqual(problemsOf(await quote([{ variantId }], { propertyId })), ['propertyId not_found']);
    }
  });

  it('is refused with no_price in a currency without one; the answer names every variant', async () => {
    const [euro, yen] = [await newVariant(), await newVariant([{ currency: 'JPY', amount: 0.333333 }])];
    const refused = await quote([{ variantId: euro.id }, { variantId: yen.id }, { sku: yen.sku }]);
    assert.deepEqual(
      [refused.status, refused.body.error.code, refused.body.error.details],
      [409, 'no_price', [{ variantId: yen.id, currency: 'EUR' }]],
    );
    const { data } = (await quote([{ variantId: yen.id, quantity: 5 }], { currency: 'JPY' })).body;
    assert.deepEqual([data.lines[0].unitPrice, data.subtotal], [0.333333, 2], 'rounded once, half up');
  });

  it('is asked for by id or SKU; every unknown one is named', async () => {
    const answer = await quote([{ variantId: crypto.randomUUID() }, { sku: 'none' }, {}]);
    assert.deepEqual(problemsOf(answer), [
      'lines[0].variantId not_found',
      'lines[1].sku not_found',
      'lines[2] required',
    ]);
  });
});

describe('pricing', async () => {
  const variants = [await newVariant(), await newVariant([]), await newVariant()];
  const other = await newTenant(test);
  const now = new Date('2030-06-01T00:00:00Z');

  it('of any lines with any lists is what a plain model says', async () => {
    const time = fc.constantFrom(null, '2030-05-01T00:00:00Z', '2030-06-01T00:00:00Z');
    const end = fc.constantFrom(null, '2030-06-01T00:00:00Z', '2030-07-01T00:00:00Z');
    const entry = fc.record({
      variant: fc.nat(2),
      minQuantity: fc.constantFrom(1, 2, 5),
      amount: fc.constantFrom(1, 2, 3.5),
    });
    const priceList = fc.record({
      priority: fc.nat(2),
      startsAt: time,
      endsAt: end,
      customerTags: fc.subarray(['a', 'b']),
      entries: fc.uniqueArray(entry, {
        minLength: 1,
        maxLength: 4,
        selector: ({ variant, minQuantity }) => `${variant} ${minQuantity}`,
      }),
    });
    const line = fc.record({ variant: fc.nat(2), quantity: fc.integer({ min: 1, max: 6 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(priceList, { maxLength: 4 }),
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.subarray(['a', 'b', 'c']),
        async (lists, lines, customerTags) => {
          const stored: string[] = [];
          for (const { entries, ...list } of lists.filter(
            (one) => !(one.startsAt && one.startsAt === one.endsAt),
          )) {
            const named = entries.map(({ variant, ...rest }) => ({
              variantId: variants[variant]!.id,
              ...rest,
            }));
            stored.push(await newList(list, named));
          }
          const context: PriceContext = { currency: 'EUR', customerTags, propertyId: null, now };
          const asked = lines.map(({ variant, quantity }) => ({
            variantId: variants[variant]!.id,
            quantity,
          }));
          const priced = await test.db.inTenant(tenant.id, (tx) => priceLines(tx, context, asked));
          const fit = lists
            .filter((one) => !(one.startsAt && one.startsAt === one.endsAt))
            .map((one, index) => ({ ...one, index }))
            .filter(({ startsAt }) => startsAt === null || new Date(startsAt) <= now)
            .filter(({ endsAt }) => endsAt === null || new Date(endsAt) > now)
            .filter(
              (one) =>
                one.customerTags.length === 0 || one.customerTags.some((tag) => customerTags.includes(tag)),
            )
            .sort((one, two) => two.priority - one.priority || one.index - two.index);
          const expected = lines.map(({ variant, quantity }) => {
            for (const { entries } of fit) {
              const reached = entries
                .filter((one) => one.variant === variant && one.minQuantity <= quantity)
                .sort((one, two) => two.minQuantity - one.minQuantity)[0];
              if (reached !== undefined) return reached.amount;
            }
            return variant === 1 ? null : 10;
          });
          assert.deepEqual(
            priced.map((one) => one?.amount ?? null),
            expected,
          );
          for (const id of stored) await ask('DELETE', `price-lists/${id}`);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('finds no price of another tenant', async () => {
    const context: PriceContext = { currency: 'EUR', customerTags: [], propertyId: null, now };
    const lines = [{ variantId: variants[0]!.id, quantity: 1 }];
    assert.deepEqual(await test.db.inTenant(other.id, (tx) => priceLines(tx, context, lines)), [null]);
  });
});
