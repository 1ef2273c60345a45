import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { startProxy } from '#kernel/testing/proxy.ts';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

/** The product waits longer for a silent database; the length of that wait is not tested here. */
const SILENCE_MS = 400;

const proxy = await startProxy();
const test = await useApp({}, (database) => proxy.inFrontOf(database, { query_timeout: String(SILENCE_MS) }));
after(() => proxy.close());
afterEach(async () => {
  proxy.heal();
  await comesBack();
});
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const order = { customerId, items: [{ sku: 'TEA', name: 'Green tea' }] };

const me = () => test.call('GET', '/v1/me', { token: tenant.key });
const place = (key?: string) =>
  test.call('POST', '/v1/crm/orders', {
    token: tenant.key,
    body: order,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

async function orders(): Promise<number> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ count: number }>('select count(*)::int as count from orders'),
  );
  return rows[0]!.count;
}

/** Connections that broke while idle are noticed a moment later; a client gets at most a few more 503. */
async function comesBack(): Promise<void> {
  const deadline = Date.now() + 15_000;
  const all = [() => place(), () => test.call('GET', '/v1/crm/customers', { token: tenant.key })];
  for (const each of all) {
    while ((await each()).status >= 500) assert.ok(Date.now() < deadline, 'must work again by itself');
  }
}

describe('while the database is away', () => {
  it('every request gets a quick 503 in the envelope, and afterwards everything works again', async () => {
    await place();
    proxy.cut();
    const started = Date.now();
    const requests = Array.from({ length: 30 }, (_, index) => (index % 2 ? me() : place()));
    for (const answer of await Promise.all(requests)) {
      assertFailure(answer, 503, 'unavailable');
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.ok(Date.now() - started < 4_000, 'quickly');
    proxy.heal();
    await comesBack();
  });

  it('the process is alive but not ready, and metrics can still be read', async () => {
    proxy.cut();
    assert.equal((await test.call('GET', '/healthz')).status, 200);
    assertFailure(await test.call('GET', '/readyz'), 503, 'unavailable');
    assert.equal((await test.call('GET', '/metrics')).status, 200);
    proxy.heal();
    assert.equal((await test.call('GET', '/readyz')).status, 200);
  });

  it('background work continues by itself when the database is back', { timeout: 60_000 }, async () => {
    const work = test.startWork();
    const pending = async () => {
      const { rows } = await test.db.acrossTenants((tx) =>
        tx.query<{ count: number }>(`select count(*)::int as count from event_queue`),
      );
      return rows[0]!.count;
    };
    try {
      proxy.cut();
      assertFailure(await place(), 503, 'unavailable');
      proxy.heal();
      await comesBack();
      while ((await pending()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      await work.stop();
    }
  });

  it('a request without a token still gets its 401, and an unknown path its 404', async () => {
    proxy.cut();
    assertFailure(await test.call('GET', '/v1/me'), 401, 'unauthorized');
    assertFailure(await test.call('GET', '/nothing'), 404, 'not_found');
  });
});

describe('when the database goes silent', () => {
  it('waiting requests get a 503, and the connections are not used again', async () => {
    // Each of them now has a connection already, which then goes silent.
    await Promise.all([place(), place(), test.call('GET', '/readyz')]);
    const before = await orders();
    proxy.blackhole();
    const started = Date.now();
    for (const answer of await Promise.all([me(), place(), test.call('GET', '/readyz')])) {
      assertFailure(answer, 503, 'unavailable');
    }
    assert.ok(Date.now() - started < 10 * SILENCE_MS);
    proxy.heal();
    await comesBack();
    assert.equal(await orders(), before + 1);
  });
});

describe('when the connection dies after COMMIT was sent', () => {
  it('the order is not placed again, and the client gets an error that says the outcome is unknown', async () => {
    const before = await orders();
    proxy.cutAfter('commit\0');
    const lost = await place('lost');
    assertFailure(lost, 503, 'unavailable');
    assert.match(lost.body.error.message, /outcome of this request is unknown/);
    assert.equal(await orders(), before + 1);
  });

  it('an order without an Idempotency-Key, placed in a batch, gets the same error', async () => {
    const before = await orders();
    proxy.cutAfter('commit\0');
    const lost = await place();
    assertFailure(lost, 503, 'unavailable');
    assert.match(lost.body.error.message, /outcome of this request is unknown/);
    assert.ok((await orders()) - before <= 1);
  });

  it('the same Idempotency-Key then returns the lost answer', async () => {
    const before = await orders();
    proxy.cutAfter('commit\0');
    assertFailure(await place('found'), 503, 'unavailable');
    const found = await place('found');
    assert.deepEqual([found.status, found.headers['idempotent-replayed']], [201, 'true']);
    assert.equal(await orders(), before + 1);
  });

  it('a write whose statement was cut off is not stored, and its key is free', async () => {
    const addCustomer = () =>
      test.call('POST', '/v1/crm/customers', {
        token: tenant.key,
        body: { name: 'Ada', emails: ['ada@example.com'] },
        headers: { 'idempotency-key': 'early' },
      });
    proxy.cutAfter('select pg_try_advisory_xact_lock');
    assertFailure(await addCustomer(), 503, 'unavailable');
    // If it were stored, the address would be taken.
    const added = await addCustomer();
    assert.deepEqual([added.status, added.headers['idempotent-replayed']], [201, undefined]);
  });
});
