import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';
import { readAnswer, send } from './testing/wire.ts';

const test = await useApp();
const tenant = await newTenant(test);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = test.app.server.address() as AddressInfo;

const KEY = `authorization: Bearer ${tenant.key}\r\n`;
const JSON_TYPE = 'content-type: application/json\r\n';
const get = (path: string, headers = '') =>
  send(port, `GET ${path} HTTP/1.1\r\nhost: colonnade\r\n${headers}\r\n`);
const post = (headers: string, body: string | Buffer) =>
  send(port, `POST /v1/crm/customers HTTP/1.1\r\nhost: colonnade\r\n${headers}\r\n`, body);

describe('bytes that are not HTTP', () => {
  it('get 400 in the envelope and a closed connection', async () => {
    const requests = ['\x16\x03\x01\x02\x00\x01\r\n\r\n', 'hello\r\n\r\n'];
    requests.push('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'EAT /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
    requests.push(
      'GET /heal\0thz HTTP/1.1\r\nhost: a\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nbad header\r\n\r\n',
    );
    requests.push('GET /healthz HTTP/1.1\r\nx: a\0b\r\n\r\n', 'GET /h\xc3\xa9 HTTP/1.1\r\nhost: a\r\n\r\n');
    requests.push('CONNECT colonnade:443 HTTP/1.1\r\nhost: a\r\n\r\n');
    for (const request of requests) {
      const answer = await send(port, Buffer.from(request, 'latin1'));
      assertFailure(answer, 400, 'bad_request');
      assert.equal(answer.headers.connection, 'close');
    }
  });

  it('get 400 when the length of the body can be read in two ways', async () => {
    const two = await post(
      `${KEY}${JSON_TYPE}content-length: 14\r\ncontent-length: 15\r\n`,
      '{"name":"Ada"} ',
    );
    assertFailure(two, 400, 'bad_request');
    const both = `${KEY}${JSON_TYPE}content-length: 14\r\ntransfer-encoding: chunked\r\n`;
    assertFailure(await post(both, 'e\r\n{"name":"Ada"}\r\n0\r\n\r\n'), 400, 'bad_request');
    const odd = await post(
      `${KEY}${JSON_TYPE}transfer-encoding: chunked\r\n`,
      'xyz\r\n{"name":"Ada"}\r\n0\r\n\r\n',
    );
    assertFailure(odd, 400, 'bad_request');
  });

  it('get 431 when the headers are endless', async () => {
    assertFailure(await get('/healthz', `x: ${'a'.repeat(17_000)}\r\n`), 431, 'headers_too_large');
    assertFailure(await get(`/${'a'.repeat(17_000)}`), 431, 'headers_too_large');
  });
});

describe('a request whose headers can be read in two ways', () => {
  it('gets 400 without a Host, or with two', async () => {
    assertFailure(await send(port, 'GET /healthz HTTP/1.1\r\n\r\n'), 400, 'bad_request');
    assertFailure(await get('/healthz', 'host: elsewhere\r\n'), 400, 'bad_request');
    assert.equal((await send(port, 'GET /healthz HTTP/1.0\r\n\r\n')).status, 200);
  });

  it('gets 401 with two Authorization headers, even when both are valid', async () => {
    assert.equal((await get('/v1/me', KEY)).status, 200);
    assertFailure(await get('/v1/me', KEY + KEY), 401, 'unauthorized');
  });

  it('gets 400 with two content types or two idempotency keys', async () => {
    const types = `${KEY}${JSON_TYPE}Content-Type: text/plain\r\ncontent-length: 14\r\n`;
    assertFailure(await post(types, '{"name":"Ada"}'), 400, 'bad_request');
    const keys = `${KEY}${JSON_TYPE}idempotency-key: a\r\nIdempotency-Key: b\r\ncontent-length: 14\r\n`;
    assertFailure(await post(keys, '{"name":"Ada"}'), 400, 'bad_request');
  });
});

describe('an answer that Node would send by itself', () => {
  it('is the usual answer for an unknown expectation', async () => {
    const expecting = await post(`${KEY}${JSON_TYPE}expect: tea\r\ncontent-length: 14\r\n`, '{"name":"Ada"}');
    assert.equal(expecting.status, 201);
  });

  it('has no body for HEAD', async () => {
    const head = await send(port, `HEAD /v1/auth/sign-out HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    assert.deepEqual([head.status, head.body], [405, undefined]);
  });
});

describe('bodies on the wire', () => {
  it('are refused with 413 beyond 1 MiB, whether the length is announced or not', async () => {
    const told = await post(`${KEY}${JSON_TYPE}content-length: 2000000\r\n`, '{');
    assertFailure(told, 413, 'payload_too_large');
    const size = 0x180000;
    const chunk = Buffer.concat([Buffer.from('180000\r\n'), Buffer.alloc(size, ' ')]);
    const untold = await post(`${KEY}${JSON_TYPE}transfer-encoding: chunked\r\n`, chunk);
    assertFailure(untold, 413, 'payload_too_large');
  });

  it('are not awaited when the caller lacks the permission', async () => {
    const anonymous = await post(`${JSON_TYPE}content-length: 1000\r\n`, '');
    assertFailure(anonymous, 401, 'unauthorized');
  });

  it('that are cut short store nothing, and the server continues', async () => {
    const name = `cut-${crypto.randomUUID()}`;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /v1/crm/customers HTTP/1.1\r\nhost: a\r\n${KEY}${JSON_TYPE}content-length: 100\r\n\r\n{"name":"${name}"}`,
    );
    socket.end();
    await new Promise((resolve) => socket.on('close', resolve).resume());
    const list = await test.call('GET', '/v1/crm/customers?limit=100', { token: tenant.key });
    assert.equal(list.text.includes(name), false);
    assert.equal((await get('/healthz')).status, 200);
  });
});

describe('slow clients', () => {
  const patience = { headers: test.app.server.headersTimeout, request: test.app.server.requestTimeout };

  it('have 15 seconds for the headers and 30 for the whole request', () => {
    assert.deepEqual(patience, { headers: 15_000, request: 30_000 });
  });

  it('get 408 when the headers or the body do not arrive', { timeout: 60_000 }, async () => {
    // A moved clock has no effect here: Node watches the sockets.
    Object.assign(test.app.server, { headersTimeout: 200, requestTimeout: 300 });
    try {
      const started = Date.now();
      const slowHeaders = connect(port, '127.0.0.1');
      slowHeaders.write('GET /healthz HTTP/1.1\r\nhost: a\r\nx: ');
      const slowBody = connect(port, '127.0.0.1');
      const head = `POST /v1/crm/customers HTTP/1.1\r\nhost: a\r\n${KEY}${JSON_TYPE}content-length: 100\r\n\r\n`;
      slowBody.write(head);
      const dripping = setInterval(() => slowBody.write(' '), 50);
      const answers = await Promise.all([readAnswer(slowHeaders), readAnswer(slowBody)]);
      clearInterval(dripping);
      for (const answer of answers) assertFailure(answer, 408, 'request_timeout');
      assert.ok(Date.now() - started < 8_000, 'late answers are looked for every second');
    } finally {
      Object.assign(test.app.server, { headersTimeout: patience.headers, requestTimeout: patience.request });
    }
  });
});
