import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp();
const tenant = await newTenant(test);
const admin = await tenant.staff('admin');
const viewer = await tenant.staff('viewer');

const wanted = { name: 'Shop', url: 'https://shop.example/hooks', events: ['redirect.added'] };
const create = (body: unknown = wanted, headers?: Record<string, string>) =>
  test.call('POST', PATH, { token: admin, body, headers });
const created = async (body: unknown = wanted) => (await create(body)).body.data;
const get = (id: string) => test.call('GET', `${PATH}/${id}`, { token: viewer });
const patch = (id: string, body: unknown) => test.call('PATCH', `${PATH}/${id}`, { token: admin, body });
const remove = (id: string) => test.call('DELETE', `${PATH}/${id}`, { token: admin });

describe('POST /v1/webhooks/subscriptions', () => {
  it('answers 201 with an active subscription and its full secret', async () => {
    const { status, body } = await create();
    assert.equal(status, 201);
    assert.equal(body.success, true);
    const { id, signingSecret, createdAt, updatedAt, ...rest } = body.data;
    assert.deepEqual(rest, {
      ...wanted,
      ...{ active: true, rateLimit: null, filter: null, headerNames: [], publicKey: null },
      ...{ ordered: false, coalesceSeconds: null },
      ...{ previousSecretUntil: null, olderSecretsUntil: [], failingSince: null, disabledAt: null },
    });
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.match(signingSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(createdAt, new Date(createdAt).toISOString());
    assert.equal(updatedAt, createdAt);
  });

  it('gives every subscription its own secret', async () => {
    const secrets = await Promise.all([1, 2, 3].map(async () => (await created()).signingSecret));
    assert.equal(new Set(secrets).size, 3);
  });

  it('shows the secret once: an Idempotency-Key replays the subscription with the preview', async () => {
    const headers = { 'idempotency-key': 'one subscription' };
    const first = await create(wanted, headers);
    const second = await create(wanted, headers);
    assert.equal(second.status, 201);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    const { signingSecret } = first.body.data;
    assert.deepEqual(second.body.data, { ...first.body.data, signingSecret: signingSecret.slice(0, 8) });
  });

  it('ignores unknown fields, including a tenant id', async () => {
    const other = await newTenant(test);
    const data = await created({
      ...wanted,
      tenant_id: other.id,
      active: false,
      id: 'x',
    });
    assert.equal(data.active, true);
    assert.equal((await get(data.id)).status, 200);
    const theirs = await test.call('GET', PATH, { token: await other.staff('owner') });
    assert.deepEqual(theirs.body.data, []);
  });
});

describe('GET /v1/webhooks/subscriptions', () => {
  it('lists newest first, page by page, with exactly eight characters of each secret', async () => {
    const own = await newTenant(test);
    const token = await own.staff('owner');
    const made = [];
    for (const name of ['first', 'second', 'third']) {
      test.advance(1);
      made.unshift((await test.call('POST', PATH, { token, body: { ...wanted, name } })).body.data);
    }
    const shown = made.map((one) => ({ ...one, signingSecret: one.signingSecret.slice(0, 8) }));
    const all = await test.call('GET', PATH, { token });
    assert.equal(all.status, 200);
    assert.deepEqual(all.body, {
      success: true,
      data: shown,
      pagination: { limit: 25, hasMore: false, nextCursor: null },
    });
    const one = await test.call('GET', `${PATH}?limit=2`, { token });
    const two = await test.call('GET', `${PATH}?limit=2&cursor=${one.body.pagination.nextCursor}`, { token });
    assert.deepEqual([...one.body.data, ...two.body.data], shown);
    assert.equal(two.body.pagination.hasMore, false);
  });

  it('returns one by id, with exactly eight characters of its secret', async () => {
    const { signingSecret, ...rest } = await created();
    const { status, body, text } = await get(rest.id);
    assert.equal(status, 200);
    assert.deepEqual(body, { success: true, data: { ...rest, signingSecret: signingSecret.slice(0, 8) } });
    assert.ok(!text.includes(signingSecret.slice(0, 9)));
  });
});

describe('PATCH /v1/webhooks/subscriptions/:id', () => {
  it('changes the given fields only, and answers with the preview', async () => {
    const { signingSecret, ...before } = await created();
    test.advance(5);
    const change = {
      name: 'Renamed',
      url: 'https://other.example/',
      events: ['media.uploaded', 'redirect.removed'],
    };
    const renamed = await patch(before.id, { name: change.name });
    assert.equal(renamed.status, 200);
    const { updatedAt } = renamed.body.data;
    assert.deepEqual(renamed.body, {
      success: true,
      data: { ...before, name: change.name, signingSecret: signingSecret.slice(0, 8), updatedAt },
    });
    assert.ok(updatedAt > before.updatedAt);
    const { body } = await patch(before.id, { ...change, active: false });
    assert.deepEqual(body.data, {
      ...renamed.body.data,
      ...change,
      active: false,
      updatedAt: body.data.updatedAt,
    });
    assert.deepEqual((await get(before.id)).body, body);
    assert.equal((await patch(before.id, { active: true })).body.data.active, true);
  });

  it('with the same values changes nothing', async () => {
    const { id } = await created();
    const before = (await get(id)).body;
    test.advance(5);
    for (const nothing of [{}, { ...wanted }, { active: true }, { unknown: 1, signingSecret: 'mine' }]) {
      const answer = await patch(id, nothing);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.body, before);
    }
  });

  it('answers the same 404 to a deleted subscription as to one that never existed', async () => {
    const { id } = await created();
    await remove(id);
    const gone = await patch(id, { active: false });
    const never = await patch('01920000-0000-7000-8000-000000000000', { active: false });
    assert.equal(gone.status, 404);
    assert.equal(gone.body.error.code, 'not_found');
    assert.equal(gone.body.error.message, never.body.error.message);
  });

  it("answers 404 to another tenant's subscription", async () => {
    const { id } = await created();
    const token = await (await newTenant(test)).staff('owner');
    for (const [method, body] of [['GET'], ['PATCH', { active: false }], ['DELETE']] as const) {
      assert.equal((await test.call(method, `${PATH}/${id}`, { token, body })).status, 404);
    }
    assert.equal((await get(id)).body.data.active, true);
  });
});

describe('DELETE /v1/webhooks/subscriptions/:id', () => {
  it('deletes the subscription permanently', async () => {
    const { id } = await created();
    const { status, body } = await remove(id);
    assert.equal(status, 200);
    assert.deepEqual(body, { success: true, data: { id, deleted: true } });
    assert.equal((await get(id)).status, 404);
    assert.equal((await remove(id)).status, 404);
    const { data } = (await test.call('GET', `${PATH}?limit=100`, { token: viewer })).body;
    assert.ok(!data.some((one: { id: string }) => one.id === id));
  });
});
