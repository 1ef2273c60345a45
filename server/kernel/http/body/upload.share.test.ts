import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { MOST_UPLOADS } from './upload.ts';

const MEBIBYTE = 1024 * 1024;
const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const [tenant, other] = [await newTenant(test), await newTenant(test)];

/** Begins an upload, then stops sending. */
function begin(path: string, bytes: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tenant.key}\r\ncontent-type: text/csv\r\n`;
  socket.write(`${head}content-length: 2000000\r\n\r\n${'a'.repeat(bytes)}`);
  return socket;
}

const upload = ({ key }: TestTenant) =>
  test.call('POST', '/v1/redirects/import?dryRun=true', {
    token: key,
    body: 'from,to\n/a,/b\n',
    headers: { 'content-type': 'text/csv' },
  });

it('a tenant whose uploads fall silent can have only a few of them, and each costs only the memory of what it sent', {
  timeout: 60_000,
}, async (t) => {
  const before = process.memoryUsage().arrayBuffers;
  const sockets = Array.from({ length: MOST_UPLOADS + 4 }, (_, nth) =>
    begin(nth < 2 ? '/v1/redirects/import' : '/v1/crm/imports', 1_000),
  );
  const leave = () => sockets.map((socket) => socket.destroy());
  t.after(leave);
  const answers: string[] = [];
  for (const socket of sockets) socket.once('data', (answer) => answers.push(String(answer)));
  while (answers.length < 4) await sleep(20);
  assert.ok(process.memoryUsage().arrayBuffers - before < (MOST_UPLOADS * MEBIBYTE) / 2);
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 429 .*"At most 16 uploads of one tenant may be under way at once\./s);
  }
  assert.deepEqual([(await upload(tenant)).status, (await upload(other)).status], [429, 200]);
  leave();
  while ((await upload(tenant)).status !== 200) await sleep(20);
});
