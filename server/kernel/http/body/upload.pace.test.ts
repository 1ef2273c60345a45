import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, useApp } from '../../../testing.ts';

const test = await useApp({ UPLOAD_WINDOW_SECONDS: '1', UPLOAD_WINDOW_KIB: '1' });
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const { key } = await newTenant(test);

/** Sends a piece of the file every tenth of a second, until there is an answer. */
async function trickle(path: string, piece: string, pieces: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\ncontent-type: text/csv\r\n`;
  socket.write(`${head}content-length: ${piece.length * pieces}\r\nconnection: close\r\n\r\n`);
  const closed = once(socket, 'close');
  for (let sent = 0; sent < pieces && answer === ''; sent++) {
    socket.write(piece);
    await sleep(100);
  }
  await closed;
  return answer;
}

for (const path of ['/v1/crm/imports', '/v1/redirects/import']) {
  it(`an upload that is too slow is ended with an error: ${path}`, { timeout: 20_000 }, async () => {
    const answer = await trickle(path, 'a', 300);
    assert.match(answer, /^HTTP\/1\.1 408 /);
    assert.match(answer, /"message":"The upload is too slow: 1024 bytes in 1 s are the least\."/);
  });
}

it('an upload that is slow, but above the limit, is accepted', async () => {
  const answer = await trickle('/v1/crm/imports', `${'a'.repeat(399)}\n`, 25);
  assert.match(answer, /^HTTP\/1\.1 202 /);
});
