/** Connections through an HTTP proxy, for networks whose only way out it is, or whose receivers expect its address. */
import { request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { SendError } from './failures.ts';

/**
 * A tunnel to the address that was checked. The proxy gets no name to resolve: it could resolve to another address than the one
 * that the guard has seen.
 */
export function tunnel(proxy: URL, address: string, port: number, signal: AbortSignal): Promise<Socket> {
  const to = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new SendError('connect', 'proxy'));
    request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || 80,
      method: 'CONNECT',
      path: to,
      headers: { host: to, ...credentials(proxy) },
      agent: false,
      signal,
    })
      .once('connect', ({ statusCode = 0 }, socket, head) => {
        // The receiver waits for our first byte, so bytes of its own here are not its.
        if (statusCode >= 200 && statusCode < 300 && head.length === 0) return void resolve(socket as Socket);
        socket.destroy();
        refuse();
      })
      .once('error', refuse)
      .end();
  });
}

function credentials({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}
