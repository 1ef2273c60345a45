/**
 * The processes that one supervisor started on one machine: what they count together, and their reports. A process without a
 * supervisor has no siblings and sends nothing.
 */
import cluster from 'node:cluster';
import type { Env } from '#kernel/setting.ts';
import { type Change, type Kind, Outbox } from '#kernel/siblings/outbox.ts';

export type ToSupervisor =
  | { type: 'ready' }
  | { type: 'alive' }
  | { type: 'counted'; changes: Change[] }
  | { type: 'collect'; id: number }
  | { type: 'reported'; id: number; report: unknown };
export type FromSupervisor =
  | { type: 'counted'; changes: Change[] }
  | { type: 'report'; id: number }
  | { type: 'collected'; id: number; reports: unknown[] };

/** `first` migrates the database and announces the server; `api` answers requests too. */
export type Part = 'first' | 'api' | 'worker';

/** The variables by which the supervisor gives a process its name and its part. */
export const describeProcess = (name: string, part: Part) => ({
  COLONNADE_PROCESS: name,
  COLONNADE_PART: part,
});

/** The name, such as "api-1", and the part of this process; null without a supervisor. */
export const self: { name: string | null; part: Part | null } = { name: null, part: null };

/** The supervisor answers within a second; one that hangs must not hold the request for ever. */
const COLLECT_MS = 2_000;
const ALIVE_MS = 1_000;

const listeners = new Map<string, ((key: string, by: number) => void)[]>();
const waiting = new Map<number, (reports: unknown[]) => void>();
let makeReport: () => Promise<unknown> = async () => null;
let latest = 0;

const tell = (message: ToSupervisor, sent: () => void = () => {}) => {
  // The supervisor died: this process is about to end too.
  if (process.connected) process.send!(message, undefined, undefined, sent);
};
const outbox = new Outbox((changes, sent) => tell({ type: 'counted', changes }, sent));

/** Called first of all: what is created afterwards counts with the siblings. */
export function joinSiblings(env: Env): void {
  if (!cluster.isWorker) return;
  self.name = env.COLONNADE_PROCESS ?? null;
  self.part = (env.COLONNADE_PART as Part | undefined) ?? null;
  // Node would end this process at once when the supervisor dies; it stops in order instead.
  cluster.worker!.exitedAfterDisconnect = true;
  cluster.worker!.on('error', () => {});
  // A process that hangs says nothing, and is replaced.
  setInterval(() => tell({ type: 'alive' }), ALIVE_MS).unref();
  process.on('message', async (message: FromSupervisor) => {
    switch (message.type) {
      case 'counted':
        for (const { count, key, by } of message.changes) {
          for (const listener of listeners.get(count) ?? []) listener(key, by);
        }
        break;
      case 'report':
        tell({ type: 'reported', id: message.id, report: await makeReport() });
        break;
      case 'collected':
        waiting.get(message.id)?.(message.reports);
    }
  });
}

/** Tells the siblings of each change here, and the listener of each change there. */
export class SharedCount {
  readonly #kind: Kind;
  readonly #count: string;

  constructor(kind: Kind, count: string, onSibling: (key: string, by: number) => void) {
    this.#kind = kind;
    this.#count = count;
    listeners.set(count, [...(listeners.get(count) ?? []), onSibling]);
  }

  add(key: string, by: number): void {
    if (self.name !== null) outbox.add({ kind: this.#kind, count: this.#count, key, by });
  }
}

export const tellReady = (): void => {
  if (self.name !== null) tell({ type: 'ready' });
};

/** Sets the function that makes the report of this process. */
export function reportWith(make: () => Promise<unknown>): void {
  makeReport = make;
}

/** The reports of the siblings. One that does not answer in time is left out. */
export function collectReports(): Promise<unknown[]> {
  if (self.name === null || !process.connected) return Promise.resolve([]);
  const { promise, resolve } = Promise.withResolvers<unknown[]>();
  latest += 1;
  const id = latest;
  const timer = setTimeout(() => settle([]), COLLECT_MS);
  const settle = (reports: unknown[]) => {
    clearTimeout(timer);
    waiting.delete(id);
    resolve(reports);
  };
  waiting.set(id, settle);
  tell({ type: 'collect', id });
  return promise;
}
