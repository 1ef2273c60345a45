import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { forgetOldAnswers } from '#kernel/work/chores.ts';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const order = {
  customerId,
  items: [{ sku: 'TEA', name: 'Green tea', unitPrice: 4.5 }],
  metadata: { 2: 1, 1: 1.5 },
};
const HOUR = 3_600_000;

const post = (key: string, body: unknown = order, token = tenant.key, url = '/v1/crm/orders') =>
  test.call('POST', url, { token, body, headers: { 'idempotency-key': key } });

async function count(table: string): Promise<number> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ count: number }>(`select count(*)::int as count from ${table}`),
  );
  return rows[0]!.count;
}

describe('Idempotency-Key', () => {
  it('replays the first answer, byte for byte, and writes nothing again', async () => {
    const first = await post('replay');
    const before = [await count('orders'), await count('events')];
    const second = await post('replay');
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.equal(second.text, first.text);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.deepEqual([await count('orders'), await count('events')], before);
  });

  it('refuses another body under the same key with 422', async () => {
    await post('reused');
    const before = await count('orders');
    assertFailure(await post('reused', { ...order, customerNote: 'x' }), 422, 'idempotency_key_reused');
    assert.equal(await count('orders'), before);
    assert.equal((await post('reused')).headers['idempotent-replayed'], 'true');
  });

  it('refuses another query under the same key with 422, independent of its order and spelling', async () => {
    const entry = (query: string) =>
      post('query', { from: '/a', to: '/b' }, tenant.key, `/v1/redirects${query}`);
    const file = (key: string, query: string, type = 'text/csv') =>
      test.call('POST', `/v1/redirects/import${query}`, {
        token: tenant.key,
        body: 'from,to\n/old,/new\n',
        headers: { 'content-type': type, 'idempotency-key': key },
      });
    assert.equal((await entry('')).status, 201);
    assert.equal((await entry('?dryRun=false')).headers['idempotent-replayed'], 'true');
    const admin = await tenant.staff('admin');
    const other = await test.call('POST', '/v1/properties', {
      token: admin,
      body: { name: 'Other', domains: [], defaultLocale: 'en' },
    });
    assert.equal(other.status, 201, other.text);
    const propertyId = other.body.data.id;
    const first = await file('property', `?existing=skip&propertyId=${propertyId}`);
    assert.deepEqual([first.status, first.body.data.created], [200, 1]);
    const again = await file('property', `?propertyId=${propertyId}&errorPolicy=reject_failed&existing=skip`);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    const others = ['', `?propertyId=${propertyId}`, `?propertyId=${propertyId}&existing=replace`];
    for (const query of others) assertFailure(await file('property', query), 422, 'idempotency_key_reused');
    const asLines = await file('property', `?existing=skip&propertyId=${propertyId}`, 'application/x-ndjson');
    assertFailure(asLines, 422, 'idempotency_key_reused');
    const elsewhere = await file('another', '?existing=skip');
    assert.deepEqual([elsewhere.body.data.created, elsewhere.headers['idempotent-replayed']], [1, undefined]);
  });

  it('belongs to one tenant, one actor, one method and one path', async () => {
    const other = await newTenant(test);
    const first = await post('scoped');
    const byOtherKey = await post('scoped', order, await tenant.keyWith('write:crm'));
    const byStaff = await post('scoped', order, await tenant.staff('editor'));
    const byOtherTenant = await post('scoped', { ...order, customerId: await other.customer() }, other.key);
    const elsewhere = await post('scoped', { name: 'Ada' }, tenant.key, '/v1/crm/customers');
    const answers = [first, byOtherKey, byStaff, byOtherTenant, elsewhere];
    for (const answer of answers) {
      assert.equal(answer.status, 201);
      assert.equal(answer.headers['idempotent-replayed'], undefined);
    }
    assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, answers.length);
    const patch = (name: string) =>
      test.call('PATCH', `/v1/crm/customers/${customerId}`, {
        token: tenant.key,
        body: { name },
        headers: { 'idempotency-key': 'scoped' },
      });
    await patch('One');
    assert.equal((await patch('Two')).body.data.name, 'Two');
  });

  it('makes fifty concurrent posts create one order', async () => {
    const before = [await count('orders'), await count('order_lines'), await count('events')];
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('fifty')));
    const made = answers.filter((answer) => answer.status === 201);
    for (const answer of answers) {
      if (answer.status !== 201) assertFailure(answer, 409, 'idempotency_in_progress');
    }
    assert.ok(made.length >= 1);
    assert.equal(new Set(made.map((answer) => answer.text)).size, 1);
    assert.equal(made.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1);
    const after = [await count('orders'), await count('order_lines'), await count('events')];
    assert.deepEqual(
      after,
      before.map((number) => number + 1),
    );
    const again = await post('fifty');
    assert.deepEqual([again.status, again.text], [201, made[0]!.text]);
  });

  it('answers 409 while the first request still runs', async () => {
    const held = await test.db.inTenant(tenant.id, async (tx) => {
      // Locks the tenant's counter, so that the first request cannot finish before the second is answered.
      await tx.query('select from order_counters for update');
      const first = post('busy');
      while ((await waitingFor(tx)) === 0);
      const second = await post('busy');
      assertFailure(second, 409, 'idempotency_in_progress');
      assert.equal(second.headers['retry-after'], '1');
      return { first };
    });
    assert.equal((await held.first).status, 201);
  });

  it('does not store failures: the same key may be used again', async () => {
    const unknown = { ...order, customerId: crypto.randomUUID() };
    assertFailure(await post('failed', { ...order, items: [] }), 422, 'validation_error');
    assertFailure(await post('failed', unknown), 404, 'not_found');
    await post('other', { ...order, orderNumber: 'A-1' });
    assertFailure(await post('failed', { ...order, orderNumber: 'A-1' }), 409, 'order_number_taken');
    const answer = await post('failed');
    assert.deepEqual([answer.status, answer.headers['idempotent-replayed']], [201, undefined]);
  });

  it('expires after 24 hours', async () => {
    const first = await post('day');
    test.advance(24 * HOUR - 1_000);
    assert.equal((await post('day')).body.data.id, first.body.data.id);
    test.advance(1_000);
    const next = await post('day', { ...order, customerNote: 'another day' });
    assert.deepEqual([next.status, next.headers['idempotent-replayed']], [201, undefined]);
    assert.notEqual(next.body.data.id, first.body.data.id);
    assert.equal((await post('day', { ...order, customerNote: 'another day' })).text, next.text);
    test.advance(25 * HOUR);
    await forgetOldAnswers(test.db, test.now());
    assert.equal(await count('idempotency_keys'), 0);
  });

  it('has 1 to 255 printable characters; anything else gets 400 before the body is validated', async () => {
    assert.equal((await post('k'.repeat(255))).status, 201);
    assert.equal((await post('a key, with "signs"!')).status, 201);
    for (const key of ['', 'k'.repeat(256), 'tab\there', 'é', '\u0001']) {
      assertFailure(await post(key, {}), 400, 'bad_request');
    }
  });

  it('sent with a revoked API key replays nothing', async () => {
    const token = await tenant.keyWith('write:crm');
    await post('revoked', order, token);
    const admin = await tenant.staff('admin');
    const { id } = (await test.call('GET', '/v1/me', { token })).body.data.actor;
    await test.call('DELETE', `/v1/api-keys/${id}`, { token: admin });
    assertFailure(await post('revoked', order, token), 401, 'unauthorized');
  });
});

/** Transactions of this database that wait for a lock. */
async function waitingFor(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and usename = current_user and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}
