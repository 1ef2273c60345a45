/** Those who wait, by party: parties take turns, so a flood of one costs another a turn of waiting, never its place. */

/** A name from the outside in, such as a network and an address: turns go round the networks, and within each round its addresses. */
export type Party = string[];

/** The parties of one circle have as many names each. A party is forgotten when nobody of it waits. */
export class Circle<T> {
  size = 0;
  readonly #waiters: T[] = [];
  /** A map keeps its order: the first is next, and goes to the end after its turn. */
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

  /** There must be one. */
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
    // The one that came last, of several that are as long.
    const [name, longest] = [...this.#parts].reduce((a, b) => (b[1].size >= a[1].size ? b : a));
    const last = longest.takeLastOfLongest();
    if (longest.size === 0) this.#parts.delete(name);
    return last;
  }
}
