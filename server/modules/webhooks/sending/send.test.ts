import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVELOPMENT, httpReceiver, rawReceiver, sender } from '../testing/receivers.ts';
import { checkUrl } from './address.ts';

for (const [status, outcome, failure] of [
  [200, 'success', null],
  [202, 'success', null],
  [204, 'success', null],
  [301, 'failure', 'redirect'],
  [302, 'failure', 'redirect'],
  [304, 'failure', 'redirect'],
  [307, 'failure', 'redirect'],
  [404, 'failure', 'status'],
  [410, 'failure', 'status'],
  [429, 'failure', 'status'],
  [500, 'failure', 'status'],
  [503, 'failure', 'status'],
] as const) {
  test(`an answer of ${status} is a ${outcome}${failure ? `: ${failure}` : ''}`, async (t) => {
    let requests = 0;
    const receiver = await httpReceiver(t, (request, response) => {
      requests += 1;
      response.writeHead(status, { location: '/elsewhere' });
      request.resume().on('end', () => response.end(status === 204 || status === 304 ? undefined : 'thanks'));
    });
    const result = await sender(t).post(receiver.url);
    assert.equal(result.outcome, outcome);
    assert.equal(result.failure, failure);
    assert.equal(result.statusCode, status);
    assert.match(result.message, new RegExp(`^The receiver answered ${status}`));
    assert.equal(result.address, '127.0.0.1');
    assert.equal(requests, 1);
  });
}

test('the receiver gets the exact bytes, headers and path of the request', async (t) => {
  const seen: { method?: string; url?: string; host?: string; signature?: unknown; body?: Buffer } = {};
  const receiver = await httpReceiver(t, async (request, response) => {
    const chunks: Buffer[] = await request.toArray();
    const { method, url, headers } = request;
    Object.assign(seen, { method, url, host: headers.host, signature: headers['x-service-signature'] });
    seen.body = Buffer.concat(chunks);
    response.end();
  });
  const body = Buffer.from([0, 255, 10, 13, 0xc3, 0x28]);
  const headers = { 'X-service-Signature': 'sha256=00' };
  const result = await sender(t).send({
    tenantId: 'shop',
    url: `${receiver.url}/a%20b?c=d&e`,
    headers,
    body,
  });
  assert.equal(result.outcome, 'success');
  assert.deepEqual(seen, {
    method: 'POST',
    url: '/hook/a%20b?c=d&e',
    host: `localhost:${receiver.port}`,
    signature: 'sha256=00',
    body,
  });
});

test('the first 4 KiB of the answer are stored as text that PostgreSQL accepts', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => {
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(Buffer.concat([Buffer.from('yes\0'), Buffer.from([0xff]), Buffer.from('é'.repeat(5000))]));
  });
  const result = await sender(t).post(receiver.url);
  assert.equal(result.answerBody, `yes\ufffd${'é'.repeat(2045)}`);
  assert.equal(result.answerHeaders['set-cookie'], 'a=1, b=2');
});

test('unusual header names of a receiver do no harm', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.end(
      'HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\n__proto__: z\r\ncontent-length: 0\r\n\r\n',
    );
  });
  const result = await sender(t).post(receiver.url);
  assert.equal(result.outcome, 'success');
  assert.equal(({} as { x?: unknown }).x, undefined);
  assert.equal(Object.hasOwn(result.answerHeaders, 'constructor'), true);
});

test('informational answers before the final one are skipped', async (t) => {
  const receiver = await rawReceiver(t, (socket) => {
    socket.end('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n');
  });
  assert.equal((await sender(t).post(receiver.url)).statusCode, 204);
});

test('phases are timed when a connection is made, and add up to less than the total', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => {
    setTimeout(() => response.end(), 30);
  });
  const { timings, durationMs } = await sender(t).post(receiver.url);
  assert.ok(timings.dnsMs! >= 0 && timings.connectMs! >= 0);
  assert.equal(timings.tlsMs, undefined);
  assert.ok(timings.firstByteMs! >= 28);
  assert.ok(timings.dnsMs! + timings.connectMs! + timings.firstByteMs! <= timings.totalMs + 1);
  assert.equal(durationMs, Math.round(timings.totalMs));
});

test('a URL that would be refused when saved is refused when sent', async (t) => {
  for (const url of ['http://example.com/', 'https://10.0.0.1/', 'https://u:p@example.com/', 'nonsense']) {
    const result = await sender(t).post(url);
    const check = checkUrl(url, DEVELOPMENT);
    assert.equal(result.failure, 'address_refused');
    assert.equal(result.message, check.ok ? '' : check.message);
    assert.equal(result.address, null);
  }
});

test('an invalid request is a failure, not an exception', async (t) => {
  const receiver = await httpReceiver(t, (_request, response) => void response.end());
  const headers = { 'bad name\r\n': 'x' };
  const result = await sender(t).send({ tenantId: 'shop', url: receiver.url, headers, body: '' });
  assert.equal(result.failure, 'other');
  assert.equal(result.message, 'The delivery could not be sent.');
});
