/** Sends documents, one or a file of several, to the thread that draws them, one after the other. */
import { Worker } from 'node:worker_threads';
import { unavailable } from '#kernel/errors.ts';
import type { Kind, Source } from './source.ts';

export type Job = { id: number; kind: Kind; sources: Source[] };
export type Outcome = { id: number; bytes: Uint8Array } | { id: number; error: string };

/** A tenant waits with at most so many, so that others find room. */
const MOST_OF_A_TENANT = 8;
const MOST_WAITING = 64;
/** The thread keeps its fonts for so long after the last document. */
const IDLE_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };

type Waiting = { tenantId: string; resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

export class DrawingThread {
  #thread: Worker | null = null;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();
  #idle: NodeJS.Timeout | undefined;

  draw(tenantId: string, kind: Kind, sources: Source[]): Promise<Uint8Array> {
    const own = [...this.#waiting.values()].filter((each) => each.tenantId === tenantId);
    if (own.length >= MOST_OF_A_TENANT || this.#waiting.size >= MOST_WAITING) {
      throw unavailable('Too many documents are being made. Try again shortly.');
    }
    clearTimeout(this.#idle);
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { tenantId, resolve, reject });
      this.#thread ??= this.#start();
      // Waiting documents keep the process alive, an idle thread does not.
      this.#thread.ref();
      this.#thread.postMessage({ id, kind, sources } satisfies Job);
    });
  }

  #start(): Worker {
    const thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { resourceLimits: LIMITS });
    thread.on('message', (outcome: Outcome) => {
      const waiting = this.#waiting.get(outcome.id);
      this.#waiting.delete(outcome.id);
      if ('bytes' in outcome) waiting?.resolve(outcome.bytes);
      else waiting?.reject(new Error(`a document could not be drawn: ${outcome.error}`));
      if (this.#waiting.size === 0) this.#rest(thread);
    });
    thread.on('error', (error) => this.#fail(thread, error as Error));
    thread.on('exit', () => this.#fail(thread, new Error('the thread that draws documents has ended')));
    return thread;
  }

  #rest(thread: Worker): void {
    thread.unref();
    this.#idle = setTimeout(() => {
      this.#thread = null;
      void thread.terminate();
    }, IDLE_MS).unref();
  }

  #fail(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
