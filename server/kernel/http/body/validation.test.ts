import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { costOf } from '#kernel/testing/holds.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { assertFailure } from '../testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const line = { sku: 'TEA', name: 'Green tea' };
const order = { customerId, items: [line] };

const post = (url: string, body: unknown) => test.call('POST', url, { token: tenant.key, body });

/** The rejected paths when this is posted as an order, with their codes. */
async function refused(body: unknown): Promise<Record<string, string>> {
  const answer = await post('/v1/crm/orders', body);
  assertFailure(answer, 422, 'validation_error');
  const { details } = answer.body.error;
  for (const { message } of details) assert.ok(message.length > 0);
  return Object.fromEntries(details.map(({ path, code }: Record<string, string>) => [path, code]));
}

describe('validation', () => {
  it('reports all problems at once, by path', async () => {
    const items = [line, {}, { ...line, quantity: 0, unitPrice: -1 }, { name: 'No sku', productId: 'x' }];
    const found = await refused({
      items,
      currency: 'usd',
      channel: 'fax',
      shippingTotal: '5',
      shippingAddress: { city: 5 },
      customerNote: null,
      metadata: [],
    });
    assert.deepEqual(found, {
      customerId: 'required',
      'items[1].sku': 'required',
      'items[1].name': 'required',
      'items[2].quantity': 'too_small',
      'items[2].unitPrice': 'too_small',
      'items[3].sku': 'required',
      'items[3].productId': 'wrong_format',
      currency: 'wrong_format',
      channel: 'not_allowed',
      shippingTotal: 'wrong_type',
      'shippingAddress.city': 'wrong_type',
      customerNote: 'wrong_type',
      metadata: 'wrong_type',
    });
  });

  it('reports a single problem in one sentence', async () => {
    const { body } = await post('/v1/crm/orders', { customerId, items: [line, line, line, { name: 'x' }] });
    assert.equal(body.error.message, 'items[3].sku: is required');
    assert.deepEqual(body.error.details, [
      { path: 'items[3].sku', code: 'required', message: 'is required' },
    ]);
  });

  it('reports each field once, and text problems beside the others', async () => {
    const body = `{"customerId":"${customerId}","items":[{"sku":"a\\u0000","name":1,"quantity":1e400}]}`;
    assert.deepEqual(await refused(body), {
      'items[0].sku': 'text_not_allowed',
      'items[0].quantity': 'number_not_exact',
      'items[0].name': 'wrong_type',
    });
  });

  it('reports problems of the path together with those of the body', async () => {
    const answer = await test.call('PATCH', '/v1/crm/customers/x', { token: tenant.key, body: { name: '' } });
    assertFailure(answer, 422, 'validation_error');
    const paths = answer.body.error.details.map((problem: { path: string }) => problem.path);
    assert.deepEqual(paths, ['id', 'name']);
  });

  it('stops at a hundred problems, and does not take longer with more', async () => {
    const bodies = [
      `{"customerId":"${customerId}","items":[${'{},'.repeat(290_000)}{}]}`,
      `{"customerId":"${customerId}","items":[${'0,'.repeat(290_000)}0]}`,
      JSON.stringify({ ...order, items: Array(500).fill({}) }),
    ];
    const cost = await costOf(async () => {
      for (const body of bodies) {
        const answer = await post('/v1/crm/orders', body);
        assertFailure(answer, 422, 'validation_error');
        assert.equal(answer.body.error.details.length, 100);
      }
    });
    assert.ok(cost < 400, `bodies of 1 MiB must not hold up everyone else, but took ${cost} ms`);
  });

  it('accepts no other type as a number', async () => {
    for (const value of ['12', true, null, [5], {}, '']) {
      const items = [{ ...line, quantity: value, unitPrice: value, taxAmount: value }];
      assert.deepEqual(
        await refused({ customerId, items, shippingTotal: value, discountTotal: value, taxTotal: value }),
        {
          'items[0].quantity': 'wrong_type',
          'items[0].unitPrice': 'wrong_type',
          'items[0].taxAmount': 'wrong_type',
          shippingTotal: 'wrong_type',
          discountTotal: 'wrong_type',
          taxTotal: 'wrong_type',
        },
      );
    }
  });

  it('accepts no other type as a text, a list or an object', async () => {
    for (const value of [12, true, null, ['x'], {}]) {
      assert.deepEqual(
        await refused({
          customerId: value,
          items: [{ sku: value, name: value }],
          orderNumber: value,
          currency: value,
        }),
        {
          customerId: 'wrong_type',
          'items[0].sku': 'wrong_type',
          'items[0].name': 'wrong_type',
          orderNumber: 'wrong_type',
          currency: 'wrong_type',
        },
      );
    }
    for (const items of ['x', 5, {}, null, true])
      assert.equal((await refused({ customerId, items })).items, 'wrong_type');
    for (const address of ['x', 5, [], null, true]) {
      assert.equal(
        (await refused({ ...order, billingAddress: address, metadata: address })).metadata,
        'wrong_type',
      );
    }
  });

  it('requires an object as the body', async () => {
    for (const body of ['null', '[]', '5', '"x"', 'true', '']) {
      const answer = await test.call('POST', '/v1/crm/orders', {
        token: tenant.key,
        body,
        headers: { 'content-type': 'application/json' },
      });
      assertFailure(answer, 422, 'validation_error');
      assert.deepEqual(
        answer.body.error.details.map((problem: { path: string }) => problem.path),
        [''],
      );
    }
  });

  it('ignores unknown fields', async () => {
    const answer = await post('/v1/crm/customers', {
      name: 'Ada',
      id: 'x',
      createdAt: 5,
      admin: true,
      a: { b: [] },
    });
    assert.equal(answer.status, 201);
    for (const field of ['admin', 'a']) assert.ok(!(field in answer.body.data), field);
    assert.notEqual(answer.body.data.id, 'x');
    assert.notEqual(answer.body.data.createdAt, 5);
    assert.equal(answer.headers['x-unknown-fields'], 'id, createdAt, admin, a');
  });
});

describe('text that cannot be stored', () => {
  it('is refused with the name of its field in a body', async () => {
    for (const bad of ['\\u0000', 'a\\ud800', '\\udc00z', '\\ud83dx\\ude00']) {
      const body = `{"customerId":"${customerId}","items":[{"sku":"${bad}","name":"x"}],"customerNote":"${bad}",
        "shippingAddress":{"city":"${bad}"},"metadata":{"deep":[{"er":"${bad}"}]},"orderNumber":"${bad}"}`;
      assert.deepEqual(await refused(body), {
        'items[0].sku': 'text_not_allowed',
        customerNote: 'text_not_allowed',
        'shippingAddress.city': 'text_not_allowed',
        'metadata.deep[0].er': 'text_not_allowed',
        orderNumber: 'text_not_allowed',
      });
    }
  });

  it('is refused also in keys, which would be stored', async () => {
    const inMetadata = await refused(
      `{"customerId":"${customerId}","items":[{"sku":"a","name":"b"}],"metadata":{"\\u0000":1}}`,
    );
    assert.deepEqual(Object.values(inMetadata), ['text_not_allowed']);
    const inAddress = await refused(
      `{"customerId":"${customerId}","items":[{"sku":"a","name":"b"}],"billingAddress":{"\\ud800":"x"}}`,
    );
    assert.deepEqual(Object.values(inAddress), ['text_not_allowed']);
  });

  it('is refused with the name of its field in a query and in a path', async () => {
    for (const bad of ['%00', 'a%00b', '%ED%A0%80', '%ff', '%']) {
      const answer = await test.call('GET', `/v1/crm/customers?cursor=${bad}`, { token: tenant.key });
      assertFailure(answer, 422, 'validation_error');
      assert.equal(answer.body.error.details[0].path, 'cursor');
    }
    const inPath = await test.call('GET', '/v1/crm/customers/%00', { token: tenant.key });
    assertFailure(inPath, 422, 'validation_error');
    assert.equal(inPath.body.error.details[0].path, 'id');
  });

  it('does not include whole characters of any plane', async () => {
    const name = '\u0001 é 漢字 😀 \u{10ffff} \ufffd \u202e';
    const answer = await post('/v1/crm/customers', { name });
    assert.deepEqual([answer.status, answer.body.data.name], [201, name]);
  });
});

describe('times in a query', () => {
  it('are refused with 422 when no such day or time exists', async () => {
    const token = await tenant.staff('admin');
    const since = (text: string) =>
      test.call('GET', `/v1/audit-log?since=${encodeURIComponent(text)}`, { token });
    for (const time of [
      '2030-01-31T12:00:00Z',
      '2028-02-29T23:59:59.123456+14:00',
      '0001-01-01T00:00:00-12:00',
    ]) {
      assert.equal((await since(time)).status, 200, time);
    }
    const wrong = [
      '2030-02-30T00:00:00Z',
      '2029-02-29T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '2030-01-01',
      'now',
    ];
    wrong.push(
      '2030-01-01T00:00:00+23:59',
      '2030-01-01T00:00:00',
      '2030-13-01T00:00:00Z',
      '2030-01-01T25:00:00Z',
    );
    for (const time of wrong) assertFailure(await since(time), 422, 'validation_error');
  });
});
