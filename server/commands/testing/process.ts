/** Runs the program as its users do: a process with its own environment, its output, its end. */
import assert from 'node:assert/strict';
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEachFile } from '#kernel/testing/lifetime.ts';

type Env = Record<string, string>;
type End = { code: number | null; signal: string | null };

const ROOT = join(import.meta.dirname, '../../..');
const PATIENCE_MS = 90_000;

const running = new Set<Running>();
const folders: string[] = [];

// Cleans up after a failed test too: first the processes end, then their folders are removed.
afterEachFile(async () => {
  for (const { pid, ended } of running) {
    signalGroup(pid, 'SIGTERM');
    await ended().catch(() => signalGroup(pid, 'SIGKILL'));
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Signals the process and its children, as a terminal does. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group ended by itself.
  }
}

export type Running = {
  pid: number;
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until the output matches; fails when the process ends first. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits for its end; fails after a time limit. */
  ended(): Promise<End>;
};

export function runProgram(words: string[], env: Env = {}): Running {
  return runCommand([process.execPath, join(ROOT, 'server/main.ts'), ...words], env);
}

export type Result = { code: number | null; stdout: string; stderr: string };

/** Runs a command line to its end, with this text as its standard input. */
export async function runToEnd(words: string[], env: Env = {}, input = ''): Promise<Result> {
  const running = runProgram(words, env);
  running.child.stdin!.end(input);
  return resultOf(running);
}

/** The same in a pseudo-terminal, which has one output. Each answer is typed when its question is there. */
export async function runInTerminal(
  line: string,
  env: Env = {},
  answers: [question: RegExp, answer: string][] = [],
): Promise<Result> {
  const program = `${process.execPath} ${join(ROOT, 'server/main.ts')} ${line}`;
  const running = runCommand(['script', '-qec', program, '/dev/null'], { TERM: 'xterm', ...env });
  for (const [question, answer] of answers) {
    await running.says(question);
    running.child.stdin!.write(answer);
  }
  return resultOf(running);
}

async function resultOf(running: Running): Promise<Result> {
  const { code } = await running.ended();
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/** `as`: another user and folder than those of the tests. */
export function runCommand(
  [command, ...words]: string[],
  env: Env = {},
  as: Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'> = {},
): Running {
  // The environment has only PATH, so that a test sees the defaults, and npm's variable, so that the process ends by itself if
  // this one is killed. The number of processes does not depend on the machine, and no profile of its user is read.
  const surroundings = {
    PATH: process.env.PATH,
    npm_command: 'test',
    PROCESSES: '1',
    XDG_CONFIG_HOME: '/nonexistent',
    ...env,
  };
  const child = spawn(command!, words, {
    cwd: ROOT,
    ...as,
    env: surroundings,
    detached: true,
    stdio: 'pipe',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      output[name] += text;
    });
  }
  let end: End | undefined;
  child.once('close', (code, signal) => {
    end = { code, signal };
    running.delete(itself);
  });
  const ended = async () => {
    await until(() => end !== undefined);
    return end ?? assert.fail(`does not end:\n${output.stdout}\n${output.stderr}`);
  };
  const says = async (pattern: RegExp) => {
    const find = () => pattern.exec(output.stdout) ?? pattern.exec(output.stderr);
    await until(() => find() !== null || end !== undefined);
    return find() ?? assert.fail(`never said ${pattern}:\n${output.stdout}\n${output.stderr}`);
  };
  const itself: Running = {
    ...{ pid: child.pid!, child, says, ended },
    stdout: () => output.stdout,
    stderr: () => output.stderr,
  };
  running.add(itself);
  return itself;
}

/** A folder for the tests of a file. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-e2e-'));
  folders.push(folder);
  return folder;
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return String(port);
}

/** The process id of the embedded PostgreSQL of a data directory. */
export function postgresOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

export function isGone(pid: number): Promise<boolean> {
  return until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
}

/** False when the condition did not become true in time. */
export async function until(holds: () => boolean): Promise<boolean> {
  for (const end = Date.now() + PATIENCE_MS; !holds(); await sleep(10)) {
    if (Date.now() > end) return false;
  }
  return true;
}
