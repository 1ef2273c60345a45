import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const token = tenant.key;

const order = (more: object = {}) => ({
  customerId,
  items: [{ sku: 'TEA', name: 'Tea', unitPrice: 2.5 }],
  ...more,
});
const post = (
  orders: unknown[],
  more: object = {},
  options: { query?: string; headers?: Record<string, string> } = {},
) =>
  test.call('POST', `/v1/crm/orders/bulk${options.query ?? ''}`, {
    token,
    body: { orders, ...more },
    headers: options.headers,
  });
const countOf = (table: 'orders' | 'events') =>
  test.db.inTenant(tenant.id, async (tx) => {
    const { rows } = await tx.query<{ count: number }>(`select count(*)::int as count from ${table}`);
    return rows[0]!.count;
  });
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a result; a type would say it twice
type Result = any;
const UNKNOWN = '01920000-0000-7000-8000-000000000000';

describe('orders in bulk', () => {
  it('are all placed, each with its number, its total and its event', async () => {
    const before = [await countOf('orders'), await countOf('events')];
    const answer = await post([order(), order({ orderNumber: 'B-1' }), order({ shippingTotal: 1 })]);
    assert.equal(answer.status, 200, answer.text);
    const { created, failed, results } = answer.body.data;
    assert.deepEqual([created, failed], [3, 0]);
    assert.deepEqual(
      results.map(({ index, status, order: { total } }: Result) => [index, status, total]),
      [
        [0, 'created', 2.5],
        [1, 'created', 2.5],
        [2, 'created', 3.5],
      ],
    );
    assert.equal(results[1].order.orderNumber, 'B-1');
    const one = await test.call('GET', `/v1/crm/orders/${results[2].order.id}`, { token });
    assert.equal(one.body.data.orderNumber, results[2].order.orderNumber);
    assert.deepEqual([await countOf('orders'), await countOf('events')], [before[0]! + 3, before[1]! + 3]);
  });

  it('are limited to a thousand per request', async () => {
    const answer = await post(Array.from({ length: 1000 }, () => order()));
    assert.equal(answer.body.data.created, 1000);
    const numbers = new Set(answer.body.data.results.map((result: Result) => result.order.orderNumber));
    assert.equal(numbers.size, 1000);
    const refused = await post(Array.from({ length: 1001 }, () => order()));
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.error.details[0].path, 'orders');
  });

  it('with reject_all get each error by its path, and nothing is written', async () => {
    const before = await countOf('orders');
    const answer = await post([
      order(),
      order({ items: [{ name: 'no sku' }] }),
      order({ items: [{ sku: 'A', name: 'A', unitPrice: 0.0000001 }] }),
      'no order',
    ]);
    assert.equal(answer.status, 422);
    const paths = answer.body.error.details.map(({ path }: { path: string }) => path);
    assert.deepEqual(paths, ['orders[1].items[0].sku', 'orders[2].items[0].unitPrice', 'orders[3]']);
    const late = await post([order(), order({ customerId: UNKNOWN })]);
    assert.equal(late.status, 422);
    assert.deepEqual(late.body.error.details, [
      { path: 'orders[1].customerId', code: 'not_found', message: 'must be a customer of this tenant' },
    ]);
    assert.equal(await countOf('orders'), before);
  });

  it('with reject_all get errors of the database together with those of validation', async () => {
    const { orderNumber } = (await post([order()])).body.data.results[0].order;
    const before = await countOf('orders');
    const answer = await post([
      order({ orderNumber }),
      order({ items: [] }),
      order(),
      order({ customerId: UNKNOWN }),
      order({ orderNumber: 'B-2' }),
      order({ orderNumber: 'B-2' }),
    ]);
    assert.equal(answer.status, 422);
    assert.deepEqual(
      answer.body.error.details.map(({ path }: { path: string }) => path),
      ['orders[0].orderNumber', 'orders[1].items', 'orders[3].customerId', 'orders[5].orderNumber'],
    );
    assert.equal(await countOf('orders'), before);
  });

  it('with reject_failed give a concurrently requested number to one order, and lose no other', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        post([order(), order({ orderNumber: 'B-3' }), order()], { errorPolicy: 'reject_failed' }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      Array(6).fill(200),
    );
    const told = answers.map(({ body }) =>
      body.data.results.map((result: Result) => result.error?.code ?? result.status),
    );
    const lost = ['created', 'order_number_taken', 'created'];
    assert.deepEqual(told.sort(), [Array(3).fill('created'), ...Array(5).fill(lost)]);
  });

  it('with reject_failed are written if valid; each of the others gets its reason', async () => {
    const before = await countOf('orders');
    await post([order({ orderNumber: 'TAKEN' })]);
    const answer = await post(
      [
        order(),
        order({ customerId: UNKNOWN }),
        order({ orderNumber: 'TWICE' }),
        order({ orderNumber: 'TWICE' }),
        order({ orderNumber: 'TAKEN' }),
        order({ discountTotal: 99 }),
        order({ customerNote: 'NUL \0' }),
        order({ items: [] }),
      ],
      { errorPolicy: 'reject_failed' },
    );
    assert.equal(answer.status, 200, answer.text);
    const codes = answer.body.data.results.map((result: Result) => result.error?.code ?? 'created');
    assert.deepEqual(codes, [
      'created',
      'not_found',
      'created',
      'order_number_taken',
      'order_number_taken',
      'validation_error',
      'validation_error',
      'validation_error',
    ]);
    assert.equal(answer.body.data.results[6].error.details[0].path, 'customerNote');
    assert.equal(await countOf('orders'), before + 3);
  });

  it('get the numbers they request, even if those are the next automatic ones', async () => {
    const own = await newTenant(test);
    const customer = await own.customer();
    const mixed = [order(), order({ orderNumber: '1001' }), order(), order({ orderNumber: '1003' })].map(
      (each) => ({
        ...each,
        customerId: customer,
      }),
    );
    const answer = await test.call('POST', '/v1/crm/orders/bulk', {
      token: own.key,
      body: { orders: mixed },
    });
    const numbers = answer.body.data.results.map((result: Result) => result.order.orderNumber);
    assert.deepEqual([numbers[1], numbers[3]], ['1001', '1003']);
    assert.equal(new Set(numbers).size, 4);
  });

  it('in a dry run get a full answer and are not written; with an Idempotency-Key they are placed once', async () => {
    const before = await countOf('orders');
    const tried = await post([order()], {}, { query: '?dryRun=true' });
    assert.equal(tried.body.data.created, 1);
    assert.equal(await countOf('orders'), before);
    const headers = { 'idempotency-key': 'bulk-once' };
    const [first, again] = [await post([order()], {}, { headers }), await post([order()], {}, { headers })];
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body.data.results[0].order.id, first.body.data.results[0].order.id);
    assert.equal(await countOf('orders'), before + 1);
  });

  it('may exceed 1 MiB, but not 3 MiB, nor the limit of lines per transaction', async () => {
    const note = 'x'.repeat(4000);
    assert.equal((await post(Array.from({ length: 500 }, () => order({ customerNote: note })))).status, 200);
    const large = await post(
      Array.from({ length: 1000 }, () => order({ customerNote: note, internalNote: note, x: note })),
    );
    assert.equal(large.status, 413);
    assert.equal(large.body.error.message, 'The body is larger than 3 MiB.');
    const items = Array.from({ length: 500 }, () => ({ sku: 'A', name: 'A' }));
    const lines = await post(Array.from({ length: 41 }, () => order({ items })));
    assert.equal(lines.body.error.details[0].code, 'too_many');
  });
});
