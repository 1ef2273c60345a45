/** Prism in front of the app: a request or an answer outside of the contract fails the call that made it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from '#kernel/http/app.ts';
import { freePort } from '#kernel/testing/free-port.ts';

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
  const args = [program, 'proxy', file, upstream, '--errors', '--multiprocess=false', '--port', String(port)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const isListening = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        if (said.length < MOST_OUTPUT) said += text;
        if (/listening on/i.test(said)) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`Prism ended: ${said}`)));
  });
  await isListening;
  return {
    async send({ method, url, headers, payload }: Sent) {
      const address = isText(payload) ? `http://127.0.0.1:${port}` : upstream;
      const answer = await fetch(`${address}${url}`, {
        method,
        headers: { connection: 'close', ...headers },
        body: payload as string | undefined,
        redirect: 'manual',
      });
      const rawPayload = Buffer.from(await answer.arrayBuffer());
      const body = rawPayload.toString();
      const violation = answer.headers.get('sl-violations') ?? (isOfPrism(answer) ? body : null);
      assert.ok(violation === null, `${method} ${url} is outside of the contract: ${violation}`);
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

/** Prism logs each request; its beginning is enough for an error at the start. */
const MOST_OUTPUT = 64 * 1024;

/** Prism answers in its own media type, which the API never uses. */
const isOfPrism = ({ headers }: Response) => headers.get('content-type') === 'application/problem+json';

/** Prism passes bodies on as text, so a file of other bytes goes straight to the app. */
const isText = (payload: Sent['payload']) =>
  !Buffer.isBuffer(payload) || Buffer.from(payload.toString()).equals(payload);
