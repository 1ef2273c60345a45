import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { AddressPolicy } from '../sending/address.ts';
import { createSender, type SenderOptions } from '../sending/send.ts';

export const DEVELOPMENT: AddressPolicy = { allowLoopback: true, allowNetworks: [] };
export const PRODUCTION: AddressPolicy = { allowLoopback: false, allowNetworks: [] };

export type Receiver = { url: string; port: number; sockets: Set<Socket>; accepted: () => number };

export function httpReceiver(t: TestContext, answer: RequestListener): Promise<Receiver> {
  return listen(t, createHttpServer(answer), 'http');
}

/** A receiver on raw sockets: `talk` is called once per connection, when the first data arrives. */
export function rawReceiver(t: TestContext, talk: (socket: Socket) => void): Promise<Receiver> {
  const server = createServer((socket) => socket.once('data', () => talk(socket)));
  return listen(t, server, 'http');
}

export function tlsReceiver(
  t: TestContext,
  certificate: { key: string; cert: string },
  talk: (socket: TLSSocket) => void,
): Promise<Receiver> {
  const server = createTlsServer(certificate, (socket) => {
    socket.on('error', () => {});
    socket.once('data', () => talk(socket));
  });
  return listen(t, server, 'https');
}

export async function listen(t: TestContext, server: Server, scheme: string): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `${scheme}://localhost:${port}/hook`, port, sockets, accepted: () => accepted };
}

export function sender(t: TestContext, options: Partial<SenderOptions> = {}) {
  const made = createSender({ policy: DEVELOPMENT, timeoutMs: 2_000, ...options });
  t.after(() => made.close());
  return {
    ...made,
    post: (url: string, body: string | Buffer = '{"id":1}', tenantId = 'shop') =>
      made.send({ tenantId, url, headers: { 'content-type': 'application/json' }, body }),
  };
}
