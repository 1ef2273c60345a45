import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useApp } from '../../testing.ts';
import { mostConnections } from './connections.ts';

const PER_ADDRESS = 20;
const opened: Socket[] = [];
after(() => {
  for (const socket of opened) socket.destroy();
});

async function listen(env: Record<string, string> = {}): Promise<{ port: number; open(): Promise<number> }> {
  const { app } = await useApp({ CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS), ...env });
  app.server.headersTimeout = 200;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const open = () =>
    new Promise<number>((resolve, reject) =>
      app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { port: (app.server.address() as AddressInfo).port, open };
}

/** A client that never closes its half. */
function dial(port: number, from: string, text: string): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  opened.push(socket);
  socket.on('error', () => {}).setEncoding('utf8');
  socket.write(text);
  return socket;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 8_000; !(await holds()); await sleep(20)) {
    assert.ok(Date.now() < end, 'in time');
  }
}

/** The beginning of the answer; empty when the connection is closed without one. */
const health = (port: number, from: string) =>
  new Promise<string>((resolve) => {
    const socket = dial(port, from, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    socket.once('data', (answer) => resolve(String(answer).slice(0, 12)));
    for (const end of ['end', 'close']) socket.once(end, () => resolve(''));
  });

it('a request that does not arrive in time is answered, and its connection is closed though the client keeps it open', async () => {
  const { port, open } = await listen();
  const sockets = Array.from({ length: 15 }, () =>
    dial(port, '127.0.0.1', 'GET /v1/me HTTP/1.1\r\nhost: lo'),
  );
  await until(async () => (await open()) === 15);
  const answers = await Promise.all(sockets.map(async (socket) => (await once(socket, 'data'))[0] as string));
  for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 408 [\s\S]+"request_timeout"/);
  await until(async () => (await open()) === 0);
});

it('connections of one address are limited, and another address can still connect', async () => {
  const { port, open } = await listen();
  for (let n = 0; n < 3 * PER_ADDRESS; n++) dial(port, '127.0.0.2', '');
  await until(async () => (await open()) === PER_ADDRESS);
  assert.equal(await health(port, '127.0.0.2'), '');
  assert.equal(await health(port, '127.0.0.1'), 'HTTP/1.1 200');
  // When the first connections have timed out, there is room again.
  await until(async () => (await health(port, '127.0.0.2')) === 'HTTP/1.1 200');
});

it('a trusted proxy may open any number of connections', async () => {
  const { port, open } = await listen({ TRUST_PROXY: '127.0.0.0/30' });
  for (let n = 0; n < 3 * PER_ADDRESS; n++) dial(port, '127.0.0.2', '');
  await until(async () => (await open()) === 3 * PER_ADDRESS);
});

it('a part of the file descriptors is reserved and never used for clients', () => {
  assert.deepEqual([500, 1_024, 1_048_576].map(mostConnections), [350, 716, 16_384]);
});
