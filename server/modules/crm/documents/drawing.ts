/** Sends documents, one or a file of several, to the thread that draws them, one after the other and the tenants in turn. */
import { Worker } from 'node:worker_threads';
import { unavailable } from '#kernel/errors.ts';
import { Circle } from '#kernel/work/circle.ts';
import type { Kind, Source } from './source.ts';

export type Job = { kind: Kind; sources: Source[] };
export type Outcome = { bytes: Uint8Array } | { error: string };

/** A tenant waits with at most so many, so that others find room. */
const MOST_OF_A_TENANT = 8;
const MOST_WAITING = 64;
/** The thread keeps its fonts for so long after the last document. */
const IDLE_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 256 };

type Waiting = {
  tenantId: string;
  job: Job;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
};

export class DrawingThread {
  #thread: Worker | null = null;
  readonly #waiting = new Circle<Waiting>();
  #drawn: Waiting | null = null;
  #idle: NodeJS.Timeout | undefined;

  draw(tenantId: string, kind: Kind, sources: Source[]): Promise<Uint8Array> {
    const own = this.#waiting.sizeOf([tenantId]) + Number(this.#drawn?.tenantId === tenantId);
    const all = this.#waiting.size + Number(this.#drawn !== null);
    if (own >= MOST_OF_A_TENANT || all >= MOST_WAITING) {
      throw unavailable('Too many documents are being made. Try again shortly.');
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add([tenantId], { tenantId, job: { kind, sources }, resolve, reject });
      if (this.#drawn === null) this.#drawNext();
    });
  }

  #drawNext(): void {
    this.#drawn = this.#waiting.size > 0 ? this.#waiting.takeNext() : null;
    if (this.#drawn === null) return void this.#rest();
    clearTimeout(this.#idle);
    this.#thread ??= this.#start();
    // Waiting documents keep the process alive, an idle thread does not.
    this.#thread.ref();
    this.#thread.postMessage(this.#drawn.job);
  }

  #start(): Worker {
    const thread = new Worker(new URL('./drawing-thread.ts', import.meta.url), { resourceLimits: LIMITS });
    thread.on('message', (outcome: Outcome) => {
      if ('bytes' in outcome) this.#drawn?.resolve(outcome.bytes);
      else this.#drawn?.reject(new Error(`a document could not be drawn: ${outcome.error}`));
      this.#drawNext();
    });
    thread.on('error', (error) => this.#fail(thread, error as Error));
    thread.on('exit', () => this.#fail(thread, new Error('the thread that draws documents has ended')));
    return thread;
  }

  #rest(): void {
    const thread = this.#thread;
    thread?.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      this.#thread = null;
      void thread?.terminate();
    }, IDLE_MS).unref();
  }

  /** Another thread draws what waits. */
  #fail(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#drawn?.reject(error);
    this.#drawNext();
  }
}
