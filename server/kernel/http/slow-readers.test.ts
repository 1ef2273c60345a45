import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { endSlowReaders } from './slow-readers.ts';

/** Long enough for the pauses of a busy machine. */
const PATIENCE = 1_000;
const BYTES = 32 * 1024 * 1024;

const server = createServer({ keepAliveTimeout: 100 }, async (request, response) => {
  if (request.url === '/late') await wait(1.5 * PATIENCE);
  response.end(request.url === '/large' ? Buffer.alloc(BYTES) : 'ok');
});
endSlowReaders(server, PATIENCE);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

async function ask(path: string): Promise<{ client: Socket; served: Socket }> {
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const [served] = (await accepted) as [Socket];
  return { client, served };
}

async function closesWithin(socket: Socket, ms: number): Promise<boolean> {
  if (socket.destroyed) return true;
  return Promise.race([once(socket, 'close').then(() => true), wait(ms, false)]);
}

describe('a connection', () => {
  it('whose client reads nothing of its answer is ended', async () => {
    const { client, served } = await ask('/large');
    assert.equal(await closesWithin(served, 10 * PATIENCE), true);
    client.destroy();
  });

  it('whose client reads slowly stays open, and the client gets the whole answer', async () => {
    const { client, served } = await ask('/large');
    let read = 0;
    while (read < BYTES) {
      const piece: Buffer | null = client.read(1024 * 1024) ?? client.read();
      read += piece?.length ?? 0;
      assert.equal(client.destroyed, false, `ended after ${read} bytes`);
      await wait(PATIENCE / 50);
    }
    client.destroy();
    await closesWithin(served, 20 * PATIENCE);
  });

  it('whose answer is still being computed stays open', async () => {
    const { client, served } = await ask('/late');
    const [answer] = await once(client, 'data');
    assert.match(String(answer), /^HTTP\/1.1 200/);
    assert.equal(served.destroyed, false);
    // The idle connection is closed after the keep-alive timeout.
    assert.equal(await closesWithin(served, 15 * PATIENCE), true);
  });
});
