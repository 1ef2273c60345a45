/** A minimal load generator in its own process: each connection sends a request, waits for the answer and repeats. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { percentile } from './report.ts';

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** Complete HTTP/1.1 requests, sent in turn. */
  requests: string[];
  /** Gives each request its own Idempotency-Key. */
  keyed?: boolean;
};

export type Measured = { perSecond: number; p50: number; p99: number; refused: number };

export async function load(options: Load): Promise<Measured> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url));
  child.send(options);
  const [measured] = (await once(child, 'message')) as [Measured];
  child.disconnect();
  return measured;
}

export function httpRequest(method: string, path: string, token: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`;
  if (body === undefined) return `${head}\r\n`;
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const WARM_UP_SECONDS = 1;

async function generate({ port, connections, seconds, requests, keyed }: Load): Promise<Measured> {
  const begin = performance.now() + WARM_UP_SECONDS * 1000;
  const end = begin + seconds * 1000;
  const latencies: number[] = [];
  let refused = 0;
  let next = 0;

  const converse = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let rest = '';
      let sentAt = 0;
      const send = () => {
        sentAt = performance.now();
        const request = requests[next++ % requests.length]!;
        socket.write(
          keyed
            ? request.replace('\r\n', `\r\nidempotency-key: ${process.pid}-${begin}-${next}\r\n`)
            : request,
        );
      };
      socket.setEncoding('latin1');
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        rest += chunk;
        const head = rest.indexOf('\r\n\r\n');
        if (head === -1) return;
        const length = Number(/content-length: *(\d+)/i.exec(rest)?.[1] ?? 0);
        if (rest.length < head + 4 + length) return;
        const now = performance.now();
        if (now >= end) {
          socket.end();
          return resolve();
        }
        if (now >= begin) {
          latencies.push(now - sentAt);
          if (rest[9] !== '2') refused += 1;
        }
        rest = '';
        send();
      });
    });
  await Promise.all(Array.from({ length: connections }, converse));
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    refused,
  };
}

if (process.send !== undefined && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', async (options: Load) => process.send!(await generate(options)));
}
