import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { upload } from '../../../modules/media/testing/uploads.ts';
import { newTenant, useApp } from '../../../testing.ts';
import { nearest } from '../nearest.ts';
import { assertFailure } from '../testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { key: token } = tenant;
const customerId = await tenant.customer();
const strict = { prefer: 'respond-async, handling=strict' };

const place = (more: object, headers: Record<string, string> = {}) =>
  test.call('POST', '/v1/crm/orders', {
    token,
    body: { customerId, items: [{ sku: 'TEA', name: 'Tea' }], ...more },
    headers,
  });
const unknownIn = ({ headers }: { headers: Record<string, unknown> }) => headers['x-unknown-fields'];

describe('an unknown parameter', () => {
  const CASES: [url: string, path: string, meant: string | null][] = [
    ['/v1/crm/orders?statuss=cancelled', 'statuss', 'status'],
    ['/v1/crm/orders?payment_status=paid', 'payment_status', 'paymentStatus'],
    ['/v1/crm/customers?limt=3', 'limt', 'limit'],
    ['/v1/me?verbose=true', 'verbose', null],
    ['/v1/crm/orders/export?colour=red', 'colour', null],
  ];
  for (const [url, path, meant] of CASES) {
    it(`is refused with the name that was probably meant: GET ${url}`, async () => {
      const answer = await test.call('GET', url, { token });
      assertFailure(answer, 422, 'validation_error');
      const message = meant === null ? 'is not known here' : `is not known here; did you mean ${meant}?`;
      assert.deepEqual(answer.body.error.details, [{ path, code: 'unknown_parameter', message }]);
    });
  }

  it('is refused on every route of the API, public ones too', async () => {
    const routes = test.app.routeList.filter(({ url }) => url.startsWith('/v1/'));
    assert.ok(routes.length > 100);
    for (const { method, url, schema } of routes) {
      const { additionalProperties } = schema.querystring as { additionalProperties?: boolean };
      assert.equal(additionalProperties, false, `${method} ${url}`);
    }
    assertFailure(await test.call('GET', '/v1/openapi.json?x=1'), 422, 'validation_error');
  });

  it('is reported beside all other problems, but only to a permitted caller', async () => {
    const answer = await test.call('GET', '/v1/crm/orders?limit=0&curser=x', { token });
    assert.deepEqual(answer.body.error.details.map(({ path }: { path: string }) => path).sort(), [
      'curser',
      'limit',
    ]);
    assertFailure(await test.call('GET', '/v1/crm/orders?statuss=x'), 401, 'unauthorized');
  });

  it('is ignored by a site, a file, a page and a health check', async () => {
    for (const url of ['/docs?utm=1', '/healthz?now=1', '/readyz?x=1', '/?utm_source=x']) {
      const answer = await test.call('GET', url, { headers: { accept: 'text/html' } });
      assert.equal(answer.status, 200, `${url} ${answer.text.slice(0, 200)}`);
    }
    const { body } = await upload(test, token, 'hello', { type: 'text/plain' });
    const { pathname, search } = new URL(body.data.url);
    assert.equal((await test.call('GET', `${pathname}${search}&cachebuster=1`)).status, 200);
    const gone = await test.call('GET', `/r/${crypto.randomUUID()}/old?utm_source=x`);
    assert.equal(gone.status, 404);
  });
});

describe('an unknown field', () => {
  it('is ignored, and named in a header', async () => {
    const answer = await place({
      emial: 'x',
      tenantId: crypto.randomUUID(),
      items: [
        { sku: 'TEA', name: 'Tea' },
        { sku: 'T', name: 'T', unit_price: 3 },
      ],
      metadata: { free: { form: 1 } },
      shippingAddress: { line1: 'x', planet: 'Earth' },
    });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(unknownIn(answer), 'items[1].unit_price, emial, tenantId');
    assert.equal(unknownIn(await place({})), undefined);
  });

  it('is named also when the order is refused for another reason', async () => {
    const answer = await place({ customer: customerId, customerId: undefined });
    assertFailure(answer, 422, 'validation_error');
    assert.equal(unknownIn(answer), 'customer');
  });

  it('is refused with the name that was probably meant, if the caller prefers strict handling', async () => {
    const answer = await place({ items: [{ sku: 'T', name: 'T', unit_price: 3 }], colour: 1 }, strict);
    assertFailure(answer, 422, 'validation_error');
    assert.equal(answer.headers['preference-applied'], 'handling=strict');
    assert.deepEqual(answer.body.error.details, [
      {
        path: 'items[0].unit_price',
        code: 'unknown_field',
        message: 'is not known here; did you mean unitPrice?',
      },
      { path: 'colour', code: 'unknown_field', message: 'is not known here' },
    ]);
    const good = await place({ metadata: { free: 1 } }, strict);
    assert.deepEqual([good.status, good.headers['preference-applied']], [201, 'handling=strict']);
    assert.equal((await place({ colour: 1 }, { prefer: 'handling=lenient' })).status, 201);
  });

  it('may have any name, and there may be many: the header stays short and in ASCII', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => [`é,\r\n"${index}${'長'.repeat(50)}`, 1]);
    const answer = await place(Object.fromEntries(names));
    assert.equal(answer.status, 201);
    assert.match(String(unknownIn(answer)), /^[\x21-\x7e ]{1,1010}$/);
    assert.equal((await place({ proto__x: 1, constructor: 1, toString: 1 })).status, 201);
    assert.equal(unknownIn(await place({ constructor: 1 })), 'constructor');
  });

  it('is named in bulk and in forms too', async () => {
    const order = { customerId, items: [{ sku: 'TEA', name: 'Tea', skuu: 1 }] };
    const bulk = await test.call('POST', '/v1/crm/orders/bulk', { token, body: { orders: [order] } });
    assert.deepEqual([bulk.status, unknownIn(bulk)], [200, 'orders[0].items[0].skuu']);
    const sent = { fields: [['titel', 'x']] as [string, string][] };
    const form = await upload(test, token, 'one', sent);
    assert.deepEqual([form.status, unknownIn(form)], [201, 'titel']);
    const refused = await upload(test, token, 'two', { ...sent, headers: strict });
    assertFailure(refused, 422, 'validation_error');
    assert.match(refused.body.error.message, /did you mean title/);
  });
});

it('the suggested name is at most a small typing error away', () => {
  const known = ['status', 'limit', 'cursor', 'paymentStatus', 'from', 'to'];
  assert.equal(nearest('statsu', known), 'status');
  assert.equal(nearest('LIMIT', known), 'limit');
  assert.equal(nearest('form', known), 'from');
  assert.equal(nearest('zebra', known), undefined);
  assert.equal(nearest('x'.repeat(8_000), known), undefined);
});
