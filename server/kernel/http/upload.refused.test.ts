import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const { key } = await newTenant(test);

/** All of the answer, of a client that would keep the connection and sends only some of what it announced. */
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
