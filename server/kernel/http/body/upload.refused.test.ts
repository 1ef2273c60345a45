import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const { key } = await newTenant(test);

/** The whole answer, for a client that would keep the connection and sends only a part of what it announced. */
async function refused(path: string, type: string, body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: ${type}\r\n`;
  socket.write(`${head}content-length: ${body.length + 10_000_000}\r\n\r\n${body}`);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  await once(socket, 'close');
  return answer;
}

const FILES: Record<string, [path: string, type: string, body: string]> = {
  'a file of redirects': ['/v1/redirects/import', 'text/csv', `from,to\n"${'x'.repeat(3e6)}`],
  'a form': ['/v1/media', 'multipart/form-data; boundary=----X', '------X\r\n\r\n'.repeat(120_000)],
};
for (const [title, [path, type, body]] of Object.entries(FILES)) {
  it(`${title} that is refused half-way ends its connection, so that no other request waits on it`, async () => {
    const answer = await refused(path, type, body);
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.match(answer, /\r\nconnection: close\r\n/i);
  });
}

/** Sends a whole request, as fast as the connection allows, then another on the same connection. */
async function sendWhole(head: string, body: Buffer, after = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const failure = once(socket, 'error').then(([error]) => `the client saw ${error.code}`);
  socket.write(`${head}authorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n`);
  for (let at = 0; at < body.length; at += 65_536) {
    if (!socket.write(body.subarray(at, at + 65_536))) await Promise.race([once(socket, 'drain'), failure]);
  }
  socket.write(after);
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  return Promise.race([once(socket, 'end').then(() => answer), failure]);
}

it('a client that is still sending gets the answer to a refused upload, and no reset', async () => {
  const head = 'POST /v1/media HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n';
  for (let time = 0; time < 20; time++) {
    const answer = await sendWhole(head, Buffer.alloc(8_000_000, 'x'));
    assert.match(answer, /^HTTP\/1\.1 415 /);
  }
});

it('a body that is too large is answered before its end, and a request behind it is not processed', async () => {
  const head = 'POST /v1/crm/customers HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const customer = JSON.stringify({ name: 'Behind', email: 'behind@example.com' });
  const behind = `${head}authorization: Bearer ${key}\r\ncontent-length: ${customer.length}\r\n\r\n${customer}`;
  const answer = await sendWhole(head, Buffer.alloc(5_000_000, ' '), behind);
  assert.match(answer, /^HTTP\/1\.1 413 /);
  assert.equal(answer.match(/HTTP\/1\.1/g)!.length, 1);
  const { body } = await test.call('GET', '/v1/crm/customers?q=behind', { token: key });
  assert.deepEqual(body.data, []);
});
