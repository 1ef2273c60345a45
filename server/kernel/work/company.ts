/** A tenant that is alone may have everything; one in company has its share, also while the others pause. */

/** Two parties are there at the same time when each asked within this time. */
const PRESENT_MS = 10_000;

export class Company {
  #latest: string | undefined;
  #otherCameAt = Number.NEGATIVE_INFINITY;

  note(party: string): void {
    if (party === this.#latest) return;
    if (this.#latest !== undefined) this.#otherCameAt = performance.now();
    this.#latest = party;
  }

  /** All who asked lately are one party. */
  get isOne(): boolean {
    return performance.now() - this.#otherCameAt > PRESENT_MS;
  }
}
