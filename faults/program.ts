/** The program as it runs in production: a process per role, with an end that can be sudden. */
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
  /** From its start until it could be used. */
  readyMs: number;
  isAlive(): boolean;
  output(): string;
  signal(name: NodeJS.Signals): void;
  ended: Promise<End>;
  /** Resident memory. */
  megabytes(): number;
};

export const ROOT = join(import.meta.dirname, '..');
const SHIFTED_CLOCK = join(import.meta.dirname, 'shifted-clock.ts');
const START_SECONDS = 40;
const OUTPUT_KEPT = 20_000;

/** Resolves when it is ready to work; `descriptors` is how many files and sockets it may open, `root` where its sources are. */
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
    // As if started by npm, so that it ends by itself should this process be killed.
    env: { PATH: process.env.PATH, npm_command: 'test', LOG_LEVEL: 'error', RETRY_SCALE: '0.0001', ...env },
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
  // A program that is to die at a crash point may have done so already.
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
