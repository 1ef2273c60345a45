/** Calls over a bad network: what is repeated, with which key, how long it waits, and what is never repeated. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../server/testing.ts';
import { ApiError, ConnectionError, createClient, isCode } from './client.ts';
import { retryAfterOf, waitFor } from './retrying.ts';
import { useTrouble } from './testing/trouble.ts';

const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const trouble = await useTrouble(`http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`);
const SETTINGS = { baseUrl: trouble.url, token: tenant.key, retryDelay: 1 };
const client = createClient(SETTINGS);
const { data: customer } = await client.createCustomer({ body: { name: 'Ada' } });
const order = { customerId: customer.id, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4 }] };
const countOrders = async () => (await client.countOrders()).data.count;
const keys = () => trouble.seen.map(({ headers }) => headers['idempotency-key']);
const BUSY = { status: 503, headers: { 'retry-after': '0' } };

/** An address where nobody listens. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

describe('a call over a bad network', () => {
  it('places one order although its answer is lost twice, with one key for all tries', async () => {
    const before = await countOrders();
    trouble.next('lose', 'lose');
    const { answer, isReplayed, attempts } = await client.withResponse.createOrder({ body: order });
    assert.deepEqual([answer.data.total, isReplayed, attempts], [4, true, 3]);
    const [key, ...others] = keys();
    assert.match(String(key), /^[0-9a-f]{32}$/);
    assert.deepEqual(others, [key, key]);
    assert.equal(await countOrders(), before + 1);
  });

  it('has another key for each call, and keeps the one that the caller gives', async () => {
    trouble.next();
    await client.createOrder({ body: order });
    await client.createOrder({ body: order });
    await client.createOrder({ body: order, idempotencyKey: 'mine' });
    const [one, other, mine] = keys();
    assert.notEqual(one, other);
    assert.equal(mine, 'mine');
  });

  it('reads again after 502, 503, 504, 429 and a lost connection', async () => {
    for (const step of [{ status: 502 }, BUSY, { status: 504 }, { ...BUSY, status: 429 }, 'drop'] as const) {
      trouble.next(step);
      assert.equal((await client.getCustomer({ path: { id: customer.id } })).data.name, 'Ada');
      assert.equal(trouble.seen.length, 2);
    }
  });

  it('ends after maxRetries, of the client or of the call, with the last error', async () => {
    trouble.next(BUSY, BUSY, BUSY, BUSY);
    await assert.rejects(client.getMe(), { status: 503, attempts: 3, retryAfter: 0, code: 'unreadable' });
    trouble.next(BUSY, BUSY);
    await assert.rejects(client.getMe({ maxRetries: 1 }), { attempts: 2 });
    trouble.next('drop');
    await assert.rejects(createClient({ ...SETTINGS, maxRetries: 0 }).getMe(), { attempts: 1 });
    assert.equal(trouble.seen.length, 1);
  });

  it('repeats PUT and DELETE, but neither with If-Match, nor PATCH: their first try may have worked', async () => {
    const { data } = await client.createCustomer({ body: { name: 'Grace' } });
    const path = { id: data.id };
    trouble.next('lose', 'pass');
    await assert.rejects(client.updateCustomer({ path, body: { name: 'G' } }), ConnectionError);
    assert.equal(trouble.seen.length, 1);
    // The service reads the key of a POST alone.
    trouble.next('lose', 'pass');
    const keyed = { path, body: { name: 'G' }, idempotencyKey: 'mine' };
    await assert.rejects(client.updateCustomer(keyed), ConnectionError);
    assert.equal(trouble.seen.length, 1);
    const { data: redirect } = await client.createRedirect({ body: { from: '/a', to: '/b' } });
    const remove = { path: { id: redirect.id } };
    trouble.next({ status: 502 });
    await assert.rejects(client.deleteRedirect({ ...remove, ifMatch: redirect.version }), { status: 502 });
    trouble.next('lose');
    // The first try has deleted it.
    await assert.rejects(client.deleteRedirect(remove), { status: 404, attempts: 2 });
  });

  it('repeats any call after 429, which is answered before anything is done', async () => {
    trouble.next({ ...BUSY, status: 429 });
    const { data } = await client.updateCustomer({ path: { id: customer.id }, body: { name: 'Ada L' } });
    assert.equal(data.name, 'Ada L');
    await client.updateCustomer({ path: { id: customer.id }, body: { name: 'Ada' } });
  });

  it('makes no key where none is taken, and repeats no such POST', async () => {
    trouble.next('drop');
    const body = { email: 'a@b.example', password: 'x' };
    await assert.rejects(client.signIn({ body }), ConnectionError);
    assert.deepEqual(keys(), [undefined]);
  });

  it('waits for a former try of the same key that is still running', async () => {
    const error = { code: 'idempotency_in_progress', message: 'Running.' };
    trouble.next({ status: 409, headers: { 'retry-after': '0' }, body: { success: false, error } });
    assert.equal((await client.createOrder({ body: order })).data.status, 'placed');
    assert.equal(trouble.seen.length, 2);
  });

  it('repeats no refusal', async () => {
    trouble.next();
    await assert.rejects(client.createOrder({ body: { ...order, items: [] } }), { status: 422, attempts: 1 });
    assert.equal(trouble.seen.length, 1);
  });
});

describe('the time of a call', () => {
  it('ends a try that gets no answer, and counts it as a lost connection', async () => {
    trouble.next('hang');
    assert.ok((await client.getMe({ timeout: 100 })).success);
    trouble.next('hang');
    await assert.rejects(client.getMe({ timeout: 50, maxRetries: 0 }), (error) => {
      assert.ok(error instanceof ConnectionError && error.isTimeout);
      assert.match(
        error.message,
        /^No answer to GET \/v1\/me from http:\/\/127.0.0.1:\d+: the time is over\.$/,
      );
      return true;
    });
  });

  it('honours Retry-After, and gives up at once if it is longer than the caller waits', async () => {
    trouble.next({ status: 429, headers: { 'retry-after': '1' } });
    await client.getMe();
    const [first, second] = trouble.seen;
    assert.ok(second!.at - first!.at >= 990, `${second!.at - first!.at} ms`);
    trouble.next({ status: 503, headers: { 'retry-after': '31' } });
    await assert.rejects(client.getMe(), { retryAfter: 31, attempts: 1 });
  });

  it('ends with the signal, during a try and between two', async () => {
    trouble.next('hang');
    await assert.rejects(client.getMe({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
    trouble.next({ status: 503, headers: { 'retry-after': '20' } });
    const ending = new AbortController();
    const before = trouble.seen.length;
    const call = client.getMe({ signal: ending.signal });
    const isTried = setInterval(() => trouble.seen.length > before && ending.abort(new Error('enough')), 50);
    await assert.rejects(call, { message: 'enough' }).finally(() => clearInterval(isTried));
    assert.equal(trouble.seen.length, 1);
    await assert.rejects(client.getMe({ signal: AbortSignal.abort() }), { name: 'AbortError' });
    assert.equal(trouble.seen.length, 1);
  });

  it('doubles, with half of it left to chance, up to a limit', () => {
    const settings = { retryDelay: 100, maxRetryWait: 300 };
    for (const [retries, longest] of [
      [0, 100],
      [1, 200],
      [2, 300],
      [9, 300],
    ] as const) {
      const waits = Array.from({ length: 50 }, () => waitFor(null, retries, settings)!);
      assert.ok(waits.every((ms) => ms >= longest / 2 && ms <= longest));
      assert.ok(new Set(waits).size > 1);
    }
  });

  it('is read from a number of seconds or a date', () => {
    const now = Date.parse('2026-11-18T08:00:00Z');
    assert.equal(retryAfterOf('3', now), 3);
    assert.equal(retryAfterOf('Wed, 18 Nov 2026 08:00:07 GMT', now), 7);
    assert.equal(retryAfterOf('Wed, 18 Nov 2026 07:00:00 GMT', now), 0);
    for (const nothing of [null, '', 'soon']) assert.equal(retryAfterOf(nothing, now), null);
  });
});

describe('an error', () => {
  it('has status, code, request id, details and attempts, and is told apart by its code', async () => {
    trouble.next();
    const error = await client.createOrder({ body: { ...order, items: [] } }).catch((each) => each);
    assert.ok(isCode(error, 'validation_error') && !isCode(error, 'invalid_transition', 'not_found'));
    assert.ok(error.requestId !== null && Array.isArray(error.details));
    const { data } = await client.createOrder({ body: order });
    const path = { id: data.id };
    await client.cancelOrder({ path });
    const late = await client.fulfillOrder({ path }).catch((each) => each);
    assert.ok(isCode(late, 'invalid_transition') && late.status === 409);
  });

  it('of an answer without our envelope has the status and the id of the request', async () => {
    trouble.next({ status: 500, headers: { 'x-request-id': 'abc' } });
    await assert.rejects(client.getMe(), { code: 'unreadable', status: 500, requestId: 'abc' });
  });

  it('never contains the token, which also no print of the client shows', async () => {
    const { inspect } = await import('node:util');
    const [wrong, secret] = [`${tenant.key}\n`, tenant.key.split('_')[3]!];
    const errors = await Promise.all([
      createClient({ ...SETTINGS, token: wrong })
        .getMe()
        .catch((error) => error),
      createClient({ ...SETTINGS, baseUrl: await closedPort(), maxRetries: 0 })
        .getMe()
        .catch((e) => e),
      createClient({ ...SETTINGS, token: `${tenant.key}x` })
        .getMe()
        .catch((error) => error),
    ]);
    assert.match(errors[0].message, /line break/);
    assert.match(errors[1].message, /ECONNREFUSED/);
    assert.ok(errors[2] instanceof ApiError && errors[2].status === 401);
    for (const each of [...errors, client]) {
      assert.ok(!inspect(each, { depth: 9, showHidden: true }).includes(secret));
    }
  });
});
