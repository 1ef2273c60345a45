import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const idOf = async (given: string, url = '/v1/me') => {
  const answer = await test.call('GET', url, { token: tenant.key, headers: { 'x-request-id': given } });
  return String(answer.headers['x-request-id']);
};

describe('X-Request-Id', () => {
  it('is returned as it was sent', async () => {
    for (const given of [
      '7f3a',
      'Root=1-67891233-abcdef012345678912345678',
      'a/b+c=@d:e~f.g_h',
      'x'.repeat(128),
    ]) {
      assert.equal(await idOf(given), given);
    }
  });

  it('is generated when none was sent, a different one for each request', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await test.call('GET', '/healthz')).headers['x-request-id']),
    );
    for (const id of ids) assert.match(String(id), UUID);
    assert.notEqual(ids[0], ids[1]);
  });

  it('is in every error, beside its header', async () => {
    const headers = { 'x-request-id': 'mine-1' };
    const failures = await Promise.all([
      test.call('GET', '/nothing', { headers }),
      test.call('PUT', '/v1/me', { headers }),
      test.call('GET', '/v1/%zz', { headers }),
      test.call('GET', '/v1/me', { headers }),
      test.call('POST', '/v1/crm/orders', { headers, token: tenant.key, body: {} }),
      test.call('POST', '/v1/crm/orders', { headers, token: tenant.key, body: '{' }),
    ]);
    assert.deepEqual(
      failures.map(({ body }) => body.error.requestId),
      Array(failures.length).fill('mine-1'),
    );
    for (const failure of failures) assertFailure(failure, failure.status, failure.body.error.code);
  });

  it('is replaced when it contains hostile characters', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '"},{"',
      'a b',
      "';drop table orders;--",
      'x'.repeat(129),
      '',
    ];
    hostile.push('\u001b[31m', 'é', 'a\tb', '%0d%0aset-cookie', '\\u0000');
    for (const given of hostile) assert.match(await idOf(given), UUID, given);
  });
});
