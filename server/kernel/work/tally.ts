/** A number per key. A key whose number is 0 takes no memory. */
export class Tally {
  readonly #numbers = new Map<string, number>();

  of(key: string): number {
    return this.#numbers.get(key) ?? 0;
  }

  add(key: string, by: number): void {
    const number = this.of(key) + by;
    if (number === 0) this.#numbers.delete(key);
    else this.#numbers.set(key, number);
  }
}
