/** The running server of a cluster: whether there is one, when it is ready, and how it ends. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_SECONDS = 120;
const STOP_SECONDS = 15;

/** Waits while a server is starting or stopping; returns the one that is ready, or undefined when there is none. */
export async function runningServer(cluster: string): Promise<{ pid: number; port: number } | undefined> {
  const isSettled = await until(START_SECONDS, () => findServer(cluster)?.ready ?? true);
  if (!isSettled) throw new Error(`The PostgreSQL found running in ${cluster} does not become ready.`);
  return findServer(cluster);
}

export const isRunning = (cluster: string): boolean => findServer(cluster) !== undefined;

/** Waits until the server with this `pid` is ready; returns false if it ended or took too long. */
export async function becomesReady(cluster: string, pid: number, hasEnded: () => boolean): Promise<boolean> {
  const isReady = () => {
    const found = findServer(cluster);
    return found?.pid === pid && found.ready;
  };
  await until(START_SECONDS, () => hasEnded() || isReady());
  return isReady();
}

export async function stopServer(cluster: string): Promise<void> {
  const found = findServer(cluster);
  if (!found) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    try {
      process.kill(found.pid, signal);
    } catch {
      // The process has ended by itself since.
    }
    if (await until(STOP_SECONDS, () => !isServerOf(cluster, found.pid))) return;
  }
  throw new Error(`PostgreSQL (process ${found.pid}) does not stop.`);
}

/** After a reboot the recorded pid may belong to any process, which PostgreSQL would mistake for a server of this cluster. */
export function forgetStalePid(cluster: string): void {
  const { pid } = recorded(cluster);
  const isStale = pid > 0 && !commandOf(pid).includes('/postgres -D ');
  if (isStale) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function findServer(cluster: string) {
  const found = recorded(cluster);
  return isServerOf(cluster, found.pid) ? found : undefined;
}

function recorded(cluster: string): { pid: number; port: number; ready: boolean } {
  let text = '';
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    // The file is missing: no server runs.
  }
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

function isServerOf(cluster: string, pid: number): boolean {
  return commandOf(pid).includes(`/postgres -D ${cluster} `);
}

// Any user may read a command line. It is empty for a zombie, a process that ended but that its parent did not collect yet; a
// signal would still find that process.
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch {
    return '';
  }
}

async function until(seconds: number, holds: () => boolean): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (!holds()) {
    if (Date.now() > end) return false;
    await sleep(20);
  }
  return true;
}
