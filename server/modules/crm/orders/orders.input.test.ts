import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { assertFailure } from '#kernel/http/testing/failure.ts';
import { cases } from '#kernel/testing/depth.ts';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const line = { sku: 'TEA', name: 'Green tea' };
const order = { customerId, items: [line] };

const headers = { authorization: `Bearer ${tenant.key}`, 'content-type': 'application/json' };
const post = async (payload: string | Buffer, more: Record<string, string> = {}) => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/v1/crm/orders',
    headers: { ...headers, ...more },
    payload,
  });
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) };
};

/** The number of orders, lines and events. */
async function rows(): Promise<number[]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<Record<string, number>>(
      `select (select count(*) from orders)::int, (select count(*) from order_lines)::int as lines,
         (select count(*) from events where type = 'order.placed')::int as events,
         (select count(*) from idempotency_keys)::int as answers`,
    ),
  );
  return Object.values(rows[0]!);
}

/** The error code of each payload; asserts that none of them is stored. */
async function refusals(payloads: (string | Buffer)[]): Promise<string[]> {
  const before = await rows();
  const codes: string[] = [];
  for (const payload of payloads) {
    const answer = await post(payload, { 'idempotency-key': crypto.randomUUID() });
    assertFailure(answer, answer.status, answer.body.error.code);
    assert.ok(answer.status < 500);
    codes.push(answer.body.error.code);
  }
  assert.deepEqual(await rows(), before);
  return codes;
}

/** An order with a piece of raw JSON in place of the mark. */
const withJson = (body: object, json: string) => JSON.stringify(body).replace('"HERE"', json);

describe('bad input', () => {
  it('is refused when it is nested deeply, anywhere', async () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const codes = await refusals([
      deep(500_000),
      '{"items":'.repeat(500) + '}'.repeat(500),
      `{"items":${'[{"items":'.repeat(20_000)}1${'}]'.repeat(20_000)}}`,
      withJson({ ...order, metadata: 'HERE' }, `{"a":${deep(100_000)}}`),
      withJson({ ...order, unknown: 'HERE' }, deep(100)),
    ]);
    assert.deepEqual(codes, ['validation_error', 'bad_request', ...Array(3).fill('validation_error')]);
  });

  it('is refused when a number is too large, too long or invalid', async () => {
    const numbers = [
      '1e400',
      '-1e400',
      '1e309',
      '9007199254740993',
      '9'.repeat(400),
      `0.${'1'.repeat(400)}`,
      '1e-400',
    ];
    const places = (json: string) => [
      withJson({ ...order, shippingTotal: 'HERE' }, json),
      withJson({ customerId, items: [{ ...line, quantity: 'HERE' }] }, json),
      withJson({ customerId, items: [{ ...line, unitPrice: 'HERE' }] }, json),
    ];
    assert.deepEqual(new Set(await refusals(numbers.flatMap(places))), new Set(['validation_error']));
    const notJson = ['NaN', 'Infinity', '-', '+1', '.5', '1.', '0x10', '01', '1_000'];
    assert.deepEqual(new Set(await refusals(notJson.flatMap(places))), new Set(['bad_request']));
  });

  it('is refused when it is not UTF-8', async () => {
    const text = JSON.stringify({ ...order, customerNote: 'HERE' });
    const bytes = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xc0, 0x80]];
    const payloads = bytes.map((wrong) =>
      Buffer.concat([
        Buffer.from(text.split('HERE')[0]!),
        Buffer.from(wrong),
        Buffer.from(text.split('HERE')[1]!),
      ]),
    );
    payloads.push(Buffer.from(JSON.stringify(order), 'utf16le'));
    assert.deepEqual(new Set(await refusals(payloads)), new Set(['bad_request']));
  });

  it('is refused with 413 when 500 lines of the longest texts are more than 1 MiB', async () => {
    const longest = { sku: 's'.repeat(200), name: 'n'.repeat(500), description: 'd'.repeat(2000) };
    const body = JSON.stringify({ customerId, items: Array(500).fill(longest) });
    assert.deepEqual(await refusals([body]), ['payload_too_large']);
    const fitting = JSON.stringify({ customerId, items: Array(380).fill(longest) });
    assert.equal((await post(fitting)).status, 201);
  });

  it('with duplicate keys is validated and stored by the last one', async () => {
    const text = JSON.stringify(order);
    const answer = await post(text.replace('{', '{"currency":"EUR","currency":"JPY",'));
    assert.deepEqual([answer.status, answer.body.data.currency], [201, 'JPY']);
    const codes = await refusals([
      text.replace('}]', '}],"items":[]'),
      text.replace('{', '{"currency":1,"currency":2,'),
    ]);
    assert.deepEqual(codes, ['validation_error', 'validation_error']);
  });

  it('has no effect with keys such as __proto__', async () => {
    const text = JSON.stringify(order).replace(
      '{',
      '{"__proto__":{"currency":"JPY","customerNote":"x"},"constructor":{"prototype":{"channel":"mcp"}},"toString":1,',
    );
    const answer = await post(text);
    assert.equal(answer.status, 201);
    const { currency, customerNote, channel } = answer.body.data;
    assert.deepEqual([currency, customerNote, channel], ['USD', null, null]);
    const codes = await refusals([
      '{"__proto__":{"customerId":"x","items":[]}}',
      `{"__proto__":${JSON.stringify(order)}}`,
      `{"customerId":"${customerId}","items":[{"__proto__":{"sku":"a","name":"b"}}]}`,
      `{"customerId":"${customerId}","items":{"length":1,"0":{"sku":"a","name":"b"}}}`,
    ]);
    assert.deepEqual(new Set(codes), new Set(['validation_error']));
  });

  it('may begin with a byte order mark', async () => {
    assert.equal((await post(`\ufeff${JSON.stringify(order)}`)).status, 201);
  });
});

describe('any JSON at all', () => {
  const anything = fc.jsonValue({ maxDepth: 4 });
  const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 1, 0.01, 1e15, 1e-7, 2 ** 53));
  /** Mostly valid, so that the fuzz passes the first check. */
  const maybe = <T>(right: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: right, weight: 150 }, { arbitrary: anything, weight: 1 });
  const text = fc.oneof(
    { arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), weight: 100 },
    fc.constantFrom('', '\0', '\ud800', 'x'.repeat(10_000)),
  );
  const cents = fc.integer({ min: 0, max: 100_000 }).map((amount) => amount / 100);
  const money = maybe(fc.oneof({ arbitrary: cents, weight: 20 }, number));
  const lines = fc.record(
    {
      sku: maybe(text),
      name: maybe(text),
      quantity: maybe(fc.integer({ min: 1, max: 1e9 })),
      unitPrice: money,
      taxAmount: money,
      productId: maybe(fc.uuid()),
      description: maybe(text),
    },
    { requiredKeys: ['sku', 'name'] },
  );
  const orders = fc.record(
    {
      customerId: maybe(fc.constant(customerId)),
      items: maybe(fc.array(lines, { minLength: 1, maxLength: 4 })),
      currency: maybe(fc.constantFrom('USD', 'KWD', 'CLF')),
      channel: maybe(fc.constantFrom('storefront', 'mcp')),
      propertyId: maybe(text),
      shippingTotal: money,
      discountTotal: maybe(fc.constant(0)),
      taxTotal: money,
      shippingAddress: maybe(fc.dictionary(text, fc.option(text))),
      customerNote: maybe(text),
      orderNumber: maybe(text),
      metadata: maybe(fc.dictionary(text, anything)),
    },
    { requiredKeys: ['customerId', 'items'] },
  );

  it('gets 201 or a 4xx in the envelope, and is stored completely with 201 and not at all otherwise', async () => {
    let [before, placed] = [await rows(), 0];
    const property = fc.asyncProperty(fc.oneof({ arbitrary: orders, weight: 5 }, anything), async (body) => {
      const answer = await post(JSON.stringify(body));
      const after = await rows();
      const added = after.map((count, index) => count - before[index]!);
      before = after;
      if (answer.status === 201) {
        placed++;
        assert.deepEqual(Object.keys(answer.body), ['success', 'data']);
        assert.deepEqual(added, [1, answer.body.data.items.length, 1, 0]);
      } else {
        assert.ok(answer.status >= 400 && answer.status < 500, JSON.stringify(answer.body));
        assertFailure(answer, answer.status, answer.body.error.code);
        assert.deepEqual(added, [0, 0, 0, 0]);
      }
    });
    await fc.assert(property, { numRuns: cases(300), interruptAfterTimeLimit: 4_000 });
    assert.ok(placed > 0, 'the fuzz must get as far as placing orders');
  });
});

describe('an order that leaves fields out', () => {
  const defaulted = async (body: object) =>
    (await post(JSON.stringify(body))).headers['x-defaulted-fields'] ?? null;

  it('is placed, and the answer names the currency and the prices that were assumed', async () => {
    const priced = { ...line, unitPrice: 0 };
    const { status, body } = await post(JSON.stringify(order));
    assert.deepEqual([status, body.data.currency, body.data.total], [201, 'USD', 0]);
    assert.equal(await defaulted({ ...order, items: [priced, line] }), 'currency, items[1].unitPrice');
    assert.equal(await defaulted({ ...order, currency: 'EUR', items: [priced] }), null);
  });

  it('is named in a list of orders too', async () => {
    const answer = await test.call('POST', '/v1/crm/orders/bulk', {
      token: tenant.key,
      body: { orders: [{ ...order, currency: 'EUR', items: [{ ...line, unitPrice: 1 }] }, order] },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['x-defaulted-fields'], 'orders[1].currency, orders[1].items[0].unitPrice');
  });

  it('names at most twenty of them', async () => {
    const names = await defaulted({ ...order, items: Array.from({ length: 500 }, () => line) });
    assert.equal(String(names).split(', ').length, 20);
  });

  it('names nothing in a body that is no order', async () => {
    for (const body of ['null', '[]', '3', '{"items":3}', '{"items":[null]}']) {
      assert.equal((await post(body)).status, 422, body);
    }
  });
});
