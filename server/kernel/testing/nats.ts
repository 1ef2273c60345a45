/** A NATS server with JetStream on this machine, with a store of its own; null where the program is not installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#kernel/testing/free-port.ts';

export type TestNats = {
  url: string;
  /** The folder of its streams. */
  store: string;
  start(): Promise<void>;
  /** Returns when the process has ended; it can be started again. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Ends it and deletes its store. */
  close(): Promise<void>;
};

export const WITHOUT_NATS = 'nats-server is not installed; it comes with: apt-get install nats-server';

const START_MS = 10_000;

/** Debian's package puts it where only root looks. */
const PROGRAM = ['nats-server', '/usr/sbin/nats-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export async function startNats(): Promise<TestNats | null> {
  if (PROGRAM === undefined) return null;
  const store = mkdtempSync(join(tmpdir(), 'colonnade-nats-'));
  const port = await freePort();
  let child: ChildProcess | null = null;
  const nats: TestNats = {
    url: `nats://127.0.0.1:${port}`,
    store,
    async start() {
      child = spawn(PROGRAM, ['-js', '-sd', store, '-a', '127.0.0.1', '-p', String(port)], {
        stdio: 'ignore',
      });
      for (const end = Date.now() + START_MS; !(await answers(port)); await sleep(20)) {
        if (Date.now() > end) throw new Error('nats-server did not start');
      }
    },
    async kill(signal = 'SIGKILL') {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    async close() {
      await nats.kill();
      rmSync(store, { recursive: true, force: true });
    },
  };
  // A killed test run leaves no server behind.
  process.once('exit', () => child?.kill('SIGKILL'));
  await nats.start();
  return nats;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  // The server greets with its INFO.
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
    .catch(() => false)
    .finally(() => socket.destroy());
}
