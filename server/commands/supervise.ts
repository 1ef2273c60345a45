/** Runs `start` and `api` in several processes: starts them, starts one again that ended, and stops them all. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopUnused } from '#kernel/db/embedded.ts';
import { createLog, type Logger } from '#kernel/log.ts';
import { terminal } from '#kernel/log-text.ts';
import { Exchange } from '#kernel/siblings/exchange.ts';
import { describeProcess, type Part, type ToSupervisor } from '#kernel/siblings/siblings.ts';
import type { Settings } from '../settings.ts';
import type { Roles } from './serve.ts';
import { INTERRUPTED, STOP_SIGNALS } from './stopping.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A process that was ready for this long starts again at once. */
const STEADY_MS = 10_000;
/** After as many ends in a row, about a minute, everything ends: whoever runs this program can do more about it. */
const MOST_ENDS = 7;
/** A process that ends so has written the reason. */
const TOLD = 'code 1';
/** Beyond its grace, a process has this long to close its database. */
const CLOSE_MS = 15_000;

/** A process that says nothing for as long hangs. */
const SILENT_MS = 30_000;
const LOOKS = 6;

/** `ended`: how, such as "SIGKILL" or "code 1". */
type Started = { ready: Promise<null>; ended: Promise<string>; isSteady(): boolean };

export async function supervise(config: Settings, roles: Roles, signal: AbortSignal): Promise<void> {
  const log = createLog(config.logLevel, terminal(process.stdout) ?? undefined);
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../main.ts'), serialization: 'advanced' });
  const exchange = new Exchange();
  const start = (name: string, part: Part = name === 'worker' ? 'worker' : 'api') =>
    startProcess(name, part, exchange, log);
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');

  const [firstName, ...others] = Array.from({ length: config.processes }, (_, index) => `api-${index + 1}`);
  // The first process migrates the database, and it alone tells that a setting is wrong.
  const first = start(firstName!, 'first');
  const end = await Promise.race([first.ready, first.ended, aborted.then(() => null)]);
  const isOver = end !== null || signal.aborted;
  if (end !== null && end !== TOLD && !signal.aborted) {
    log.fatal(`process ${firstName} ended during the start (${end}); everything stops`);
  }
  const kept = isOver
    ? [first.ended]
    : [
        keep(firstName!, start, log, signal, first),
        ...(roles.worker ? ['worker', ...others] : others).map((name) => keep(name, start, log, signal)),
      ];
  await Promise.race([aborted, ...kept]);
  const isClean = await stopAll(config.shutdownSeconds * 1000 + CLOSE_MS, log);
  // A process that was killed could not stop it.
  if (!isClean && config.databaseUrl === null) await stopUnused(config.dataDir);
  process.exit(isClean && signal.aborted ? 0 : 1);
}

/** A process that the machine refuses, for want of memory or descriptors, has ended. */
export function startProcess(
  name: string,
  part: Part,
  exchange: Exchange,
  log: Logger,
  silentMs = SILENT_MS,
): Started {
  let worker: Worker;
  try {
    worker = cluster.fork(describeProcess(name, part));
  } catch (error) {
    const ended = Promise.resolve((error as Error).message);
    return { ready: new Promise(() => {}), ended, isSteady: () => false };
  }
  const isRunning = worker.process.pid !== undefined;
  if (isRunning) {
    exchange.join(worker);
    killSilent(worker, name, log, silentMs);
  }
  let readyAt = Number.POSITIVE_INFINITY;
  const ready = new Promise<null>((resolve) => {
    worker.on('message', ({ type }: ToSupervisor) => {
      if (type !== 'ready') return;
      readyAt = performance.now();
      resolve(null);
    });
  });
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    // An error of a process that runs, such as a message that it cannot get, does not end it.
    worker.on('error', (error) => isRunning || resolve(error.message));
  });
  return { ready, ended, isSteady: () => performance.now() - readyAt > STEADY_MS };
}

/** Counts looks instead of time: after a pause of the whole machine, a process has as long as before to say something. */
function killSilent(worker: Worker, name: string, log: Logger, silentMs: number): void {
  let silentLooks = 0;
  worker.on('message', () => {
    silentLooks = 0;
  });
  const timer = setInterval(() => {
    silentLooks += 1;
    if (silentLooks !== LOOKS) return;
    log.error(`process ${name} has said nothing for ${silentMs / 1000} s; it is killed`);
    worker.process.kill('SIGKILL');
  }, silentMs / LOOKS);
  worker.once('exit', () => clearInterval(timer));
}

/** Starts the process again whenever it ends; resolves when that has no use, or when all are to stop. */
export async function keep(
  name: string,
  start: (name: string) => Started,
  log: Logger,
  signal: AbortSignal,
  started = start(name),
): Promise<void> {
  for (let ends = 1; ; ends++) {
    const reason = await started.ended;
    if (signal.aborted) return;
    if (started.isSteady()) ends = 0;
    if (ends === MOST_ENDS) return log.fatal(`process ${name} ended again (${reason}); everything stops`);
    const delayMs = ends === 0 ? 0 : Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (ends - 1));
    log.error(`process ${name} ended (${reason}); it starts again in ${delayMs / 1000} s`);
    await sleep(delayMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    started = start(name);
  }
}

/** True when every process ended in order. */
export async function stopAll(withinMs: number, log: Logger): Promise<boolean> {
  const known = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  // The others could not be started.
  const workers = known.filter(({ process }) => process.pid !== undefined);
  const ends = workers.map(endOf);
  for (const worker of workers) worker.process.kill('SIGTERM');
  const timer = setTimeout(() => {
    for (const worker of workers.filter((each) => !each.isDead())) {
      log.error(`process ${worker.process.pid} did not stop in ${withinMs / 1000} s; it is killed`);
      worker.process.kill('SIGKILL');
    }
  }, withinMs);
  const isClean = (await Promise.all(ends)).every(isInOrder);
  clearTimeout(timer);
  return isClean;
}

type End = [code: number | null, signal: string | null];

function endOf(worker: Worker): Promise<End> {
  const { exitCode, signalCode } = worker.process;
  if (worker.isDead()) return Promise.resolve([exitCode, signalCode]);
  return new Promise((resolve) => worker.once('exit', (code, signal) => resolve([code, signal])));
}

/** A process that is still starting is ended by the signal itself, or is interrupted: it has nothing to finish. */
const isInOrder = ([code, signal]: End): boolean =>
  code === 0 || code === INTERRUPTED || (signal !== null && STOP_SIGNALS.includes(signal));
