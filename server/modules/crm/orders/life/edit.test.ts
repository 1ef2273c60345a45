import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant } from '../../../../testing.ts';
import { useOrders } from '../../testing/orders.ts';

const { test, tenant, place, get, done, timeline, eventsOf } = await useOrders();
const token = tenant.key;
const patch = (id: string, body: unknown, headers: Record<string, string> = {}, query = '') =>
  test.call('PATCH', `/v1/crm/orders/${id}${query}`, { token, body, headers });

const address = { line1: '1 Agora', city: 'Athens' };
const notes = { customerNote: 'Ring twice', internalNote: 'Regular' };
const addresses = { shippingAddress: address, billingAddress: { line1: '', city: null } };

describe('PATCH /v1/crm/orders/:id', () => {
  it('changes notes, addresses and metadata, leaves other fields unchanged, and publishes nothing', async () => {
    const id = await place({ ...notes, billingAddress: address, metadata: { kept: 1 } });
    const before = (await get(id)).body.data;
    test.advance(1000);
    const answer = await patch(id, {
      customerNote: 'Ring once',
      shippingAddress: address,
      status: 'delivered',
    });
    assert.equal(answer.status, 200);
    const { updatedAt, ...after } = answer.body.data;
    const { updatedAt: _, ...kept } = before;
    assert.deepEqual(after, { ...kept, customerNote: 'Ring once', shippingAddress: address, version: 2 });
    assert.ok(updatedAt > before.updatedAt);
    assert.equal((await get(id)).text, answer.text);
    assert.deepEqual(await eventsOf(id), []);
  });

  it('clears a field with null', async () => {
    const id = await place({ ...notes, ...addresses, metadata: { a: 1 } });
    const nothing = {
      customerNote: null,
      internalNote: null,
      shippingAddress: null,
      billingAddress: null,
      metadata: null,
    };
    const { body } = await patch(id, nothing);
    const { customerNote, internalNote, shippingAddress, billingAddress, metadata } = body.data;
    assert.deepEqual([customerNote, internalNote, shippingAddress, billingAddress], [null, null, null, null]);
    assert.deepEqual(metadata, {});
  });

  it('stores metadata as sent, including key order and spelling of numbers', async () => {
    const id = await place();
    const text = '{"b":1.50,"2":1,"1":{"__proto__":[1e2]}}';
    assert.ok((await patch(id, `{"metadata":${text}}`)).text.includes(text));
    assert.ok((await get(id)).text.includes(text));
  });

  it('makes no new version when nothing is different', async () => {
    const sent = { ...notes, ...addresses, metadata: { a: 1 } };
    const id = await place(sent);
    for (const body of [{}, sent]) assert.equal((await patch(id, body)).body.data.version, 1);
    assert.equal((await timeline(id)).body.data.length, 1);
  });

  it('reports every invalid field', async () => {
    const body = {
      customerNote: 'c'.repeat(5001),
      internalNote: 5,
      shippingAddress: { city: 'v'.repeat(501) },
      billingAddress: 'here',
      metadata: [],
    };
    const { status, body: answer } = await patch(await place(), body);
    assert.equal(status, 422);
    assert.deepEqual(answer.error.details.map(({ path }: { path: string }) => path).toSorted(), [
      'billingAddress',
      'customerNote',
      'internalNote',
      'metadata',
      'shippingAddress.city',
    ]);
  });

  it('is refused to viewers, read-only keys and other tenants', async () => {
    const id = await place();
    const as = (by: string) => test.call('PATCH', `/v1/crm/orders/${id}`, { token: by, body: notes });
    assert.equal((await as(await tenant.staff('viewer'))).status, 403);
    assert.equal((await as(await tenant.keyWith('read:crm'))).status, 403);
    assert.equal((await as((await newTenant(test)).key)).status, 404);
    assert.equal((await get(id)).body.data.version, 1);
  });

  it('changes nothing with ?dryRun=true', async () => {
    const id = await place();
    const tried = await patch(id, notes, {}, '?dryRun=true');
    assert.deepEqual([tried.body.data.customerNote, tried.body.data.version], ['Ring twice', 2]);
    assert.equal((await get(id)).body.data.version, 1);
  });
});

describe('with ETag and If-Match', () => {
  it('every answer with the order has its version as ETag', async () => {
    const id = await place();
    assert.equal((await get(id)).headers.etag, '"1"');
    assert.equal((await patch(id, notes)).headers.etag, '"2"');
    const step = await test.call('POST', `/v1/crm/orders/${id}/fulfill`, { token });
    assert.equal(step.headers.etag, '"3"');
  });

  it('any change with the current ETag succeeds', async () => {
    const id = await place();
    assert.equal((await patch(id, notes, { 'if-match': '"1"' })).status, 200);
    assert.equal((await patch(id, { customerNote: null }, { 'if-match': '*' })).status, 200);
    const headers = { 'if-match': '"3"' };
    assert.equal((await test.call('POST', `/v1/crm/orders/${id}/cancel`, { token, headers })).status, 200);
  });

  it('a change based on an older version gets 412 with the current version, and changes nothing', async () => {
    const id = await place();
    await done(id, 'fulfill');
    for (const body of [notes, {}]) {
      const answer = await patch(id, body, { 'if-match': '"1"' });
      assert.deepEqual([answer.status, answer.body.error.code], [412, 'precondition_failed']);
      assert.deepEqual([answer.headers.etag, answer.body.error.details], ['"2"', { version: 2 }]);
    }
    const headers = { 'if-match': '"1"' };
    const step = await test.call('POST', `/v1/crm/orders/${id}/cancel`, { token, headers });
    assert.equal(step.status, 412);
    assert.equal((await get(id)).body.data.version, 2);
  });

  it('of twenty concurrent saves of one version, one succeeds and the others get 412', async () => {
    const id = await place();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        patch(id, { customerNote: `Note ${index}` }, { 'if-match': '"1"' }),
      ),
    );
    const saved = answers.filter(({ status }) => status === 200);
    assert.equal(saved.length, 1);
    assert.ok(answers.every(({ status }) => status === 200 || status === 412));
    const { customerNote, version } = (await get(id)).body.data;
    assert.deepEqual([customerNote, version], [saved[0]!.body.data.customerNote, 2]);
  });

  it('an invalid ETag is refused', async () => {
    const id = await place();
    for (const header of ['1', 'W/"1"', '"x"', '"1", "2"', '']) {
      assert.equal((await patch(id, notes, { 'if-match': header })).status, 400);
    }
  });
});
