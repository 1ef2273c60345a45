/** The program as in production: one process per role, which the test can kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Stage, within } from './stage.ts';

export type Role = 'start' | 'api' | 'worker';
type End = { code: number | null; signal: string | null };

export type Program = {
  pid: number;
  url: string;
  /** The time from its start until it was ready. */
  readyMs: number;
  isAlive(): boolean;
  output(): string;
  signal(name: NodeJS.Signals): void;
  ended: Promise<End>;
  /** Returns the resident memory. */
  megabytes(): number;
};

export const ROOT = join(import.meta.dirname, '..');
const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.ts');
const START_SECONDS = 40;
const OUTPUT_KEPT = 20_000;
const COMPILED = process.env.NODE_COMPILE_CACHE;

/** Resolves when the program is ready; `descriptors` limits its open files and sockets, `root` is the folder of its sources. */
export async function startProgram(
  stage: Stage,
  role: Role,
  env: Record<string, string>,
  { descriptors, root = ROOT }: { descriptors?: number; root?: string } = {},
): Promise<Program> {
  const began = performance.now();
  const clock = env.SHIFT_CLOCK_MS === undefined ? [] : ['--import', SHIFTED_CLOCK];
  const words = [process.execPath, ...clock, join(root, 'server/main.ts'), role];
  const [command, ...rest] =
    descriptors === undefined ? words : ['sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`, ...words];
  const child = spawn(command!, rest, {
    // Pretends to be started by npm, so that the program ends if this process is killed.
    env: {
      PATH: process.env.PATH,
      // A killed program stores nothing of what it compiled, so it reads what the tests have stored.
      ...(root === ROOT && COMPILED !== undefined && { NODE_COMPILE_CACHE: COMPILED }),
      npm_command: 'test',
      LOG_LEVEL: 'error',
      RETRY_SCALE: '0.0001',
      PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-OUTPUT_KEPT);
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal }) as End);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  stage.cleanUp(async () => {
    child.kill('SIGCONT');
    child.kill(role === 'start' ? 'SIGTERM' : 'SIGKILL');
    await ended;
  });
  const url = `http://127.0.0.1:${env.PORT ?? 0}`;
  const isReady = async () =>
    !isAlive() || (role === 'worker' ? output.includes('worker is running') : await answers(`${url}/readyz`));
  await within(START_SECONDS, isReady);
  // A program with a crash point may have died there already.
  if (!isAlive() && child.signalCode !== 'SIGKILL') throw new Error(`${role} did not start:\n${output}`);
  return {
    ...{ pid: child.pid!, url, readyMs: performance.now() - began, isAlive, ended },
    output: () => output,
    signal: (name) => void child.kill(name),
    megabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
