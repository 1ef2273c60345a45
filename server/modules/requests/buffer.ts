/** Requests that wait to be stored, by tenant. When it is full, the tenant that takes the most of it loses its latest. */
import type { LoggedRequest } from './record.ts';

/** The most memory that the texts of waiting requests take, about. */
const MOST_BYTES = 16 * 1024 * 1024;

type Queue = { rows: LoggedRequest[]; bytes: number };

export class RequestBuffer {
  readonly #most: number;
  readonly #queues = new Map<string, Queue>();
  #bytes = 0;
  size = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** Returns how many requests were dropped to make room: this one, or others of the tenant with the most bytes. */
  add(row: LoggedRequest): number {
    const queue = this.#queues.get(row.tenantId) ?? { rows: [], bytes: 0 };
    this.#queues.set(row.tenantId, queue);
    const isFull = this.#bytes + row.bytes > this.#most;
    // More than an equal share: a flood is turned away without a search for the largest.
    if (isFull && (queue.bytes + row.bytes) * this.#queues.size > this.#bytes + row.bytes) {
      if (queue.rows.length === 0) this.#queues.delete(row.tenantId);
      return 1;
    }
    queue.rows.push(row);
    this.#resize(queue, 1, row.bytes);
    let dropped = 0;
    for (; this.#bytes > this.#most; dropped++) {
      const [tenantId, largest] = this.#largest();
      this.#resize(largest, -1, -largest.rows.pop()!.bytes);
      if (largest.rows.length === 0) this.#queues.delete(tenantId);
    }
    return dropped;
  }

  #resize(queue: Queue, rows: number, bytes: number): void {
    this.size += rows;
    queue.bytes += bytes;
    this.#bytes += bytes;
  }

  #largest(): [string, Queue] {
    return [...this.#queues].reduce((a, b) => (b[1].bytes > a[1].bytes ? b : a));
  }

  /** Removes at most this many, an equal share of each tenant that has so many. */
  take(most: number): LoggedRequest[] {
    const taken: LoggedRequest[] = [];
    const share = Math.max(1, Math.floor(most / this.#queues.size));
    for (const [tenantId, queue] of this.#queues) {
      if (taken.length >= most) break;
      const rows = queue.rows.splice(0, share);
      this.#resize(queue, -rows.length, -rows.reduce((sum, { bytes }) => sum + bytes, 0));
      if (queue.rows.length === 0) this.#queues.delete(tenantId);
      taken.push(...rows);
    }
    return taken;
  }
}
