import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

const test = await useApp({ RATE_LIMIT_PER_MINUTE: '6', AUTH_FAILURES_PER_MINUTE: '4' });
const tenant = await newTenant(test);
const newKey = () => tenant.keyWith('read:crm');
const me = (token: string) => test.call('GET', '/v1/me', { token });

async function spend(token: string): Promise<void> {
  for (let request = 0; request < 6; request++) assert.equal((await me(token)).status, 200);
}

describe('rate limits', () => {
  it('are reported in headers, counting down', async () => {
    const key = await newKey();
    const first = await me(key);
    assert.equal(first.headers['ratelimit-policy'], '"default";q=6;w=60');
    assert.match(String(first.headers.ratelimit), /^"default";r=5;t=\d+$/);
    assert.match(String((await me(key)).headers.ratelimit), /;r=4;/);
  });

  it('answer 429 with Retry-After once they are used up', async () => {
    const key = await newKey();
    await spend(key);
    const refused = await me(key);
    assertFailure(refused, 429, 'rate_limited');
    assert.match(String(refused.headers['retry-after']), /^(9|10)$/);
    assert.match(String(refused.headers.ratelimit), /;r=0;t=(9|10)$/);
    assert.equal(refused.headers['ratelimit-policy'], '"default";q=6;w=60');
  });

  it('let a caller through again after Retry-After, not before', async () => {
    const key = await newKey();
    await spend(key);
    test.advance(5_000);
    const refused = await me(key);
    assertFailure(refused, 429, 'rate_limited');
    test.advance(Number(refused.headers['retry-after']) * 1_000);
    assert.equal((await me(key)).status, 200);
    assertFailure(await me(key), 429, 'rate_limited');
    test.advance(3_600_000);
    await spend(key);
    assertFailure(await me(key), 429, 'rate_limited');
  });

  it('of one key do not affect another key of the same tenant', async () => {
    const [busy, calm] = [await newKey(), await newKey()];
    await spend(busy);
    assertFailure(await me(busy), 429, 'rate_limited');
    assert.equal((await me(calm)).status, 200);
  });

  it('count requests that are refused with 403 too, and store nothing once used up', async () => {
    const key = await newKey();
    const place = () => test.call('POST', '/v1/crm/customers', { token: key, body: { name: 'x' } });
    for (let request = 0; request < 6; request++) assertFailure(await place(), 403, 'forbidden');
    assertFailure(await place(), 429, 'rate_limited');
  });

  it('do not apply to health checks', async () => {
    for (let request = 0; request < 10; request++)
      assert.equal((await test.call('GET', '/healthz')).status, 200);
  });
});

describe('failed authentication', () => {
  const from = (address: string, token: string) =>
    test.app.inject({ url: '/v1/me', remoteAddress: address, headers: { authorization: `Bearer ${token}` } });

  it('is limited per address', async () => {
    for (let guess = 0; guess < 4; guess++) assert.equal((await from('192.0.2.1', 'x')).statusCode, 401);
    const refused = await from('192.0.2.1', 'x');
    assert.equal(refused.statusCode, 429);
    assert.equal(refused.json().error.code, 'rate_limited');
    assert.match(String(refused.headers['retry-after']), /^1[45]$/);
    assert.equal((await from('192.0.2.2', 'x')).statusCode, 401);
  });

  it('does not lock out a valid key at the same address', async () => {
    const key = await newKey();
    for (let guess = 0; guess < 10; guess++) await from('192.0.2.3', `${key.slice(0, -1)}${guess}`);
    assert.equal((await from('192.0.2.3', `${key}x`)).statusCode, 429);
    assert.equal((await from('192.0.2.3', key)).statusCode, 200);
  });

  it('does not count requests without a token', async () => {
    for (let request = 0; request < 10; request++) {
      const answer = await test.app.inject({ url: '/v1/me', remoteAddress: '192.0.2.4' });
      assert.equal(answer.statusCode, 401);
    }
  });
});
