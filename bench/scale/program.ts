/** The program as people start it, on a data directory. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MAIN = join(import.meta.dirname, '../../server/main.ts');
const START_SECONDS = 60;

export type Program = { port: number; readyMs: number; stop(): Promise<void> };

export async function startProgram(dataDir: string, env: Record<string, string>): Promise<Program> {
  const port = await freePort();
  const began = performance.now();
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'start'], {
    env: {
      ...{ PATH: process.env.PATH, npm_command: 'bench', LOG_LEVEL: 'error', PROCESSES: '1' },
      ...{ DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT_PER_MINUTE: '100000000', ...env },
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(port))) {
    const isLate = performance.now() - began > START_SECONDS * 1000;
    if (isLate || child.exitCode !== null) throw new Error('the program does not become ready');
    await sleep(20);
  }
  return {
    port,
    readyMs: performance.now() - began,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}
