/** A server between a client and the service that does what a bad network does, one step for each request. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

export type Step =
  /** Passes the request on. */
  | 'pass'
  /** Passes the request on, and loses the answer. */
  | 'lose'
  /** Passes the request on, and loses the second half of the answer. */
  | 'cut'
  /** Closes the connection without an answer. */
  | 'drop'
  /** Never answers. */
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: unknown };

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer; at: number };

export type Trouble = {
  url: string;
  /** The requests since the last `next`. */
  seen: Seen[];
  /** The steps of the next requests; after the last one, requests pass. */
  next(...steps: Step[]): void;
};

export async function useTrouble(upstream: string): Promise<Trouble> {
  const seen: Seen[] = [];
  let steps: Step[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray().catch(() => []));
    const { method = '', url = '', headers } = request;
    seen.push({ method, url, headers, body, at: performance.now() });
    const step = steps.shift() ?? 'pass';
    if (step === 'hang') return;
    if (step === 'drop') return void request.socket.destroy();
    if (typeof step === 'object') {
      const json = { 'content-type': 'application/json; charset=utf-8' };
      response.writeHead(step.status, { ...(step.body !== undefined && json), ...step.headers });
      return void response.end(step.body === undefined ? 'busy' : JSON.stringify(step.body));
    }
    const { connection, host, 'transfer-encoding': encoding, ...passed } = headers;
    const answer = await fetch(upstream + url, {
      method,
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (step === 'lose') return void request.socket.destroy();
    const {
      'content-encoding': packed,
      'content-length': length,
      ...shown
    } = Object.fromEntries(answer.headers);
    if (step === 'cut') {
      response.writeHead(answer.status, { ...shown, 'content-length': bytes.length });
      const half = bytes.subarray(0, bytes.length / 2);
      return void response.write(half, () => setTimeout(() => request.socket.destroy(), 20));
    }
    response.writeHead(answer.status, shown).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    next(...given) {
      steps = given;
      seen.length = 0;
    },
  };
}
