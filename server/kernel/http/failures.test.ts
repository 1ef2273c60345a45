import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const call = (method: string, url: string, options: Parameters<typeof test.call>[2] = {}) =>
  test.call(method, url, { token: tenant.key, ...options });

describe('the server', () => {
  it('answers an unknown path with 404, also without a token and with any body', async () => {
    assertFailure(await test.call('GET', '/v1/nothing-here'), 404, 'not_found');
    assertFailure(await call('GET', '/'.repeat(300)), 404, 'not_found');
    const text = { body: 'x', headers: { 'content-type': 'text/plain' } };
    assertFailure(await call('POST', '/v1/nothing-here', text), 404, 'not_found');
    assertFailure(await call('POST', '/v1/nothing-here', { body: '{' }), 404, 'not_found');
    for (const method of ['QUERY', 'PROPFIND', 'TRACE', 'OPTIONS']) {
      assertFailure(await call(method, '/v1/nothing-here'), 404, 'not_found');
    }
  });

  it('answers a wrong method with 405 and the allowed ones in Allow', async () => {
    const wrong = await test.call('DELETE', '/v1/auth/sign-out');
    assertFailure(wrong, 405, 'method_not_allowed');
    assert.equal(wrong.headers.allow, 'POST');
    const several = await test.call('PUT', '/v1/crm/customers');
    assertFailure(several, 405, 'method_not_allowed');
    assert.deepEqual(String(several.headers.allow).split(', ').toSorted(), ['GET', 'HEAD', 'POST']);
  });

  it('answers every method of HTTP that a path does not have with 405', async () => {
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND', 'M-SEARCH']) {
      assertFailure(await test.call(method, '/v1/crm/orders'), 405, 'method_not_allowed');
    }
    assert.equal((await test.call('HEAD', '/v1/auth/sign-out')).status, 405);
  });

  it('answers a wrong method with 405 before it parses the body', async () => {
    const text = { body: 'x', headers: { 'content-type': 'text/plain' } };
    assertFailure(await call('PUT', '/v1/crm/orders', text), 405, 'method_not_allowed');
    assertFailure(await call('PUT', '/v1/crm/orders', { body: '{' }), 405, 'method_not_allowed');
  });

  it('answers a path that cannot be decoded with 400', async () => {
    const answer = await call('GET', '/v1/crm/orders/%zz');
    assertFailure(answer, 400, 'bad_request');
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
    assertFailure(await call('GET', '/v1/crm/orders/%C3%28'), 400, 'bad_request');
  });

  it('answers an endless path segment with 414', async () => {
    assertFailure(await call('GET', `/v1/crm/orders/${'a'.repeat(501)}`), 414, 'uri_too_long');
  });

  it('answers HEAD as GET, without the body', async () => {
    const head = await call('HEAD', '/v1/crm/customers');
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal((await test.call('HEAD', '/v1/crm/customers')).status, 401);
  });
});

describe('a body that cannot be read', () => {
  const customer = (body: unknown, headers: Record<string, string> = {}) =>
    call('POST', '/v1/crm/customers', { body, headers });

  it('is refused with 415 when its type is missing or not JSON', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    types.push(
      'application/jsonp',
      'application/vnd.api+json',
      'application/json, text/plain',
      'json',
      '*/*',
    );
    for (const type of types) {
      assertFailure(
        await customer('{"name":"Ada"}', { 'content-type': type }),
        415,
        'unsupported_media_type',
      );
    }
    const headers = { authorization: `Bearer ${tenant.key}` };
    const untyped = await test.app.inject({
      method: 'POST',
      url: '/v1/crm/customers',
      headers,
      payload: Buffer.from('{"name":"Ada"}'),
    });
    assert.equal(untyped.statusCode, 415);
  });

  it('is refused with 415 in any charset but UTF-8, and when it is compressed', async () => {
    for (const charset of ['utf-16', 'iso-8859-1', '"latin1"', 'utf-7']) {
      const type = `application/json; charset=${charset}`;
      assertFailure(
        await customer('{"name":"Ada"}', { 'content-type': type }),
        415,
        'unsupported_media_type',
      );
    }
    const zipped = await customer('{"name":"Ada"}', { 'content-encoding': 'gzip' });
    assertFailure(zipped, 415, 'unsupported_media_type');
  });

  it('is accepted in every spelling of the type JSON in UTF-8', async () => {
    for (const type of [
      'Application/JSON',
      'application/json;charset=UTF-8',
      'application/json; charset="utf8"',
    ]) {
      assert.equal((await customer('{"name":"Ada"}', { 'content-type': type })).status, 201, type);
    }
    assert.equal((await customer('{"name":"Ada"}', { 'content-encoding': 'Identity' })).status, 201);
  });

  it('is refused with 400 when it is not JSON; the answer does not quote it', async () => {
    const texts = [
      '{',
      '{"name":"Ada"',
      "{'name':1}",
      '{"name":"Ada",}',
      'NaN',
      '{"a":01}',
      '{"name":"A"} x',
    ];
    texts.push('{"name":"\n"}', '{"name":+1}', '// comment\n{}', '\u0000', 'undefined', '{"s3cret":tru}');
    for (const text of texts) {
      const answer = await customer(text);
      assertFailure(answer, 400, 'bad_request');
      assert.doesNotMatch(answer.text, /s3cret/);
    }
  });

  it('is refused with 413 beyond 1 MiB and accepted up to it', async () => {
    const bytes = (size: number) => `{"name":"Ada"${' '.repeat(size - 14)}}`;
    assert.equal((await customer(bytes(1024 * 1024))).status, 201);
    assertFailure(await customer(bytes(1024 * 1024 + 1)), 413, 'payload_too_large');
  });
});
