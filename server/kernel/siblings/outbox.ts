/** Collects changes of counts and sends them together, so that a busy process sends a few messages a second. */

/** `held` is given back when its process ends; `spent` is not. */
export type Kind = 'held' | 'spent';
export type Change = { kind: Kind; count: string; key: string; by: number };

/** A limit that several processes share is exceeded by at most what arrives within about this time. */
const DELAY_MS = 20;

export class Outbox {
  readonly #send: (changes: Change[], sent: () => void) => void;
  #pending = new Map<string, Change>();
  #isWaiting = false;
  #isOpen = true;

  /** `sent` is called when the message has left this process: until then the next changes are collected. */
  constructor(send: (changes: Change[], sent: () => void) => void) {
    this.#send = send;
  }

  /** Changes are collected, and sent only after `open`. */
  close(): this {
    this.#isOpen = false;
    return this;
  }

  open(): void {
    this.#isOpen = true;
    this.#schedule();
  }

  add({ by, ...change }: Change): void {
    const name = `${change.kind} ${change.count} ${change.key}`;
    const sum = (this.#pending.get(name)?.by ?? 0) + by;
    // Most requests begin and end between two messages.
    if (sum === 0) this.#pending.delete(name);
    else this.#pending.set(name, { ...change, by: sum });
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#isOpen || this.#isWaiting || this.#pending.size === 0) return;
    this.#isWaiting = true;
    setTimeout(() => this.#flush(), DELAY_MS).unref();
  }

  #flush(): void {
    const changes = [...this.#pending.values()];
    this.#pending = new Map();
    const sent = () => {
      this.#isWaiting = false;
      this.#schedule();
    };
    if (changes.length === 0) sent();
    else this.#send(changes, sent);
  }
}
