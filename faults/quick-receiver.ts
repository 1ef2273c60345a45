/** A receiver that answers at once, in its own process, so that its work does not slow the measuring process. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Stage } from './stage.ts';

const IS_RECEIVER = 'COLONNADE_QUICK_RECEIVER';

export async function openQuickReceiver(stage: Stage): Promise<string> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), {
    env: { ...process.env, [IS_RECEIVER]: '1' },
  });
  stage.cleanUp(() => child.kill());
  const [port] = await once(child, 'message');
  return `http://127.0.0.1:${port}/`;
}

if (process.env[IS_RECEIVER] !== undefined) {
  const server = createServer((request, response) => {
    request.resume();
    response.end();
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}
