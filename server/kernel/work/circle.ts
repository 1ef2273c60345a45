/**
 * A queue of waiting work by party: parties take turns, so a flood of one delays another by one turn, never by its whole length.
 */

/** A name from the outside in, such as a network and an address: networks take turns, and within each network its addresses. */
export type Party = string[];

/** All parties of one circle have the same number of names. A party is deleted when it has no waiting work. */
export class Circle<T> {
  size = 0;
  readonly #waiters: T[] = [];
  /** A map preserves insertion order: the first party is next, and moves to the end after its turn. */
  readonly #parts = new Map<string, Circle<T>>();

  sizeOf([name, ...rest]: Party): number {
    return name === undefined ? this.size : (this.#parts.get(name)?.sizeOf(rest) ?? 0);
  }

  add([name, ...rest]: Party, waiter: T): void {
    this.size++;
    if (name === undefined) return void this.#waiters.push(waiter);
    const part = this.#parts.get(name) ?? new Circle();
    this.#parts.set(name, part);
    part.add(rest, waiter);
  }

  /** The circle must not be empty. */
  next(): T {
    const [first] = this.#parts.values();
    return first === undefined ? this.#waiters[0]! : first.next();
  }

  takeNext(): T {
    this.size--;
    const [first] = this.#parts;
    if (first === undefined) return this.#waiters.shift()!;
    const [name, part] = first;
    const next = part.takeNext();
    this.#parts.delete(name);
    if (part.size > 0) this.#parts.set(name, part);
    return next;
  }

  takeLastOfLongest(): T {
    this.size--;
    if (this.#parts.size === 0) return this.#waiters.pop()!;
    // Among queues of equal length, the latest is chosen.
    const [name, longest] = [...this.#parts].reduce((a, b) => (b[1].size >= a[1].size ? b : a));
    const last = longest.takeLastOfLongest();
    if (longest.size === 0) this.#parts.delete(name);
    return last;
  }
}
