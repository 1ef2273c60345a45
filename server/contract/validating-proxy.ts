/** Prism in front of the app: it answers with its own error when a request or an answer is outside of the contract. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '#kernel/http/app.ts';

type Sent = { method: string; url: string; headers?: Record<string, string>; payload?: string | Buffer };

/** `send` is like `inject` of the app, through the proxy. */
export async function startProxy(app: App, document: object, tools: string) {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const upstream = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-contract-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const port = await freePort();
  const program = join(tools, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const args = [program, 'proxy', file, upstream, '--errors', '--port', String(port), '--host', '127.0.0.1'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const isListening = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said += text;
        if (/listening on/i.test(said)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`Prism ended: ${said}`)));
  });
  await isListening;
  return {
    async send({ method, url, headers, payload }: Sent) {
      const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: { connection: 'close', ...headers },
        body: payload as string | undefined,
        redirect: 'manual',
      });
      const rawPayload = Buffer.from(await answer.arrayBuffer());
      const body = rawPayload.toString();
      const sentHeaders = {
        ...Object.fromEntries(answer.headers),
        'set-cookie': answer.headers.getSetCookie(),
      };
      return {
        statusCode: answer.status,
        headers: sentHeaders,
        body,
        rawPayload,
        json: () => JSON.parse(body),
      };
    },
    async stop(): Promise<void> {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
